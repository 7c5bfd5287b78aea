try, mod('abc', 2), catch e, disp(e.message), end
try, mod("abc", 2), catch e, disp(e.message), end
try, rem(3, 'abc'), catch e, disp(e.message), end
try, mod('a', 2), catch e, disp(e.message), end
try, mod('abc', single(2)), catch e, disp(e.message), end
try, mod('abc', int8(2)), catch e, disp(e.message), end
try, rem({1}, 2), catch e, disp(e.message), end
try, mod(2, struct()), catch e, disp(e.message), end
x = 'abc'; try, mod(x(1:2), 2), catch e, disp(e.message), end
try, mod(x', 2), catch e, disp(e.message), end
try, mod(1, x + 1), catch e, disp(e.message), end
try, mod(1, [x; x]), catch e, disp(e.message), end
try, mod(1, ['a' "b"]), catch e, disp(e.message), end
try, norm('abc'), catch e, disp(e.message), end
try, det('abc'), catch e, disp(e.message), end
try, det('a'), catch e, disp(e.message), end
try, eig('a'), catch e, disp(e.message), end
try, qr('a'), catch e, disp(e.message), end
try, schur('a'), catch e, disp(e.message), end
try, rand('abc'), catch e, disp(e.message), end
try, randperm('a'), catch e, disp(e.message), end
try, inv('a'), catch e, disp(e.message), end
try, svd('a'), catch e, disp(e.message), end
try, chol('a'), catch e, disp(e.message), end
