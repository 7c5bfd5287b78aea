% Loops over arrays of structures.
people = struct('name', {'Ann', 'Bob', 'Cid'}, 'age', {30, 25, 35});
for p = people, printf('%s is %d\n', p.name, p.age); end
[~, order] = sort([people.age]); sorted = people(order); {sorted.name}
ages = arrayfun(@(p) p.age, people), mean(ages)
people(2) = []; numel(people), people(end + 1).name = 'Dan'; people(end).age
isempty(people(end).age), young = people(cellfun(@(a) ~isempty(a) && a < 33, {people.age})); young.name
s = [people(1), people(2)]; size(s), people = people(:); size(people), rmfield(people, 'age')(1)
