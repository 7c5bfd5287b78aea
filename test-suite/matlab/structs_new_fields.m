% New fields of struct arrays that grow, and elements of fields and cells that have none.
e = struct('a',{}); e(1).x = 5
e = struct('a',{}); e(2).x = 5; size(e), fieldnames(e)'
e = struct('a',{}); e(1).a = 5
e = struct('a',{1,2}); e(3).x = 5; size(e), e(3), e(1)
e = struct('a',{}); e(1).x.y = 5; e.x
s.v = int32([]); s.v(end+1) = 5.5; class(s.v), s.v
s.v = ''; s.v(1) = 66; class(s.v), s.v
s.v = single([]); s.v(2) = 66; class(s.v), s.v
s.v = zeros(1,0); s.v(2) = int8(5); class(s.v)
s.v = int8(zeros(1,0)); s.v(2) = 5.5; class(s.v)
c={''}; c{1}(1)=66; class(c{1})
c={single([])}; c{1}(2)=true; class(c{1})
s.v = logical([]); s.v(1) = 3; class(s.v)
s.v = {}; s.v(2) = 3; class(s.v)
