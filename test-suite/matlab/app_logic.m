% Truth tables, set algebra with masks, bits, Hamming codes, a satisfiability search.
T = dec2bin(0:7) - '0';
p = T(:,1); q = T(:,2); r = T(:,3);
disp([T, p & q | ~r, xor(p, q), ~(p | q) == (~p & ~q)])
implies = @(a, b) ~a | b;
all(implies(p & implies(p, q), q))
names = {'p', 'q', 'r'};
f = @(p, q, r) (p | q) & (~p | r) & (~q | ~r);
for k = 1:8
  v = num2cell(logical(T(k,:)));
  if f(v{:})
    printf("satisfied by"); 
    for j = 1:3, printf(" %s=%d", names{j}, T(k,j)); end
    printf("\n");
  end
end
% Hamming (7,4).
G = [1 0 0 0 0 1 1; 0 1 0 0 1 0 1; 0 0 1 0 1 1 0; 0 0 0 1 1 1 1];
H = [0 1 1 1 1 0 0; 1 0 1 1 0 1 0; 1 1 0 1 0 0 1];
mod(G*H', 2)
m = [1 0 1 1];
c = mod(m*G, 2)
e = c; e(3) = 1 - e(3);
syn = mod(H*e', 2);
[~, k] = ismember(syn', H', 'rows');
k
e(k) = 1 - e(k);
isequal(e, c)
d = sum(dec2bin(bitxor(9, 14)) == '1')
parity = @(n) mod(sum(dec2bin(n) - '0'), 2);
arrayfun(parity, 0:8)
bitor(uint8(12), uint8(3)), bitshift(1, 4), bitshift(16, -2), bitcmp(uint8(1))
fliplr(dec2bin(6, 5))
true + true, class(true + true), class([true false]), ~[1 0 2]
any([0 0 1]), all([1 1 0]), xor(true, true)
a = 5; b = 0;
if a && b, disp('both'); elseif a || b, disp('one'); else, disp('none'); end
isempty([]) && true
x = 3; x(2) = 7; x > 4
1:3 == [1 5 3]
ifelse = {'no', 'yes'};
ifelse{(3 > 2) + 1}
nnz([1 0 2 0]), find([0 1 1]), logical([2 0 -1])
