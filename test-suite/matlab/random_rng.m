% Seeds of random numbers.
rng(42); rand(1, 3)
rng('default'); rand(1, 2)
rng(3); rand, randn, randi(10)
s = rng; x = rand; rng(s); x == rand
s.Type, size(s.State)
