% Dimensions in another order.
x = ones(1, 1, 3);
[y, n] = shiftdim(x); size(y), n
size(shiftdim(ones(2, 3, 4), 1)), size(shiftdim(ones(2, 3), -2)), size(shiftdim(ones(2, 3, 4), 2))
shiftdim([1 2; 3 4], 1)
flipdim([1 2; 3 4]), flipdim([1 2; 3 4], 2)
vech([1 2 3; 4 5 6; 7 8 9])
nonzeros([1 0 2; 0 3 0])
try, vech([1 2]), catch e, disp(e.message), end
try, nonzeros(), catch e, disp(e.message), end
