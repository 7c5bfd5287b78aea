% Words of a text by their number.
text = 'the cat and the dog and the bird';
words = strsplit(text, ' ');
counts = containers.Map();
for k = 1:numel(words)
  w = words{k};
  if counts.isKey(w), counts(w) += 1; else, counts(w) = 1; end
end
keys_ = counts.keys();
[~, order] = sort(-cellfun(@(k) counts(k), keys_));
for k = order, printf('%-5s %d\n', keys_{k}, counts(keys_{k})); end
[u, ~, j] = unique(words); accumarray(j(:), 1)'
