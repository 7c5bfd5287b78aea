% Figures are not drawn: a program that draws runs on.
x = 1;
disp(x)
