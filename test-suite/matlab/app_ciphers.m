% Caesar, Vigenere, substitution, run lengths, Morse and checksums.
1;
function t = caesar(s, k)
  t = s;
  u = s >= 'A' & s <= 'Z';
  l = s >= 'a' & s <= 'z';
  t(u) = mod(s(u) - 'A' + k, 26) + 'A';
  t(l) = mod(s(l) - 'a' + k, 26) + 'a';
end
function t = vigenere(s, key, sgn)
  k = key(mod(0:numel(s)-1, numel(key)) + 1) - 'A';
  t = char(mod(s - 'A' + sgn*k, 26) + 'A');
end
function r = rle(s)
  r = '';
  i = 1;
  while i <= numel(s)
    j = i;
    while j < numel(s) && s(j+1) == s(i), j++; end
    r = [r sprintf('%d%c', j-i+1, s(i))];
    i = j + 1;
  end
end
function s = unrle(r)
  s = '';
  tok = regexp(r, '(\d+)(\D)', 'tokens');
  for k = 1:numel(tok)
    s = [s repmat(tok{k}{2}, 1, str2double(tok{k}{1}))];
  end
end
s = 'Hello, World!';
c = caesar(s, 3)
caesar(c, -3)
for k = [1 13 25]
  printf("%2d %s\n", k, caesar('Attack at dawn', k));
end
v = vigenere('ATTACKATDAWN', 'LEMON', 1)
vigenere(v, 'LEMON', -1)
r = rle('WWWWBBBWWCAAAAAAAAAAAA')
strcmp(unrle(r), 'WWWWBBBWWCAAAAAAAAAAAA')
alphabet = 'abcdefghijklmnopqrstuvwxyz';
key = 'qwertyuiopasdfghjklzxcvbnm';
[~, pos] = ismember('octave', alphabet);
key(pos)
morse = containers.Map({'s', 'o', 'e', 't'}, {'...', '---', '.', '-'});
out = {};
for ch = 'sosto'
  if isKey(morse, ch), out{end+1} = morse(ch); else out{end+1} = '?'; end
end
strjoin(out, ' ')
% Luhn, ISBN, and a Fletcher checksum.
luhn = @(d) mod(sum([d(end:-2:1), arrayfun(@(x) sum(dec2bin(2*x) * 0) + floor(2*x/10) + mod(2*x, 10), d(end-1:-2:1))]), 10) == 0;
luhn('79927398713' - '0')
luhn('79927398710' - '0')
isbn = '030640615';
mod(-sum((isbn - '0') .* (10:-1:2)), 11)
a = 0; b = 0;
for ch = uint8('abcde')
  a = mod(a + double(ch), 255);
  b = mod(b + a, 255);
end
printf("%04X\n", b*256 + a);
dec2bin(bitxor(uint8('K'), uint8('z')))
double('Octave')
char([79 99 116 97 118 101])
