% Powers of matrices and of elements, to the last bit.
1;
function show(name, x)
  if iscomplex(x)
    x = [real(x(:)); imag(x(:))];
  end
  printf("%s", name);
  printf(" %.17g", double(x(:)));
  printf("\n");
end
A = [0.3 -1.2 0.7; 1.1 0.4 -0.9; -0.2 0.8 1.6];
S = A * A' + eye(3);
C = A + 1i * A';
show("cube", A ^ 3);
show("seventh", A ^ 7);
show("inverse", A ^ -1);
show("inverse cube", A ^ -3);
show("root", A ^ 0.5);
show("root of symmetric", S ^ 0.5);
show("imaginary", A ^ 1i);
show("base", 2 ^ A);
show("negative base", (-2) ^ A);
show("complex", C ^ 1.5);
show("single", single(A) ^ 0.5);
disp([iscomplex(2 ^ A), iscomplex(A ^ 0.5), iscomplex(S ^ 0.5)])
show("squares", A .^ 2);
show("halves", A .^ 0.5);
show("mixed", [-2 3 -1.5] .^ [0.5 2 3]);
show("complex squares", C .^ 2);
show("complex roots", C .^ 0.25);
show("complex exponents", A .^ C);
show("both complex", C .^ C);
show("real base", 1.7 .^ C);
A ^ 0
single(A) ^ 0
zeros(0, 3) ^ 2
1 ^ zeros(1, 0)
