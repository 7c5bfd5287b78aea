% Operators that update.
x = 5; x += 2, x -= 1, x *= 3, x /= 2, x ^= 2
y = true; y |= false, y &= false
z = [1 2 3]; z(2) += 10, z .*= 2, z ./= 4, z .^= 2
k = 1; k++; k, k--; k, ++k; k
s.a = 1; s.a += 5; s
c = {1}; c{1} *= 4
w = 1:3; w(end) -= 1
!true, ~false, 1 != 2, 1 ~= 1
a = 3; a = -a, +a, -(-a)
