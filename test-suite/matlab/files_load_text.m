% What was saved is loaded again.
x = 3; y = [1 2; 3 4.5]; s = 'hello'; c = {1, 'a'; [1 2], {}}; st.a = 1; st.b = {2}; i8 = int8([1 2; 3 4]);
r = 1:5; z = [1+2i 3]; b = [true false]; d = eye(2); dq = "a\nb"; zc = zeros(0, 3);
f = tempname();
save(f, 'x', 'y', 's', 'c', 'st', 'i8', 'r', 'z', 'b', 'd', 'dq', 'zc');
clear x y s c st i8 r z b d dq zc
load(f)
x, y, s, c, st, i8, r, z, b, d, dq, zc
t = load(f, 'x', 's')
save('-append', f, 'x');
q = 7; save('-append', f, 'q');
t = load(f); t.q, numfields(t)
delete(f);
st.p = 1; save('-text', f, '-struct', 'st'); t = load(f), delete(f);
