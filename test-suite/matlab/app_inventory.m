% An inventory in a struct array: totals, grouping, sorting, updates, a report.
items = struct('name', {'bolt', 'nut', 'gear', 'belt', 'chain'}, ...
               'price', {0.25, 0.1, 12.5, 7.75, 20}, ...
               'count', {1000, 1500, 20, 35, 4}, ...
               'tags', {{'small', 'steel'}, {'small'}, {'steel', 'heavy'}, {'rubber'}, {'steel'}});
size(items)
fieldnames(items)'
total = sum([items.price] .* [items.count])
printf("%-8s%8s%8s%10s\n", 'item', 'price', 'count', 'value');
for it = items
  printf("%-8s%8.2f%8d%10.2f\n", it.name, it.price, it.count, it.price*it.count);
end
steel = arrayfun(@(s) any(strcmp(s.tags, 'steel')), items);
{items(steel).name}
[~, o] = sort([items.price], 'descend');
strjoin({items(o).name}, ' > ')
items(3).count -= 5;
items(3)
low = items([items.count] < 20);
for k = 1:numel(low)
  printf("reorder %s (%d left)\n", low(k).name, low(k).count);
end
items(end+1) = struct('name', 'oil', 'price', 5, 'count', 12, 'tags', {{}});
numel(items)
items(2) = [];
{items.name}
groups = struct();
for it = items
  for t = it.tags
    if ~isfield(groups, t{1}), groups.(t{1}) = {}; end
    groups.(t{1}){end+1} = it.name;
  end
end
for f = fieldnames(groups)'
  printf("%s: %s\n", f{1}, strjoin(groups.(f{1}), ', '));
end
groups
prices = num2cell([items.price] * 1.1);
[items.price] = prices{:};
printf("%.3f ", items.price); printf("\n");
s = rmfield(items, 'tags');
s(1)
c = struct2cell(s(2))
t = cell2struct({'a'; 3}, {'key', 'value'}, 1)
isrow(items), isempty(struct([]))
