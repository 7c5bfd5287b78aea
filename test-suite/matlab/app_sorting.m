% Sorting algorithms against sort, with counts of comparisons.
1;
function [v, n] = bubble(v)
  n = 0;
  for i = numel(v):-1:2
    swapped = false;
    for j = 1:i-1
      n++;
      if v(j) > v(j+1)
        v([j j+1]) = v([j+1 j]);
        swapped = true;
      end
    end
    if !swapped, break; end
  end
end
function [v, n] = insertion(v)
  n = 0;
  for i = 2:length(v)
    key = v(i); j = i - 1;
    while j > 0 && v(j) > key
      v(j+1) = v(j);
      j--; n++;
    end
    v(j+1) = key;
  end
end
function v = quick(v)
  if numel(v) <= 1, return; end
  p = v(ceil(end/2));
  v = [quick(v(v < p)), v(v == p), quick(v(v > p))];
end
function v = merge_sort(v)
  n = numel(v);
  if n < 2, return, end
  a = merge_sort(v(1:floor(n/2)));
  b = merge_sort(v(floor(n/2)+1:end));
  v = [];
  while ~isempty(a) && ~isempty(b)
    if a(1) <= b(1)
      v(end+1) = a(1); a(1) = [];
    else
      v(end+1) = b(1); b(1) = [];
    end
  end
  v = [v a b];
end
function h = heap_sort(h)
  n = numel(h);
  for i = floor(n/2):-1:1
    h = sift(h, i, n);
  end
  for i = n:-1:2
    h([1 i]) = h([i 1]);
    h = sift(h, 1, i-1);
  end
end
function h = sift(h, i, n)
  while 2*i <= n
    j = 2*i;
    if j < n && h(j+1) > h(j), j = j + 1; end
    if h(i) >= h(j), return; end
    h([i j]) = h([j i]);
    i = j;
  end
end
v = mod((1:20).^2 * 7, 31)
[b, nb] = bubble(v);
[c, nc] = insertion(v);
printf("%d %d\n", nb, nc);
sorts = {@quick, @merge_sort, @heap_sort, @(x) sort(x)};
for k = 1:numel(sorts)
  s = sorts{k}(v);
  printf("%-22s %d\n", func2str(sorts{k}), isequal(s, b));
end
disp(b)
[s, i] = sort(v, 'descend');
[s(1:5); i(1:5)]
words = {'pear', 'apple', 'fig', 'banana', 'Cherry'};
sort(words)
[~, order] = sort(cellfun(@length, words));
words(order)
sortrows([3 1; 1 2; 3 0; 2 2])
sortrows([3 1; 1 2; 3 0; 2 2], -2)
