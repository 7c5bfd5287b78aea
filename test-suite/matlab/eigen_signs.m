% Eigenvalues and roots that are real beside complex ones: their imaginary parts are +0.
s = 1; n0 = 0;
for t = 1:60
  n = 2 + mod(t, 5); A = zeros(n);
  for k = 1:n*n, s = mod(s * 1103515245 + 12345, 2^31); A(k) = mod(floor(s / 65536), 7) - 3; end
  e = eig(A);
  if ~isreal(e)
    z = imag(e)(imag(e) == 0);
    printf('%d ', sum(1 ./ z < 0), numel(z)); 
    [V, D] = eig(A); v = imag(V)(imag(V) == 0); d = imag(diag(D)); d = d(d == 0);
    printf('%d ', sum(1 ./ v < 0), numel(v), sum(1 ./ d < 0)); printf('\n');
  end
  r = roots(A(1, :));
  if ~isreal(r), z = imag(r)(imag(r) == 0); printf('r %d %d\n', sum(1 ./ z < 0), numel(z)); end
  B = A + 1i * A'; e = eig(B); z = imag(e)(imag(e) == 0); if numel(z), printf('c %d %d\n', sum(1 ./ z < 0), numel(z)); end
end
