% Transforms in several dimensions, and their shifts.
fftn([1 2; 3 4]), ifftn(fftn([1 2; 3 4])), fftshift(1:5), ifftshift(1:5), ifftshift([1 2 3; 4 5 6; 7 8 9])
real(ifft2(fft2([1 2; 3 4])))
detrend([1 2 4 7]'), unwrap([0 3 6 9]), fftfilt([1 1], [1 2 3 4]), interpft([1 2 3 2], 8)
periodogram([1 2 3 4])
