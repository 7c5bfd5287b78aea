a = int32([7 -7 8 -8 9]);
b = int32([2 2 3 3 -4]);
for op = {'fix', 'ceil', 'round', 'floor'}
  printf('%s:', op{1}); printf(' %d', idivide(a, b, op{1})); printf('\n');
end
c = idivide(uint8(200), uint8(3))
d = class(idivide(int16(7), 2))
e = idivide(int32(7), 2.5, 'round')
f = idivide(int8(7), int8(0))
try, idivide(7, 2), catch err, disp(err.message), end
try, idivide(int8(7), int16(2)), catch err, disp(err.message), end
