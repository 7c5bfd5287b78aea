% Cells in cells: display and walking.
c = {1, {2, 'x', {[], {}}}, {3; {4}}}
function n = depth (x)
  n = 0;
  if iscell (x)
    n = 1 + max ([0, cellfun(@depth, x(:)')]);
  end
end
depth (c), depth (5), depth ({})
function flat = flatten (x)
  flat = {};
  for k = 1:numel (x)
    if iscell (x{k})
      flat = [flat, flatten(x{k})];
    else
      flat{end + 1} = x{k};
    end
  end
end
f = flatten (c);
size (f), class (f{3})
cellfun (@(e) isempty (e), f)
c{2}{3}{2} = 'deep';
c{2}{3}
d = {};
d{2, 3} = 1;
d, size (d)
isequal ({1, {2}}, {1, {2}}), isequal ({1, {2}}, {1, {3}})
x = {1, 2, 3};
x(2) = {'two'};
x{3}(4) = 9
x(cellfun (@ischar, x)) = []
