% Elements moved around, mirrored and turned.
circshift(1:5, 1)
circshift(1:5, -2)
circshift([1 2; 3 4; 5 6], 1)
circshift([1 2 3; 4 5 6], 1, 2)
circshift([1 2 3; 4 5 6; 7 8 9], [1 1])
circshift({1, 'b', 3}, 1)
circshift('abcde', 2)
circshift([], 1)
shift(1:4, 1)
flip(1:3)
flip([1 2; 3 4])
flip([1 2; 3 4], 2)
flip('abc')
fliplr([1 2; 3 4])
flipud([1 2; 3 4])
fliplr({1, 2})
rot90([1 2; 3 4])
rot90([1 2; 3 4], 2)
rot90([1 2; 3 4], -1)
rot90(1:3)
rotdim([1 2; 3 4])
A = reshape(1:8, 2, 2, 2);
flip(A, 3)
circshift(A, 1, 3)(:, :, 1)
rot90(A)(:, :, 2)
try, flip(1:3, 0), catch err, disp(err.message), end
try, rot90(1:3, 1.5), catch err, disp(err.message), end
try, circshift(1:3, 1.5), catch err, disp(err.message), end
try, shift(1:3, 0.5), catch err, disp(err.message), end
