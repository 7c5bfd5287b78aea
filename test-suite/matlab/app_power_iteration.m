% The largest eigenvalue.
A = [4 1 0; 1 3 1; 0 1 2]; v = ones(3, 1); old = 0;
for k = 1:200
  w = A * v; v = w / norm(w); l = v' * A * v;
  if abs(l - old) < 1e-12, break, end
  old = l;
end
printf('%.8f\n', l, max(eig(A)));
abs(v' * A * v - max(eig(A))) < 1e-8
