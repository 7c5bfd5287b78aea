% Letters moved, with a table.
key = 3; msg = 'Hello, World';
up = msg >= 'A' & msg <= 'Z'; lo = msg >= 'a' & msg <= 'z';
enc = msg;
enc(up) = char(mod(msg(up) - 'A' + key, 26) + 'A');
enc(lo) = char(mod(msg(lo) - 'a' + key, 26) + 'a');
enc
['ABC'; char(mod(('ABC') - 'A' + key, 26) + 'A')]
