% `end` in assignments to what does not exist yet.
1;
function r = grown(x), r(end + 1) = x; end
function try_it(code)
  try, eval(code), catch err, disp(err.message), end
end
try_it('R(end + 1) = 1');
try_it('R(1 + end) = 1');
try_it('R(end) = 1');
try_it('R{end + 1} = 1');
try_it('R(end + 1).a = 1');
try_it('R(2, end + 1) = 1');
try_it('R.a(end + 1) = 1');
try_it('R.a{end + 1} = 1');
try_it('R(max(end, 1) + 1) = 1');
try_it('R(end + 1:end + 3) = 1');
try_it('v = 1:4; R(v(end)) = 1');
try_it('R(end) += 1');
try_it('R(end) = []');
try_it('[R(end + 1), b] = size(1)');
try_it('x = sin(end)');
try_it('r = grown(3)');
try_it('c = {}; c{3}(end + 1) = 1');
try_it('c = {1}; c{1}(end + 1) = 1');
try_it('c = {1}; c{end + 1}(end + 1) = 1');
try_it('s = struct(''a'', {1, 2}); s(3).a(end + 1) = 1');
try_it('s = struct(''a'', {1, 2}); s(2).a(end + 1) = 1; s(2)');
try_it('s = struct(''a'', {1, 2}); s(end + 1).b = 1');
try_it('s = struct(''a'', 1); s.b(end + 1) = 1');
try_it('s = struct(''a'', 1); s.b.c(end + 1) = 1');
try_it('s = struct(''a'', []); s.a(end + 1) = 1');
try_it('s = struct(); s(2).a(end + 1) = 1');
try_it('s = struct(); n = ''a''; s.(n)(end + 1) = 1');
try_it('R += 1');
try_it('R(2) += 1');
try_it('R.a += 1');
try_it('R{2} += 1');
r = [];
for k = 1:3, r(end + 1) = k; end, r
try
  for k = 1:3, q(end + 1) = k; end, q
catch err
  disp(err.message)
end
