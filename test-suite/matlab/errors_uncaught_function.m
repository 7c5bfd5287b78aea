% An error of a function that nobody catches.
1;
function f(x), error('my:id', 'value %d is wrong', x); end
disp('before');
f(3)
disp('after');
