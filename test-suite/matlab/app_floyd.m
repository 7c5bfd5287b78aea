% All shortest ways.
I = Inf;
D = [0 3 I 7; 8 0 2 I; 5 I 0 1; 2 I I 0];
for k = 1:4, D = min(D, D(:, k) + D(k, :)); end
D
