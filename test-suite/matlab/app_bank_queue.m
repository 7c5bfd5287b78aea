% Customers in a queue.
queue = struct('id', {}, 'time', {});
clock_ = 0; served = [];
arrivals = [1 2 2 5 9]; lengths = [3 1 2 4 1];
for k = 1:numel(arrivals)
  queue(end + 1) = struct('id', k, 'time', arrivals(k));
end
while ~isempty(queue)
  q = queue(1); queue(1) = [];
  clock_ = max(clock_, q.time) + lengths(q.id);
  served(end + 1, :) = [q.id, clock_ - q.time];
end
served, mean(served(:, 2))
