% The variables that are visible: a list, a table, values; by patterns, for functions, of all kinds.
a = 3; b = 'hello'; c = {1,2}; s.x = 1; s.y = 'ab'; z = 1+2i; r = 1:5; l = true; f = @sin; e = [];
i8 = int8([1 2;3 4]); global g; g = 5; n = zeros(3,4,2); m = containers.Map();
whos
whos a b
whos -regexp ^s
who
x = whos('a', 'z');
disp(size(x)); disp(x(1)); x(2)
averyveryverylongvariablename = 1; big = zeros(1000,200); t = ones(100,2,3,4); D = eye(3); str = "";
whos a* b?g t D str
long = zeros(1234567,1,'int8'); many = zeros(1,2,3,4,5,6,7,8);
whos long many l
clear -regexp ^(a|b|[d-z])
who
whos
whos nothing
who b* a*
B = 1; ab = 2; a = 1;
whos a a* B
fieldnames(whos('nothing'))
who('zzz'), who('a*')
who global
whos global
try, whos(1), catch err, disp(err.message), end
who -x
function r = scope(q, varargin)
  persistent k;
  k = single(2i);
  w = whos;
  r = {w.name; w.persistent; w.complex; w.bytes; w.class};
end
scope(1, 2)
% The function of a call is looked for when its arguments are there.
try, nosuch(undefd), catch err, disp(err.message), end
try, x = nosuch(printf("hi\n")), catch err, disp(err.message), end
try, nosuch{undefd}, catch err, disp(err.message), end
try, nosuch(1).b(undefd), catch err, disp(err.message), end
try, nosuch(:), catch err, disp(err.message), end
