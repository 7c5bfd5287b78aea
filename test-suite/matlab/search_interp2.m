% interp2: methods, falling coordinates, extrapolation, grids and errors.
1;
function show(varargin)
  try, r = interp2(varargin{:}); disp(size(r)), printf('%.12g ', r); disp(''), catch err, disp(err.message), end
end
x = [10 30 50 70 90]; y = [40 44 45 47 51]; z = magic(5);
for word = {'nearest', 'linear', 'cubic', 'pchip', 'spline'}
  disp(word{1})
  show(x, y, z, [58.4 20], [46.8; 44.5], word{1});
  show(x, fliplr(y), z, [58.4 20], [46.8; 44.5], word{1});
  show(fliplr(x), fliplr(y), z, [58.4; 20], [46.8 44.5], word{1});
  show(fliplr(x), y, z, 58.4, 44.5, word{1});
  show(x, y, z, 5, 46.8, word{1});
  show(x, y, z, 5, 46.8, word{1}, 0);
end
show(x, y, z, [58.4 20], [46.8 44.5], 'linear');
show(x, y, z, [58.4 20], [46.8 44.5], 'spline');
show(x, y, z, [58.4 20; 58.4 21], [46.8 46.8; 45.5 45.5], 'spline');
show(x, y, z, [58.4 20; 58.4 21], [46.8 46.8; 45.5 45.5], 'cubic');
show(x, y, z, [58.4 20 30], [46.8 46.8]);
show(x([1 3 2 4 5]), y, z, 15, 46.8);
show(x, y, z(1:3, :), 15, 46.8);
show(z, 2.5, 3.5, 'cubic');
show(z(1:2, 1:2), 1, 'spline');
show(x(1:2), y(1:2), z(1:2, 1:2), 12, 41, 'cubic');
