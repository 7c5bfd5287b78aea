% Persistent variables of functions that call themselves.
1;
function r = depth(n)
  persistent calls = 0;
  calls++;
  if n > 0, depth(n - 1); end
  r = calls;
end
depth(3), depth(0)
function r = log_(x)
  persistent all = {};
  if ~isempty(x), all{end + 1} = x; cellfun(@(t) log_([]), {1, 2}, 'UniformOutput', false); end
  r = numel(all);
end
log_('a'), log_('b')
