% Maps of colors.
size(jet), jet(5), jet(8), jet(1), jet(2), jet(3), gray(4), gray(1), hsv(7), hot(9), hot(4)
cool(4), bone(9), copper(5), pink(5), spring(3), summer(3), autumn(3), winter(3), white(2)
sum(jet(64)), sum(hot(64))
