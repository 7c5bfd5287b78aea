% Values as text.
1;
function s = show(v)
  if ischar(v), s = ['"', v, '"'];
  elseif islogical(v) && isscalar(v), if v, s = 'true'; else, s = 'false'; end
  elseif isnumeric(v) && isscalar(v), s = num2str(v);
  elseif isnumeric(v), s = ['[', strjoin(arrayfun(@show, v(:)', 'UniformOutput', false), ', '), ']'];
  elseif iscell(v), s = ['[', strjoin(cellfun(@show, v, 'UniformOutput', false), ', '), ']'];
  elseif isstruct(v)
    names = fieldnames(v); parts = cell(1, numel(names));
    for k = 1:numel(names), parts{k} = sprintf('"%s": %s', names{k}, show(v.(names{k}))); end
    s = ['{', strjoin(parts, ', '), '}'];
  else, s = 'null'; end
end
disp(show(struct('a', 1.5, 'b', {{1, 'x', true}}, 'c', [1 2 3], 'd', struct('e', 'deep'))))
