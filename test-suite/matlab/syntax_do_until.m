% Loops that test at their end, and loops left early.
k = 0;
do
  k++;
  if mod(k, 2), continue, end
  if k > 7, break, end
  printf('%d ', k);
until k >= 10
printf('\n%d\n', k);
n = 0; while true, n += 2; if n > 6, break; end, end, n
for i = [], disp('never'), end
i
for x = zeros(0, 3), disp('col'), end
for x = {1, 'a'; 2, 'b'}, disp(x), end
for x = [1 2; 3 4], disp(x'), end
for s = 'abc', printf('<%s>', s); end, printf('\n');
st.a = 1; st.b = 'two';
for [v, k] = st
  printf('%s: ', k); disp(v);
end
for k = 5:-2:1, printf('%d ', k); end, printf('\n');
for k = single(1:2), disp(class(k)), end
for k = int8([1 2]), disp(class(k)), end
