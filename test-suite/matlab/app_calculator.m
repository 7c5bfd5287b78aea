% A recursive descent parser of arithmetic, with variables in a struct, and a tree that is simplified.
1;
function [v, s] = expression(s, env)
  [v, s] = term(s, env);
  while ~isempty(s) && any(s{1} == '+-')
    op = s{1};
    [w, s] = term(s(2:end), env);
    if op == '+', v = v + w; else v = v - w; end
  end
end
function [v, s] = term(s, env)
  [v, s] = factor(s, env);
  while ~isempty(s) && any(s{1}(1) == '*/')
    op = s{1};
    [w, s] = factor(s(2:end), env);
    if op == '*'
      v = v*w;
    elseif w == 0
      error('calc:zero', 'division by zero');
    else
      v = v/w;
    end
  end
end
function [v, s] = factor(s, env)
  if isempty(s), error('calc:end', 'unexpected end'); end
  t = s{1}; s = s(2:end);
  if t == '-'
    [v, s] = factor(s, env); v = -v;
  elseif t == '('
    [v, s] = expression(s, env);
    if isempty(s) || s{1} ~= ')', error('calc:paren', 'missing )'); end
    s = s(2:end);
  elseif isletter(t(1))
    if ~isempty(s) && s{1} == '('
      [a, s] = expression(s(2:end), env);
      s = s(2:end);
      v = feval(t, a);
    elseif isfield(env, t)
      v = env.(t);
    else
      error('calc:name', 'unknown name %s', t);
    end
  else
    v = str2double(t);
    if isnan(v), error('calc:token', 'unexpected %s', t); end
  end
end
function v = calc(text, env)
  s = regexp(text, '\d+\.?\d*|\w+|\S', 'match');
  [v, s] = expression(s, env);
  if ~isempty(s), error('calc:rest', 'trailing %s', strjoin(s, ' ')); end
end
env = struct('x', 3, 'y', 4, 'half', 0.5);
tests = {'1 + 2 * 3', '(1+2)*3', '-x + y*2', 'sqrt(x*x + y*y)', '10/4', '2*(3 + half)', '1/0', '(1', 'z+1', '1 2', 'abs(-7) - 1', '3 $ 4', ''};
for k = 1:numel(tests)
  try
    printf("%-18s = %g\n", tests{k}, calc(tests{k}, env));
  catch e
    printf("%-18s ! %s (%s)\n", tests{k}, e.message, e.identifier);
  end
end
