% A bank of filters with finite impulse response, by loops.
samples = 60;
filters = 4;
taps = 8;

function y = bank(h, x)
  [filters, taps] = size(h);
  samples = length(x);
  y = zeros(filters, samples);
  for f = 1:filters
    for i = taps:samples
      total = 0;
      for k = 1:taps
        total = total + h(f, k) * x(i-k+1);
      end
      y(f, i) = total;
    end
  end
end

h = zeros(filters, taps);
for f = 1:filters
  for k = 1:taps
    h(f, k) = cos(0.3 * f * (k - 0.5 * taps)) * (0.54 - 0.46 * cos(2 * pi * (k - 1) / (taps - 1))) / taps;
  end
end
x = zeros(1, samples);
for i = 1:samples
  x(i) = sin(0.05 * i) + 0.5 * cos(0.3 * i) + 0.1 * (mod(17 * i, 23) - 11);
end
y = bank(h, x);
for f = 1:filters
  fprintf('%.15g\n', sum(y(f, :) .^ 2));
end
fprintf('%.15g\n', y(1, taps), y(end, end), max(abs(y(:))));
