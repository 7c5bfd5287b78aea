% Images as shades of gray.
rgb2gray([0.1 0.5 0.9])
rgb2gray(cat(3, [0.1 0.2], [0.3 0.4], [0.5 0.6]))
iscolormap([0 0 1; 1 1 1]), iscolormap([0 2 1])
im2double(uint8([0 128 255])), im2double([0.5 1])
