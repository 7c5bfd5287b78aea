% Products and quotients of matrices, to the last bit.
1;
function r = numbers(n, seed)
  r = zeros(1, n);
  s = seed;
  for i = 1:n
    s = mod(s * 16807, 2147483647);
    r(i) = s / 2147483647 * 2 - 1 + mod(s * 7919, 1000003) * 1e-12;
  end
end
function show(name, x)
  if iscomplex(x)
    x = [real(x(:)); imag(x(:))];
  end
  printf("%s", name);
  printf(" %.17g", double(x(:)));
  printf("\n");
end
A = reshape(numbers(25, 1), 5, 5);
B = reshape(numbers(25, 2), 5, 5);
v = numbers(5, 3)';
w = numbers(5, 4)';
C = A + 1i * B;
show("dot", v' * w);
show("matrix by vector", A * v);
show("vector by matrix", v' * A);
show("matrices", A * B);
show("adjoint", A' * B);
show("outer", v * w');
show("long", numbers(1003, 5) * numbers(1003, 6)');
show("complex", C * (B - 1i * A));
show("real by complex", A * C);
show("single", single(A) * single(B));
show("left", A \ v);
show("right", v' / A);
show("complex left", C \ v);
show("upper", triu(A) \ v);
show("lower", tril(A) \ v);
show("right upper", v' / triu(A));
show("right lower", B / tril(A));
show("definite", (A * A' + eye(5)) \ v);
show("tall", [A; B](1:7, 1:4) \ [v; w](1:7));
show("wide", [A; B](1:7, 1:4)' \ v(1:4));
