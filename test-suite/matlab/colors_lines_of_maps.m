% Maps of other lengths.
gray(2), hot(3), cool(1), jet(4), hsv(2), bone(3), copper(2), pink(2), spring(1), summer(2), autumn(2), winter(2)
m = jet(16); m([1 8 16], :), all(m(:) >= 0 & m(:) <= 1), size(hot(10)), rgb2hsv(hsv2rgb([0.25 1 1]))
