% Colors in other terms.
hsv2rgb([0.3 0.5 0.7])
rgb2hsv([0.1 0.5 0.9; 1 1 1; 0 0 0; 0.5 0.2 0.2; 0.2 0.5 0.3])
hsv2rgb(rgb2hsv([0.1 0.5 0.9; 0.3 0.3 0.2]))
hsv2rgb([0 0 1; 0.5 1 1; 1 1 1])
try, hsv2rgb(), catch e, disp(e.message), end
