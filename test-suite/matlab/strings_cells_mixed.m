% A small report: texts, cells and structs together.
records = {'Ann; 30; Oslo', 'Bob; x; Rome', 'Cid; 41'};
people = struct ('name', {}, 'age', {}, 'town', {});
for k = 1:numel (records)
  parts = strtrim (strsplit (records{k}, ';'));
  p.name = upper (parts{1});
  p.age = str2double (parts{2});
  if numel (parts) > 2
    p.town = parts{3};
  else
    p.town = 'unknown';
  end
  people(end + 1) = p;
end
size (people)
ages = [people.age]
known = ! isnan (ages);
printf ('%s is %d\n', people(find (known, 1)).name, ages(find (known, 1)));
towns = {people.town};
[sorted, order] = sort (towns)
names = {people(order).name};
strjoin (names, ', ')
longest = max (cellfun (@numel, towns));
for k = order
  printf ('%-*s|%5.1f|\n', longest, people(k).town, people(k).age);
end
lookup = containers.Map (lower ({people.name}), num2cell (1:3));
people(lookup('cid')).town
