% containers.Map in loops: counting words.
text = 'the cat and the dog and the bird';
counts = containers.Map ('KeyType', 'char', 'ValueType', 'double');
for word = strsplit (text, ' ')
  w = word{1};
  if isKey (counts, w)
    counts(w) += 1;
  else
    counts(w) = 1;
  end
end
for key = keys (counts)
  printf ('%s: %d\n', key{1}, counts(key{1}));
end
total = sum (cell2mat (values (counts)))
index = containers.Map ('KeyType', 'double', 'ValueType', 'any');
for k = 5:-2:-5
  index(k) = k ^ 2;
end
cell2mat (index.keys ())
cell2mat (index.values ())
nested = containers.Map ();
nested('inner') = containers.Map ({'x'}, {42});
inner = nested('inner');
inner('x')
function add (map, key)
  map(key) = numel (key);
end
add (nested, 'abc'); nested.keys ()
c = containers.Map ({'p', 'q'}, {struct('v', 1), struct('v', 2)});
c('q').v
