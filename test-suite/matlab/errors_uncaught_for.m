% A handle is no values of a loop.
x = 1;
for k = @sin
 disp(1)
end
