% Writes the calls and results that tests/linalg.rs compares with: octave-cli -q linalg.m > linalg.txt
1;
function put(v)
  v = full(v);
  if ischar(v), printf('t 1 %d', numel(v)); printf(' %d', double(v)); return; end
  c = 'd';
  if isa(v, 'single'), if iscomplex(v), c = 'c'; else c = 's'; end
  elseif iscomplex(v), c = 'z'; end
  printf('%s %d %d', c, rows(v), columns(v));
  if iscomplex(v)
    printf(' %.17g', [real(v(:).'); imag(v(:).')]);
  else
    printf(' %.17g', v);
  end
end
function record(name, nout, varargin)
  out = cell(1, max(nout, 1));
  [out{:}] = feval(name, varargin{:});
  printf('%s %d %d', name, nout, numel(varargin));
  for k = 1:numel(varargin), printf(' | '); put(varargin{k}); end
  for k = 1:numel(out), printf(' | '); put(out{k}); end
  printf("\n");
end
function m = make(rows, cols, seed, kind)
  % Numbers of one or two digits, with a few zeros.
  k = mod((1:rows*cols) * (17 + seed) .* (3 + (1:rows*cols)) + 29 * seed, 23) - 11;
  m = reshape(k, rows, cols);
  if mod(seed, 2), m = m / 4; end
  if mod(seed, 3) == 0, m = m * 0.7; end
  if kind == 'z' || kind == 'c'
    m = m + 1i * make(cols, rows, seed + 5, 'd').';
  end
  if kind == 'c' || kind == 's', m = single(m); end
end
warning('off', 'all');
kinds = 'dszc';
for kk = 1:4
  kind = kinds(kk);
  complex_kind = kind == 'z' || kind == 'c';
  if kk == 1, sizes = [1 2 3 4 6]; else sizes = [1 3 5]; end
  for n = sizes
    for seed = 1:(3 - (n > 3) - 2 * (kk > 1))
      a = make(n, n, seed, kind); b = make(n, 2, seed + 7, 'd'); if kind == 's' || kind == 'c', b = single(b); end
      h = a + a'; p = a * a' + eye(n);
      record('det', 1, a); record('inv', 1, a); record('inv', 1, p); record('lu', 3, a); record('qr', 2, a); record('qr', 3, a);
      record('chol', 1, p); record('chol', 1, p, 'lower'); record('det', 1, p); record('det', 1, triu(a));record('cholinv', 1, p); record('inv', 1, triu(a) + 20 * eye(n)); record('mldivide', 1, a, b); record('mldivide', 1, p, b); record('mldivide', 1, triu(a) + 20 * eye(n), b);
      record('mldivide', 1, tril(a) + 20 * eye(n), b(:,1)); record('mrdivide', 1, b', a); record('eig', 1, a); record('eig', 2, a); record('eig', 1, h); record('eig', 2, h);
      record('svd', 1, a); record('svd', 3, a); record('rcond', 1, a); record('rcond', 1, p); record('hess', 2, a); record('schur', 2, a);
      record('pinv', 1, a); record('norm', 1, a); record('cond', 1, a); record('expm', 1, a / 8); record('eig', 2, h, p);
    end
  end
  for mn = {[3 2] [2 3] [2 5] [1 4] [6 4] [6 5]}
    for seed = 1:(2 - (kk > 1))
      m = mn{1}(1); n = mn{1}(2);
      a = make(m, n, seed, kind); b = make(m, 2, seed + 7, 'd'); if kind == 's' || kind == 'c', b = single(b); end
      record('lu', 3, a); record('lu', 2, a); record('qr', 2, a); record('qr', 3, a); record('qr', 2, a, 0); record('mldivide', 1, a, b); record('mldivide', 1, a, b(:,1));
      record('svd', 1, a); record('svd', 3, a); record('svd', 3, a, 0); record('pinv', 1, a); record('null', 1, a); record('orth', 1, a); record('rank', 1, a); record('norm', 1, a); record('norm', 1, a, 'fro');
    end
  end
end
