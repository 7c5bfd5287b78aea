% State machines: a turnstile, numbers recognized by a table, a traffic light, a vending machine, a tape.
1;
function [s, msg] = turnstile(s, event)
  switch [s ':' event]
    case 'locked:coin', s = 'open'; msg = 'unlocks';
    case 'open:push', s = 'locked'; msg = 'locks';
    case {'locked:push', 'open:coin'}, msg = 'nothing';
    otherwise, error('unknown event %s', event);
  end
end
s = 'locked';
for e = {'push', 'coin', 'coin', 'push', 'kick'}
  try
    [s, msg] = turnstile(s, e{1});
    printf("%-5s -> %-6s (%s)\n", e{1}, s, msg);
  catch err
    disp(err.message);
  end
end
% Numbers: columns are sign, digit, point, e.
T = [2 3 4 0; 0 3 4 0; 0 3 5 6; 0 5 0 0; 0 5 0 6; 7 8 0 0; 0 8 0 0; 0 8 0 0];
final = [3 5 8];
for w = {'12', '-3.5', '+.5e-7', '1e', '--1', '', '6.02e23', '1.2.3'}
  q = 1;
  for c = w{1}
    k = [any(c == '+-'), any(c == '0':'9'), c == '.', any(c == 'eE')];
    if ~any(k), q = 0; else q = T(q, find(k, 1)); end
    if q == 0, break; end
  end
  printf("%-8s %d %g\n", w{1}, any(q == final), str2double(w{1}));
end
% A light.
light = 'red';
next = struct('red', 'green', 'green', 'yellow', 'yellow', 'red');
for k = 1:5
  printf("%s ", light);
  light = next.(light);
end
printf("\n");
% Coins.
credit = 0; price = 75; out = {};
for coin = [25 10 25 25 50 50]
  credit += coin;
  if credit >= price
    out{end+1} = sprintf('drink, %d back', credit - price);
    credit = 0;
  end
end
out
% A tape that adds one to a binary number.
tape = '1011'; pos = numel(tape); state = 'carry';
while ~strcmp(state, 'halt')
  if pos == 0
    tape = ['1' tape]; state = 'halt';
  elseif tape(pos) == '1'
    tape(pos) = '0'; pos--;
  else
    tape(pos) = '1'; state = 'halt';
  end
end
tape
bin2dec(tape)
% Cellular automaton 110.
row = false(1, 24); row(end) = true;
rule = bitget(110, 1:8);
for k = 1:8
  line = repmat(' ', 1, 24); line(row) = '*'; disp(line);
  l = [0 row(1:end-1)]; r = [row(2:end) 0];
  row = logical(rule(4*l + 2*row + r + 1));
end
