% A signal of two tones: spectrum, low pass by FFT, convolution theorem, windows, Parseval.
n = 32; fs = 32;
t = (0:n-1)/fs;
x = sin(2*pi*2*t) + 0.5*sin(2*pi*10*t);
X = fft(x);
mag = abs(X)/n;
f = (0:n-1)*fs/n;
peaks = find(mag(1:n/2) > 0.1);
printf("%g Hz: %.4f\n", [f(peaks); 2*mag(peaks)]);
H = double(f <= 5 | f >= fs - 5);
y = real(ifft(X .* H));
printf("low pass error %.1e\n", max(abs(y - sin(2*pi*2*t))) < 1e-12);
printf("%.5f %.5f\n", sum(abs(x).^2), sum(abs(X).^2)/n);
a = [1 2 3 4]; b = [1 1 1];
m = numel(a) + numel(b) - 1;
c = real(ifft(fft(a, m) .* fft(b, m)));
printf("%.6f ", c); printf("\n");
conv(a, b)
fft([1 0 0 0])
fft([1 2 3 4])
ifft(fft([1 2 3 4]))
fftshift(-4:3)
w = hamming(8)';
printf("%.4f ", w); printf("\n");
printf("%.4f ", hanning(5)); printf("\n");
Y = fft2(magic(4));
real(Y(1,:))
abs(ifft2(Y) - magic(4)) < 1e-12
filter(1, [1 -0.5], [1 zeros(1, 5)])
filter([1 1]/2, 1, [2 4 6 8])
% Goertzel against the FFT.
k = 2; s1 = 0; s2 = 0; w = 2*pi*k/n;
for i = 1:n
  s0 = x(i) + 2*cos(w)*s1 - s2;
  s2 = s1; s1 = s0;
end
printf("%.6f %.6f\n", sqrt(s1^2 + s2^2 - 2*cos(w)*s1*s2), abs(X(3)));
[m, lag] = max(conv(x, fliplr(x)));
[m lag]
