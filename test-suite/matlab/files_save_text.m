% Variables in Octave's text format.
x = 3; y = [1 2; 3 4.5]; z = 1 + 2i; w = [1+2i 3]; s = 'hello'; t = ['ab'; 'cd']; b = true; bm = [true false];
i8 = int8([1 2; 3 4]); u = uint16(7); c = {1, 'a'; [1 2], {}}; st.a = 1; st.b = 'q'; sa(1).p = 1; sa(2).p = [2 3];
r = 1:5; e = []; f = single(2.5); fm = single([1 2]); n = nan; inf_ = [inf -inf]; nd = ones(2, 2, 2); es = '';
d = eye(2); rr = 0:0.1:0.3; dq = "a\nb"; zc = zeros(0, 3); big = 1e10; tiny = [1.23456789012345e-10 pi];
name = tempname(); save('-text', name);
text = fileread(name); delete(name);
at = find(text == "\n", 1);
clear name
lines = regexprep(text(at + 1:end), '# name: name\n# type: sq_string\n# elements: 1\n# length: \d+\n[^\n]*\n\n\n', '');
disp(lines)
