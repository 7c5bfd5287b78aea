% Tic-tac-toe by minimax, and a text adventure of a few rooms.
1;
function w = winner(B)
  w = 0;
  L = [B; B'; diag(B)'; diag(fliplr(B))'];
  s = sum(L, 2);
  if any(s == 3), w = 1; elseif any(s == -3), w = -1; end
end
function [score, move, n] = minimax(B, player)
  n = 1; move = 0;
  w = winner(B);
  if w ~= 0 || all(B(:)), score = w; return; end
  score = -2*player;
  for k = find(~B)'
    C = B; C(k) = player;
    [s, ~, m] = minimax(C, -player);
    n += m;
    if s*player > score*player
      score = s; move = k;
    end
  end
end
function show(B)
  t = '.OX'(mod(B, 3) + 1);
  t(B == 1) = 'X'; t(B == -1) = 'O';
  disp(t);
end
B = [1 -1 1; 0 -1 0; 0 0 0];
show(B)
player = 1; total = 0;
while winner(B) == 0 && any(~B(:))
  [s, k, n] = minimax(B, player);
  total += n;
  B(k) = player;
  printf("%s plays %d (value %d)\n", char('O' + (player > 0)*9), k, s);
  player = -player;
end
show(B)
winner(B)
total
rooms.hall = struct('text', 'a hall', 'exits', struct('north', 'kitchen', 'east', 'garden'));
rooms.kitchen = struct('text', 'a kitchen', 'exits', struct('south', 'hall'));
rooms.garden = struct('text', 'a garden', 'exits', struct('west', 'hall'));
here = 'hall';
for cmd = {'north', 'east', 'south', 'east', 'dance'}
  r = rooms.(here);
  if isfield(r.exits, cmd{1})
    here = r.exits.(cmd{1});
    printf("you go %s and see %s\n", cmd{1}, rooms.(here).text);
  else
    printf("you cannot %s in %s\n", cmd{1}, r.text);
  end
end
rooms
