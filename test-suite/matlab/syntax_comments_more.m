% Comments in odd places.
x = [1 2 % one
     3 4 # two
     ];
disp(x)
%{
all of this
x = 5
%}
#{
and this
#}
y = { 'a', ... comment after dots
      'b' };
disp(y)
if x(1) == 1 % a condition
  disp('yes') # a call
end
z = 'not % a comment'; disp(z)
w = "nor # this"; disp(w)
1 + ... 
2
