% Ranges and diagonal matrices that are indexed and changed.
r = 0:0.25:1;
r(2)
r(2:4)
r(end:-1:1)
r(:)'
r(3) = 9
q = 5:-1:1;
q([1 end])
q(2) = []
D = eye(3);
D(2, 2)
D(:, 1)
D(1:2, 1:2)
D([1 2], [1 2])
D(:, [2 1 3])
D(2, 2) = 5
D(1, 2) = 7
E = eye(2);
E(:)'
E(1, :) = []
F = 3 * eye(3);
F(3, 3)
F(:, :)
F(1, 1) = 0
G = eye(2);
G(3, 3) = 1
