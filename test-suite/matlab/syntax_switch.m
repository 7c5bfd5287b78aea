% Choices by value.
1;
function r = kind(x)
  switch x
    case 1
      r = 'one';
    case {2, 3}
      r = 'two or three';
    case 'text'
      r = 'a text';
    case {'a', 'b', 4}
      r = 'mixed';
    otherwise
      r = 'other';
  end
end
disp(kind(1)), disp(kind(2)), disp(kind(3)), disp(kind('text')), disp(kind('a')), disp(kind(4)), disp(kind('z')), disp(kind([])), disp(kind(1.5))
switch 'abc', case 'ABC', disp('upper'), otherwise, disp('none'), end
switch 3, end
switch [1 2], case 1, disp('x'), case [1 2], disp('array'), otherwise, disp('no'), end
switch {}, otherwise, disp('cell'), end
