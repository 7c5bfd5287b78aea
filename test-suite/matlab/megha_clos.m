% Transitive closure of a directed graph, by squaring its matrix until no pair is added.
n = 24;

i = 1:n;
links = eye(n);
links(sub2ind([n n], i, 1 + mod(3 * i, n))) = 1;
links(sub2ind([n n], i, 1 + mod(2 * i + 1, n))) = 1;
pairs = sum(links(:));
before = 0;
products = 0;
while pairs > before
  before = pairs;
  links = double(links * links > 0);
  pairs = sum(links(:));
  products = products + 1;
end
fprintf('%.15g\n', pairs, products, sum(links(:, 2)), sum(links(end, :)));
