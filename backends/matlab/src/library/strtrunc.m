% Texts cut after a number of characters.
function s = strtrunc(s, n)
  if nargin ~= 2
    print_usage();
  end
  if ischar(s)
    s = s(:, 1:min(n, size(s, 2)));
  elseif iscellstr(s)
    s = cellfun(@(it) it(:, 1:min(n, size(it, 2))), s, 'UniformOutput', false);
  else
    error('strtrunc: S must be a character string or a cell array of strings');
  end
end
