% Monte Carlo with a seeded generator: pi, integrals, a random walk, shuffles, dice, waiting times.
rand('twister', 42);
n = 5000;
x = rand(n, 1); y = rand(n, 1);
printf("pi is about %.4f\n", 4*mean(x.^2 + y.^2 < 1));
rand('twister', 7);
u = rand(1, 4)
I = mean(exp(rand(1, 2000)));
printf("integral %.5f, exactly %.5f\n", I, exp(1) - 1);
rand('state', 3);
d = randi(6, 1, 20)
counts = accumarray(d', 1, [6 1])'
mean(d)
rand('state', 1);
randperm(8)
randi([10 20], 2, 3)
randn('state', 5);
z = randn(3)
w = cumsum(sign(randn(1, 12)))
rande('state', 2);
printf("%.6f ", rande(1, 5)); printf("\n");
randn('state', 11);
s = randn(1000, 1);
printf("%.4f %.4f %.4f\n", mean(s), std(s), median(s));
rand('seed', 1); rand('state', 9);
coin = rand(1, 10) < 0.5
% A linear congruential generator by hand.
seed = 12345; v = zeros(1, 6);
for k = 1:6
  seed = mod(1103515245*seed + 12345, 2^31);
  v(k) = seed/2^31;
end
v
% Buffon's needle with quasi-random points.
p = mod((1:400)'*[0.5545497, 0.308517], 1);
hit = p(:,1)/2 <= sin(pi*p(:,2))/2;
printf("%.3f\n", 2/mean(hit));
s = rand('state'); a = rand(1, 3); rand('state', s); isequal(a, rand(1, 3))
