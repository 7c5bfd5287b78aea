% In conditions of if and while a scalar left of | or & may decide alone.
u0 = uint64(0); u1 = uint64(1);
try, if u0 | 3i, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if u1 | 3i, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if u1 & 3i, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if u0 & 3i, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | [1 1 0], disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | [1 1 1], disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 1 & [1 1 0], disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | {}, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 1 | {}, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | NaN, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | [], disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 1 & [], disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | 'a', disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if NaN | 1, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if (0 | [1 0]) & 1, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if (0 | [1 0]) == 1, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if !(0 | [1 0]), disp('y'), else, disp('n'), end, catch e, disp(e.message), end
k = 0;
try, while k | {}, disp('y'), break, end, catch e, disp(e.message), end
try, do, k++; until 0 | 3i, disp(k), catch e, disp(e.message), end
try, do, k++; until u0 | 3i, disp(k), catch e, disp(e.message), end
x.a=1;
try, if 0 | x, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if [] | 3, disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | ones(2,2,2), disp('y'), else, disp('n'), end, catch e, disp(e.message), end
try, if 0 | (@sin), disp('y'), else, disp('n'), end, catch e, disp(e.message), end
x = [1 2 3]; n = 3; i = 4;
if i > n | x(i) > 0, disp('short'), end
if i <= n & x(i) > 0, disp('no'), else, disp('short'), end
while i <= n & x(i) > 0, i++; end
try, do, i--; until i < 1 | x(i) == 2, disp(i), catch e, disp(e.message), end
i = 1;
try, do, i--; until i < 1 | x(i) == 2, disp(i), catch e, disp(e.message), end
i = 4;
if 0, elseif i > n | x(i) > 0, disp('elseif'), end
if (i > n | x(i) > 0), disp('parens'), end
try, if !(i > n | x(i) > 0), disp('unary'), else disp('u'), end, catch e, disp(e.message), end
try, if (i > n | x(i) > 0) + 1, disp('plus'), end, catch e, disp(e.message), end
try, if (i > n | x(i) > 0) && 1, disp('andand'), end, catch e, disp(e.message), end
try, if 1 && (i > n | x(i) > 0), disp('andand2'), end, catch e, disp(e.message), end
try, if i > n | x(i) > 0 | x(i), disp('chain'), end, catch e, disp(e.message), end
try, if i > n | x(i) > 0 & x(i), disp('chain2'), end, catch e, disp(e.message), end
try, if any(i > n | x(i) > 0), disp('arg'), end, catch e, disp(e.message), end
try, y = i > n | x(i) > 0, catch e, disp(e.message), end
try, if [1 1] | x(i), disp('arr'), end, catch e, disp(e.message), end
try, if [] | x(i), disp('arr'), end, catch e, disp(e.message), end
try, switch i > n | x(i), case 1, disp('sw'), end, catch e, disp(e.message), end
try, if 3 | x(i), disp('three'), end, catch e, disp(e.message), end
try, if 'a' | x(i), disp('char'), end, catch e, disp(e.message), end
try, if single(1) | x(i), disp('single'), end, catch e, disp(e.message), end
f = @() disp('called');
try, if true | f(), disp('t'), end, catch e, disp(e.message), end
try, if NaN | 0, disp('t'), else, disp('f'), end, catch e, disp(e.message), end
try, if NaN & 0, disp('t'), else, disp('f'), end, catch e, disp(e.message), end
try, if {1} | 0, disp('t'), else, disp('f'), end, catch e, disp(e.message), end
if [1 2] | [0 1], disp('a'), else, disp('b'), end
if 0 | [1 0], disp('a'), else, disp('b'), end
if 1 & [1 0], disp('a'), else, disp('b'), end
z = 3;
while z & 1, z--; end, z
for k = 1:3
  if k > 0 | k == 2, end
end
[m, id] = lastwarn()
k = 0;
while k < 3 | 0, k++; end
if 0 | 1, disp('x'), end
lastwarn('');
if (0 | 1) & (1 | 0), disp('x'), end
lastwarn()
warning('off', 'Octave:possible-matlab-short-circuit-operator');
if 1 | 0, disp('x'), end
x = [];
if 0 | x, disp('e'), else, disp('ne'), end
% An array on the left side is evaluated twice.
function r = said(v), printf('[%d]', v); r = v; end
if [said(1) said(1)] & said(1), disp('a'), end
if [said(1) said(0)] | said(1), disp('a'), end
