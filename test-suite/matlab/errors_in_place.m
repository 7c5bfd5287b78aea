% Operators that work in place have names of their own in errors, where both values have one class and nobody shares the elements.
A = ones(5, 5); B = ones(4, 5); C = single(B); D = int8(B); E = B > 0; F = B * 1i;
try, A += B; catch e, disp(e.message), disp(e.identifier), end
try, A -= B; catch e, disp(e.message), end
try, A .*= B; catch e, disp(e.message), end
try, A *= ones(3, 3); catch e, disp(e.message), end
try, A ./= B; catch e, disp(e.message), end
try, A += C; catch e, disp(e.message), end
try, A += D; catch e, disp(e.message), end
try, A += E; catch e, disp(e.message), end
try, A += F; catch e, disp(e.message), end
try, C += single(ones(5, 5)); catch e, disp(e.message), end
try, D += int8(ones(5, 5)); catch e, disp(e.message), end
try, D += ones(5, 5); catch e, disp(e.message), end
try, E += ones(5, 5) > 0; catch e, disp(e.message), end
try, E |= ones(5, 5) > 0; catch e, disp(e.message), end
try, E &= ones(5, 5) > 0; catch e, disp(e.message), end
try, F += A; catch e, disp(e.message), end
try, F -= ones(5, 5) * 1i; catch e, disp(e.message), end
try, A(:, 1) += ones(3, 1); catch e, disp(e.message), end
s.a = A; c = {A};
try, s.a += B; catch e, disp(e.message), end
try, c{1} += B; catch e, disp(e.message), end
r = 1:5;
try, r += 1:4; catch e, disp(e.message), end
Z = ones(2, 2, 2);
try, Z += ones(3, 2, 2); catch e, disp(e.message), end
G = A;
try, G += ones(3, 1); catch e, disp(e.message), end
% Zero has no sign in a subscript's error.
z = 0;
try, A(-z), catch e, disp(e.message), end
try, A(2, -z), catch e, disp(e.message), end
try, A(-z, 2) = 1; catch e, disp(e.message), end
try, A([1 -z]), catch e, disp(e.message), end
try, A(-0.4), catch e, disp(e.message), end
