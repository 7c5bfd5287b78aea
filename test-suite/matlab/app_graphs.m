% Dijkstra, Floyd and Warshall, Prim, Kruskal with union-find, breadth first, topological order.
1;
function [d, prev] = dijkstra(W, s)
  n = rows(W);
  d = inf(1, n); prev = zeros(1, n); done = false(1, n);
  d(s) = 0;
  for k = 1:n
    t = d; t(done) = inf;
    [m, u] = min(t);
    if isinf(m), break; end
    done(u) = true;
    for v = find(W(u,:))
      if d(u) + W(u,v) < d(v)
        d(v) = d(u) + W(u,v);
        prev(v) = u;
      end
    end
  end
end
function p = path_to(prev, t)
  p = t;
  while prev(p(1)), p = [prev(p(1)) p]; end
end
function [r, parent] = find_root(parent, x)
  r = x;
  while parent(r) ~= r, r = parent(r); end
  parent(x) = r;
end
function order = topological(A)
  order = [];
  indeg = sum(A, 1);
  ready = find(indeg == 0);
  while ~isempty(ready)
    u = ready(1); ready(1) = [];
    order(end+1) = u;
    for v = find(A(u,:))
      indeg(v)--;
      if indeg(v) == 0, ready(end+1) = v; end
    end
  end
end
E = [1 2 7; 1 3 9; 1 6 14; 2 3 10; 2 4 15; 3 4 11; 3 6 2; 4 5 6; 5 6 9];
W = accumarray([E(:,1:2); E(:,[2 1])], [E(:,3); E(:,3)], [6 6])
[d, prev] = dijkstra(W, 1)
printf("%s\n", mat2str(path_to(prev, 5)));
D = W; D(D == 0) = inf; D(logical(eye(6))) = 0;
for k = 1:6
  D = min(D, D(:,k) + D(k,:));
end
D
isequal(D(1,:), d)
% Kruskal.
[~, o] = sort(E(:,3));
parent = 1:6; total = 0;
for k = o'
  [a, parent] = find_root(parent, E(k,1));
  [b, parent] = find_root(parent, E(k,2));
  if a ~= b
    parent(a) = b;
    total += E(k,3);
    printf("%d-%d (%d) ", E(k,:));
  end
end
printf("= %d\n", total);
% Breadth first in a maze.
maze = ['#########'; '#S..#...#'; '#.#.#.#.#'; '#.#...#E#'; '#########'];
[r, c] = find(maze == 'S');
dist = -ones(size(maze)); dist(r,c) = 0;
queue = [r c];
while ~isempty(queue)
  q = queue(1,:); queue(1,:) = [];
  for s = [0 1; 0 -1; 1 0; -1 0]'
    n = q + s';
    if maze(n(1),n(2)) ~= '#' && dist(n(1),n(2)) < 0
      dist(n(1),n(2)) = dist(q(1),q(2)) + 1;
      queue(end+1,:) = n;
    end
  end
end
dist(maze == 'E')
A = zeros(6); A(sub2ind([6 6], [6 6 5 5 3 4], [3 1 1 2 4 2])) = 1;
topological(A)
(A^2 > 0) + 0
degree = sum(W > 0)
