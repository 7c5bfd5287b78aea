% Variables that functions keep.
1;
function r = count()
  persistent n = 10;
  n++;
  r = n;
end
function r = list(x)
  persistent all
  if isempty(all), all = {}; end
  all{end + 1} = x;
  r = numel(all);
end
count(); count(), list(1); list('a'), list([])
clear count
count()
