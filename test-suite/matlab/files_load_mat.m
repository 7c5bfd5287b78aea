% MAT-files, compressed and not.
x = 3; y = [1 2; 3 4.5]; s = 'hello'; c = {1, 'a'; [1 2], {}}; st.a = 1; st.b = {2};
sa(1).p = 1; sa(2).p = 'x'; i8 = int8([1 2; 3 4]); z = [1+2i 3]; b = [true false]; f1 = single(1.5); u64 = intmax('uint64');
n3 = reshape(1:8, 2, 2, 2); e = []; es = '';
for option = {'-v6', '-v7'}
  f = tempname();
  save(option{1}, f, 'x', 'y', 's', 'c', 'st', 'sa', 'i8', 'z', 'b', 'f1', 'u64', 'n3', 'e', 'es');
  q = load(f);
  delete(f);
  disp(isequal(q.x, x) && isequal(q.y, y) && isequal(q.s, s) && isequal(q.t, t) && isequal(q.c, c) && isequal(q.st, st))
  disp(isequal(q.i8, i8) && isequal(q.z, z) && isequal(q.b, b) && isequal(q.f1, f1) && isequal(q.u64, u64) && isequal(q.n3, n3))
  disp(class(q.i8)), disp(class(q.b)), disp(class(q.f1)), disp(class(q.u64)), disp(size(q.sa)), disp(q.sa(2).p), disp(size(q.e)), disp(size(q.es))
end
