% Equality where NaN equals NaN.
isequaln(NaN, NaN), isequaln([1 NaN], [1 NaN]), isequaln([1 NaN], [1 2])
a.x = NaN; b.x = NaN; isequaln(a, b)
isequaln({1, NaN}, {1, NaN}), isequaln('a', 'a'), isequaln(1, 1, 1), isequaln(NaN, NaN, 1)
