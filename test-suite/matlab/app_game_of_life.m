% Conway's game: a glider, a blinker, and a census.
1;
function n = neighbours(B)
  n = zeros(size(B));
  for dx = -1:1
    for dy = -1:1
      if dx || dy
        n = n + circshift(B, [dx dy]);
      end
    end
  end
end
function B = step(B)
  n = neighbours(B);
  B = (B & (n == 2 | n == 3)) | (~B & n == 3);
end
function show(B)
  t = repmat('.', size(B));
  t(B) = '#';
  disp(t);
end
B = false(6, 8);
B([3 10 13 14 15]) = true;
show(B)
for k = 1:4
  B = step(B);
end
disp('after 4:')
show(B)
sum(B(:))
C = false(5);
C(3, 2:4) = true;
D = step(C);
isequal(step(D), C)
D
n = neighbours(double(C))
P = conv2(double(C), [1 1 1; 1 0 1; 1 1 1], 'same');
isequal(P, n)
