% Words of the same letters.
words = {'listen', 'silent', 'enlist', 'google', 'elgoog', 'abc'};
keys_ = cellfun(@sort, words, 'UniformOutput', false);
[u, ~, j] = unique(keys_);
for k = 1:numel(u), printf('%s: %s\n', u{k}, strjoin(words(j == k), ' ')); end
