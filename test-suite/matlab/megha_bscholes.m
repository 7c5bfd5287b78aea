% Prices of European call and put options by Black and Scholes, for a growing rate of interest.
options = 300;
rounds = 2;

function p = normal(x)
  k = 1 ./ (1 + 0.2316419 * abs(x));
  tail = k .* (0.31938153 + k .* (-0.356563782 + k .* (1.781477937 + k .* (-1.821255978 + k * 1.330274429))));
  p = 1 - exp(-0.5 * x .^ 2) / sqrt(2 * pi) .* tail;
  below = x < 0;
  p(below) = 1 - p(below);
end

function [call, put] = prices(spot, strike, years, rate, volatility)
  spread = volatility .* sqrt(years);
  d1 = (log(spot ./ strike) + (rate + 0.5 * volatility .^ 2) .* years) ./ spread;
  d2 = d1 - spread;
  discounted = strike .* exp(-rate * years);
  call = spot .* normal(d1) - discounted .* normal(d2);
  put = discounted .* normal(-d2) - spot .* normal(-d1);
end

i = 1:options;
spot = 50 + 40 * sin(0.37 * i);
strike = 50 + 30 * cos(0.61 * i);
years = 0.25 + mod(i, 40) / 16;
volatility = 0.1 + 0.005 * mod(7 * i, 101);
calls = zeros(1, options);
puts = zeros(1, options);
for number = 1:rounds
  [call, put] = prices(spot, strike, years, 0.01 + 0.0005 * number, volatility);
  calls = calls + call;
  puts = puts + put;
end
fprintf('%.15g\n', sum(calls) / rounds, sum(puts) / rounds, max(calls) / rounds, calls(end), puts(round(options / 3)));
