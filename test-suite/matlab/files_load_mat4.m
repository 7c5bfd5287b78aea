% MAT-files of version 4: numbers of all kinds, text, complex numbers, in both orders of bytes.
name = tempname();
file = fopen(name, 'w');
put = @(code, rows, columns, is_complex, word, order) ...
  {fwrite(file, [code rows columns is_complex numel(word) + 1], 'int32', 0, order), fwrite(file, [word char(0)], 'uint8')};
put(0, 2, 2, 0, 'a', 'ieee-le'); fwrite(file, [1 2 3 4.5], 'double', 0, 'ieee-le');
put(1, 1, 4, 0, 'text', 'ieee-le'); fwrite(file, double('word'), 'double', 0, 'ieee-le');
put(0, 1, 1, 1, 'c', 'ieee-le'); fwrite(file, [1 2], 'double', 0, 'ieee-le');
put(10, 3, 1, 0, 'single', 'ieee-le'); fwrite(file, [1 2 0.5], 'single', 0, 'ieee-le');
put(20, 1, 2, 0, 'long', 'ieee-le'); fwrite(file, [-70000 3], 'int32', 0, 'ieee-le');
put(30, 1, 2, 0, 'short', 'ieee-le'); fwrite(file, [-7 3], 'int16', 0, 'ieee-le');
put(40, 1, 2, 0, 'word', 'ieee-le'); fwrite(file, [65535 3], 'uint16', 0, 'ieee-le');
put(50, 1, 2, 0, 'byte', 'ieee-le'); fwrite(file, [255 3], 'uint8');
put(0, 0, 0, 0, 'e', 'ieee-le');
put(1000, 1, 3, 0, 'big', 'ieee-be'); fwrite(file, [1 -2 1e300], 'double', 0, 'ieee-be');
fclose(file);
load(name)
a, text, c, single, long, short, word, byte, e, big
class(text), class(long)
s = load(name);
fieldnames(s)'
s = load(name, 'b*')
delete(name)
