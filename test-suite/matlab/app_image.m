% Pictures as matrices: gradients, thresholds, blurs, edges, histograms, connected parts.
n = 9;
[X, Y] = meshgrid(1:n);
I = round(255*exp(-((X - 5).^2 + (Y - 4).^2)/8));
I
class(uint8(I))
U = uint8(I);
U(4, 5) + 100, 255 - U(1, 1), mean(U(:))
B = I > 60;
t = repmat('.', n, n); t(B) = '#';
disp(t)
K = ones(3)/9;
S = conv2(I, K, 'same');
printf("%5.1f", S(4, :)); printf("\n");
gx = conv2(I, [-1 0 1; -2 0 2; -1 0 1], 'valid');
gy = conv2(I, [-1 -2 -1; 0 0 0; 1 2 1], 'valid');
G = sqrt(gx.^2 + gy.^2);
printf("%.3f\n", max(G(:)));
h = histc(I(:)', 0:64:256)
c = cumsum(h)/numel(I)
% Parts by flood fill.
M = [1 1 0 0 1; 0 1 0 0 1; 0 0 0 0 0; 1 0 1 1 0; 1 0 0 1 0];
L = zeros(size(M)); next = 0;
for k = find(M)'
  if L(k), continue; end
  next++;
  stack = k;
  while ~isempty(stack)
    p = stack(end); stack(end) = [];
    if L(p), continue; end
    L(p) = next;
    [r, q] = ind2sub(size(M), p);
    for d = [-1 1 0 0; 0 0 -1 1]
      a = r + d(1); b = q + d(2);
      if a >= 1 && a <= 5 && b >= 1 && b <= 5 && M(a,b) && ~L(a,b)
        stack(end+1) = sub2ind(size(M), a, b);
      end
    end
  end
end
L
sizes = accumarray(L(L > 0), 1)'
R = rot90(U(1:3, 1:4))
small = I(1:2:end, 1:2:end)
big = kron([1 2; 3 4], ones(2))
bitand(U(4, :), uint8(15))
double(U(4, 5))/2
med = median(reshape(I(3:5, 4:6), 1, []))
