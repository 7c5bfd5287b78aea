% Functions of packages; those of a folder private are seen by the functions beside it.
addpath(fileparts(mfilename("fullpath")));
shapes.cube(2), shapes.flat.square(3)
f = @(x) shapes.cube(x); f(4)
g = @shapes.cube; g(5)
s = 0;
for k = 1:100
  s = s + shapes.cube(k) + folders_main(k);
end
s
try, shapes.ball(1), catch e, disp(e.message), end
try, times_ten(1), catch e, disp(e.message), end
