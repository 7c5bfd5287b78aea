% Convolutions.
fftconv([1 2 3], [4 5])
convn(ones(3), ones(2)), convn(ones(3), ones(2), 'same'), convn(ones(3), ones(2), 'valid')
size(convn(ones(2, 2, 2), ones(2, 2, 2)))
cplxpair([1+i 3 1-i]), cplxpair([2-i; 5; 2+i; 1])
try, fftconv([1 2; 3 4], 1), catch e, disp(e.message), end
