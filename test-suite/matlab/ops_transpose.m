% Rows and columns exchanged.
[1 2; 3 4]'
[1 2 3]'
(1:3)'
[1+2i 3]'
[1+2i 3].'
'abc'
'abc'.'
{1, 'a'; 2, 'b'}'
[true false]'
class(int8([1 2])')
size(zeros(0, 3)')
s = struct('a', {1, 2, 3})';
size(s)
s(3).a
x = reshape(1:20, 4, 5)'
