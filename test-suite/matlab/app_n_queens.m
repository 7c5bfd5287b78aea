% N queens, Sudoku, Hanoi, subsets and permutations by recursion.
1;
function count = queens(n, row, cols, d1, d2)
  if row > n, count = 1; return; end
  count = 0;
  for c = 1:n
    if ~cols(c) && ~d1(row+c-1) && ~d2(row-c+n)
      cols(c) = d1(row+c-1) = d2(row-c+n) = true;
      count += queens(n, row+1, cols, d1, d2);
      cols(c) = d1(row+c-1) = d2(row-c+n) = false;
    end
  end
end
function [ok, p] = place(n, p)
  r = numel(p) + 1;
  ok = r > n;
  if ok, return; end
  for c = 1:n
    if all(p ~= c) && all(abs(p - c) ~= r - (1:r-1))
      [ok, q] = place(n, [p c]);
      if ok, p = q; return; end
    end
  end
end
function [G, ok] = sudoku(G)
  [r, c] = find(G == 0, 1);
  if isempty(r), ok = true; return; end
  br = 2*floor((r-1)/2) + (1:2); bc = 2*floor((c-1)/2) + (1:2);
  used = [G(r,:), G(:,c)', vec(G(br, bc))'];
  for v = setdiff(1:4, used)
    H = G; H(r,c) = v;
    [H, ok] = sudoku(H);
    if ok, G = H; return; end
  end
  ok = false;
end
function n = hanoi(k, a, b, c)
  if k == 0, n = 0; return; end
  n = hanoi(k-1, a, c, b);
  if k == 3 || k == 1 && n == 0 && a == 'A', printf("%d:%c-%c ", k, a, c); end
  n += 1 + hanoi(k-1, b, a, c);
end
for n = 1:6
  printf("%d queens: %d\n", n, queens(n, 1, false(1,n), false(1,2*n), false(1,2*n)));
end
[ok, p] = place(8, []);
p
board = repmat('.', 8, 8);
board(sub2ind([8 8], 1:8, p)) = 'Q'
G = [1 0 0 4; 0 0 1 0; 0 1 0 0; 4 0 0 1];
[S, ok] = sudoku(G)
n = hanoi(3, 'A', 'B', 'C'); printf("\n%d moves\n", n);
perms([1 2 3])
nchoosek(1:4, 2)
set = {'x', 'y', 'z'};
for k = 0:7
  s = set(bitand(k, [1 2 4]) > 0);
  printf("{%s} ", strjoin(s, ','));
end
printf("\n");
