% Points turned in a plane.
t = pi / 6; R = [cos(t), -sin(t); sin(t), cos(t)];
P = [1 0; 0 1; 1 1]'; Q = R * P
norm(R' * R - eye(2)) < 1e-15, det(R), P2 = R \ Q; max(abs(P2(:) - P(:))) < 1e-15
for k = 1:3, P = R * P; printf('%.4f %.4f\n', P(:, 1)); end
