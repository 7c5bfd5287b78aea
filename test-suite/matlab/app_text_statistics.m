% Words, letters and lines of a text.
text = ['The quick brown fox jumps over the lazy dog.' char(10) ...
        'The dog sleeps; the fox does not.' char(10) ...
        'A fox is not a dog, and that is that.'];
lines = strsplit(text, "\n");
printf("%d lines\n", numel(lines));
for k = 1:numel(lines)
  printf("%2d: %-46s|%3d\n", k, lines{k}, length(lines{k}));
end
words = regexp(lower(text), '[a-z]+', 'match');
printf("%d words, %d different\n", numel(words), numel(unique(words)));
[u, ~, j] = unique(words);
n = accumarray(j(:), 1)';
[~, order] = sort(n, 'descend');
for k = order(1:5)
  printf("%-6s %s\n", u{k}, repmat('*', 1, n(k)));
end
letters = lower(text(isletter(text)));
counts = histc(letters, 'a':'z');
[m, i] = max(counts);
printf("most frequent: %c (%d)\n", 'a' + i - 1, m);
missing = char('a' + find(counts == 0) - 1)
t = lines{2};
t([true, t(1:end-1) == ' ']) = upper(t([true, t(1:end-1) == ' ']))
fliplr('stressed')
strjoin(cellfun(@fliplr, strsplit('abc def ghi'), 'UniformOutput', false), ' ')
ispal = @(s) strcmp(s(isletter(s)), fliplr(s(isletter(s))));
ispal('neveroddoreven')
ispal('octave')
strrep(lines{3}, 'that', 'THAT')
strtrim(sprintf('  %s \t', 'padded'))
vowels = sum(ismember(letters, 'aeiou'))
longest = words{find(cellfun('length', words) == max(cellfun('length', words)), 1)}
