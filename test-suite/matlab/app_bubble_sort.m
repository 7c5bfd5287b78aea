% Sorting step by step.
x = [5 1 4 2 8]; n = numel(x); swaps = 0;
do
  swapped = false;
  for k = 1:n - 1
    if x(k) > x(k + 1), x([k k + 1]) = x([k + 1 k]); swapped = true; swaps++; end
  end
  disp(x);
until ~swapped
swaps
