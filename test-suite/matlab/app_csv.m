% A table of text: parse, convert, group, pivot, print.
raw = sprintf(['date,city,temp\n' '2024-01-01,Oslo,-3.5\n' '2024-01-01,Rome,11\n' ...
               '2024-01-02,Oslo,-5\n' '2024-01-02,Rome,12.5\n' '2024-01-03,Oslo,\n']);
lines = strsplit(strtrim(raw), "\n");
header = strsplit(lines{1}, ',')
data = cell(numel(lines)-1, numel(header));
for k = 2:numel(lines)
  data(k-1,:) = strsplit(lines{k}, ',');
end
data
temp = str2double(data(:,3))
isnan(temp)'
cities = unique(data(:,2))
for k = 1:numel(cities)
  i = strcmp(data(:,2), cities{k}) & ~isnan(temp);
  printf("%-5s n=%d mean=%.2f min=%.1f max=%.1f\n", cities{k}, sum(i), mean(temp(i)), min(temp(i)), max(temp(i)));
end
dates = unique(data(:,1));
pivot = nan(numel(dates), numel(cities));
for k = 1:rows(data)
  pivot(strcmp(dates, data{k,1}), strcmp(cities, data{k,2})) = temp(k);
end
pivot
parts = cellfun(@(d) sscanf(d, '%d-%d-%d')', dates, 'UniformOutput', false);
vertcat(parts{:})
fmt = [repmat('%8s', 1, 3) '\n'];
printf(fmt, header{:});
for k = 1:2
  printf(fmt, data{k,:});
end
json = '';
for k = 1:2
  f = cellfun(@(h, v) sprintf('"%s": "%s"', h, v), header, data(k,:), 'UniformOutput', false);
  json = [json sprintf("  {%s}", strjoin(f, ', '))];
  if k < 2, json = [json sprintf(",\n")]; end
end
printf("[\n%s\n]\n", json);
num2str(pivot)
mat2str(pivot)
any(cellfun(@isempty, data))
strsplit('a,,b', ',')
[tok, rest] = strtok('key = value', '=')
strtrim(strsplit(' x ; y;z ', ';'))
