% The message that ends a program.
x = 1:3;
disp('before');
y = x(4);
disp('after');
