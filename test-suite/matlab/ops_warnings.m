% Warnings of operators, as lastwarn sees them.
1;
function show(label)
  [message, identifier] = lastwarn();
  printf("%s: %s <%s>\n", label, message, identifier);
  lastwarn('', '');
end
lastwarn('', '');
x = [1 2; 2 4] \ [1; 2];
show("left division");
x = [1 2] / [1 2; 2 4];
show("right division");
x = [1 2; 3 6.000000000000001] \ [1; 2];
show("nearly singular");
x = [1 2; 2 4] ^ -1;
show("power");
x = inv([1 2; 2 4]);
show("inverse");
x = [1 2; 3 4; 5 6] \ [1; 2; 3];
show("least squares");
x = zeros(2) \ [1; 2];
show("zeros");
x = ['a' 66];
show("characters");
x = (1:2):3;
show("range");
x = 1i:3;
show("complex range");
warning('off', 'Octave:singular-matrix');
x = [1 2; 2 4] \ [1; 2];
show("off");
warning('on', 'Octave:singular-matrix');
x = [1 2; 2 4] \ [1; 2];
show("on");
