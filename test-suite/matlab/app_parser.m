% Sums and products of a text by descent.
1;
function [v, s] = expr(s)
  [v, s] = term(s);
  while ~isempty(s) && any(s(1) == '+-')
    op = s(1); [w, s] = term(s(2:end));
    if op == '+', v += w; else, v -= w; end
  end
end
function [v, s] = term(s)
  [v, s] = factor_(s);
  while ~isempty(s) && any(s(1) == '*/')
    op = s(1); [w, s] = factor_(s(2:end));
    if op == '*', v *= w; else, v /= w; end
  end
end
function [v, s] = factor_(s)
  if s(1) == '(', [v, s] = expr(s(2:end)); s = s(2:end); return, end
  t = regexp(s, '^\d+\.?\d*', 'match', 'once'); v = str2double(t); s = s(numel(t) + 1:end);
end
expr('1+2*3'), expr('(1+2)*3'), expr('10/4-1'), expr('2*(3+4)*5')
