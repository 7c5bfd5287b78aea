% Fields of several structs, of none, and of what is no struct are no places for one value.
s = struct('a',{1,2},'c',{0,0});
try, s.c = s.a, catch e, disp(e.message), end
try, s.c = 5, catch e, disp(e.message), end
try, s.new = 5, catch e, disp(e.message), end
try, [s.c] = deal(7), catch e, disp(e.message), end
try, s.c(2) = 5, catch e, disp(e.message), end
try, s.c.d = 5, catch e, disp(e.message), end
e = struct('a',{});
try, e.a = 1, catch er, disp(er.message), end
try, e.b = 1, catch er, disp(er.message), end
e = zeros(1,0); 
try, e.x = 1, catch er, disp(er.message), end
e = []; e.x = 1
e = zeros(0,3);
try, e.x = 1, catch er, disp(er.message), end
e = 5;
try, e.x = 1, catch er, disp(er.message), end
e = ones(2,2);
try, e.x = 1, catch er, disp(er.message), end
e = {};
try, e.x = 1, catch er, disp(er.message), end
e = '';
try, e.x = 1, catch er, disp(er.message), end
q.s = s;
try, q.s.c = 5, catch e, disp(e.message), end
