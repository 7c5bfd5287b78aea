% A permuted identity stays a permutation.
flipud(eye(3))
fliplr(eye(2))
rot90(eye(2))
rot90(eye(3),2)
flip(eye(2))
circshift(eye(3),1)
x = eye(3); x(end:-1:1,:)
flipud(eye(2)) * 2
flipud(2*eye(2))
fliplr(eye(2,3))
