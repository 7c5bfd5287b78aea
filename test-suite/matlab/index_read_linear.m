% Linear indexing: which shape the result has.
A = reshape(1:12, 3, 4);
A(5)
A([1 5 9])
A([1; 5; 9])
A([1 2; 3 4])
A(:)'
A(end)
A(end-1:end)
r = 10:10:60;
c = r';
r([1 3])
r([1; 3])
c([1 3])
r([1 2; 3 4])
c([1 2; 3 4])
x = 7;
x([1 1 1])
x([1; 1])
x(ones(2, 2))
size(A([]))
size(A(zeros(1, 0)))
size(r([]))
size(r(zeros(0, 1)))
size(c(zeros(1, 0)))
size(x([]))
