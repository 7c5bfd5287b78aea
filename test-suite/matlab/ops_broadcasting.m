% Extents of one are repeated.
r = [1 2 3]; c = [10; 20];
r + c
c - r
r .* c
c ./ r
r .^ c
r == c / 10
c > r * 10
p = reshape(1:8, 2, 2, 2);
p + [1 2]
p .* [1; 10]
p - reshape([1 2], 1, 1, 2)
size(zeros(0, 3) + 1)
size(zeros(0, 3) + [1 2 3])
size(zeros(3, 1, 2) + zeros(1, 4))
isempty([] + 5)
