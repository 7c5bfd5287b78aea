% disp shows values without a name.
disp (5)
disp (-5.5)
disp ([1 2; 3 4])
disp ([1.5 NaN])
disp (true)
disp (int8 ([1 -2]))
disp (3 + 4i)
disp (0:3)
disp ({1, 'a'; [1 2], {}})
disp (1:30)
x = disp (pi);
printf ("[%s]", x);
x = disp ([1 2; 3 4]);
printf ("[%s]", x);
fdisp (stdout, [1 2])
display (5)
y = [1 2 3];
