% The area of a square, from the volume of a cube.
function v = square(a)
  v = shapes.cube(a) / a;
end
