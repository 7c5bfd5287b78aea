% Random numbers of other kinds: their extents and classes.
size(randg(2, 2, 3)), size(randp(3, 1, 4)), size(rande(2)), class(rand(2, 'single')), size(randperm(5, 2)), all(randi([3 5], 1, 20) >= 3)
