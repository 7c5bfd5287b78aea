% The bytes of numbers as text.
num2hex(pi), num2hex(single(1)), num2hex([1; 2]), num2hex(-0), num2hex(int8(-1)), num2hex([1 2], 'cell')
hex2num('400921fb54442d18'), hex2num({'4', 'c00'}), hex2num('3f800000', 'single')
base64_encode(pi), base64_encode([1 2 3]), base64_decode('GC1EVPshCUA='), base64_decode(base64_encode([1 2; 3 4]), [2 2]), base64_encode(uint8('hello'))
try, num2hex(1i), catch e, disp(e.message), end
try, hex2num('xyz'), catch e, disp(e.message), end
try, base64_encode('a'), catch e, disp(e.message), end
try, base64_decode(1), catch e, disp(e.message), end
