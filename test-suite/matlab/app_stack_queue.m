% Stacks and queues: brackets, reverse Polish notation, shunting yard, a printer queue.
1;
function ok = balanced(s)
  open = '([{'; close = ')]}';
  stack = '';
  ok = true;
  for c = s
    if any(c == open)
      stack(end+1) = c;
    elseif any(c == close)
      if isempty(stack) || find(open == stack(end)) ~= find(close == c)
        ok = false; return
      end
      stack(end) = [];
    end
  end
  ok = isempty(stack);
end
function v = rpn(tokens)
  stack = [];
  for k = 1:numel(tokens)
    t = tokens{k};
    switch t
      case {'+', '-', '*', '/', '^'}
        b = stack(end); a = stack(end-1);
        stack(end-1:end) = [];
        stack(end+1) = feval(str2func(['@(a,b) a' t 'b']), a, b);
      otherwise
        stack(end+1) = str2double(t);
    end
  end
  v = stack;
end
function out = shunt(expr)
  tokens = regexp(expr, '\d+\.?\d*|[-+*/^()]', 'match');
  prec = struct('plus', 1);
  p = containers.Map({'+', '-', '*', '/', '^'}, {1, 1, 2, 2, 3});
  out = {}; ops = {};
  for k = 1:numel(tokens)
    t = tokens{k};
    if isstrprop(t(1), 'digit')
      out{end+1} = t;
    elseif t == '('
      ops{end+1} = t;
    elseif t == ')'
      while ops{end} ~= '('
        out{end+1} = ops{end}; ops(end) = [];
      end
      ops(end) = [];
    else
      while ~isempty(ops) && ops{end} ~= '(' && (p(ops{end}) > p(t) || (p(ops{end}) == p(t) && t ~= '^'))
        out{end+1} = ops{end}; ops(end) = [];
      end
      ops{end+1} = t;
    end
  end
  while ~isempty(ops)
    out{end+1} = ops{end}; ops(end) = [];
  end
end
tests = {'(a[b]{c})', '(]', '((', '', '{[()]}()'};
for k = 1:numel(tests)
  printf("%-10s %d\n", tests{k}, balanced(tests{k}));
end
rpn({'3', '4', '+', '2', '*', '7', '/'})
for e = {'1+2*3', '(1+2)*3', '2^3^2', '10/4-1', '2*(3+4)*5-6/3'}
  r = shunt(e{1});
  printf("%-15s -> %-22s = %g\n", e{1}, strjoin(r, ' '), rpn(r));
end
% A round-robin queue.
queue = struct('name', {'a', 'b', 'c'}, 'left', {5, 2, 4});
time = 0; quantum = 2;
while ~isempty(queue)
  job = queue(1); queue(1) = [];
  run = min(quantum, job.left);
  time += run;
  job.left -= run;
  if job.left > 0
    queue(end+1) = job;
  else
    printf("%s is done at %d\n", job.name, time);
  end
end
size(queue)
% A circular buffer.
buf = nan(1, 4); head = 0; count = 0;
for x = 1:6
  buf(mod(head + count, 4) + 1) = x;
  if count < 4, count++; else head = mod(head + 1, 4); end
end
buf
buf(mod(head:head+3, 4) + 1)
