% A matrix read in a spiral.
A = reshape(1:16, 4, 4)'; out = [];
while ~isempty(A)
  out = [out, A(1, :)];
  A = rot90(A(2:end, :));
end
out
