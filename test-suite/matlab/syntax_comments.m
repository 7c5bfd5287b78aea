#! first line
% percent
# hash
%{
block
  %{
  nested
  %}
%}
#{
hash block
#}
disp(1) % after
disp(2) # after
disp(3) %{ no block
disp(4)
%{ no block either
disp(5)
  %{
  indented
  %}
disp(6)
x = [1 % one
%{
in a matrix
%}
2];
disp(x')
y = {1, ... % continued
     2};
disp(size(y))
z = 1 + ... the rest is a comment
    2;
disp(z)
disp("% no comment"), disp('# nor this')
if true % comment
  % only a comment
end % comment
%}
disp(7)
% the end has no new line
