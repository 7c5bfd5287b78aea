% The volume of a cube.
function v = cube(a)
  v = a ^ 3;
end
