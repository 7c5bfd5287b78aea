% Loops over the fields of structures.
st.a = 1; st.b = 'two';
for [v, k] = st
  printf('%s: ', k); disp(v);
end
v, k
sa(1).p = 1; sa(2).p = 2;
for [v, k] = sa, k, v, end
for [v, k] = struct(), disp('no'), end
try, for [v, k] = 5, disp('x'), end, catch e, disp(e.message), end
for [v, k] = st
  st.c = 1; disp(k)
  if strcmp(k, 'a'), continue, end
  break
end
for x = zeros(0, 3), disp('col'), end
