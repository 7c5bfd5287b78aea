% Quotes, escapes and transpositions.
a = 'it''s'; b = "say \"x\" and ""y"""; c = 'a\nb'; d = "a\tb\\n";
disp(a), disp(b), disp(c), disp(d)
disp(double("\a\b\f\n\r\t\v\0\101\x41\'")), disp(double('\a'))
e = "first \
second";
disp(e)
disp(['abc'; 'def']'), disp('abc'(2)), disp("abc"(end:-1:1))
x = [1 2]; s.f = [3 4]; k = {[5 6]};
disp(x'), disp(x'*x), disp(s.f'), disp(k{1}'), disp((x)'), disp([x]'), disp(x''), disp(x.')
y = x'; z = x'; % 'not a text'
disp(y' + z') # "nor this"
disp("a%b"), disp('a#b'), disp("a...b")
printf("%s|%d%%\n", 'q', 3); printf('%s\n', "w");
if x, disp 'x', end
t = ["ab", 'cd'; "efgh"];
disp(t), disp(class(t)), disp({'a' ; 'b'}'{2})
disp(["a" 'b']), disp(strcat('a', "b"))
