% What operators say of extents that do not conform.
1;
function show(f)
  try
    f();
  catch err
    printf("%s\n  %s\n", err.message, err.identifier);
  end
end
a = [1 2]; b = [1 2 3];
show(@() a + b)
show(@() a - b)
show(@() a .* b)
show(@() a ./ b)
show(@() a .^ b)
show(@() a * b)
show(@() a / b)
show(@() a' \ b')
show(@() a == b)
show(@() a < b)
show(@() a & b)
show(@() a | b)
show(@() ones(2, 2, 3) + ones(2, 3))
show(@() a ^ b)
show(@() b ^ 2)
show(@() 2 ^ b)
show(@() eye(2) + [1 2])
