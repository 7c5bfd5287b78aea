% Text in a box.
1;
function box(lines)
  w = max(cellfun(@numel, lines));
  bar = ['+', repmat('-', 1, w + 2), '+'];
  disp(bar);
  cellfun(@(l) printf('| %-*s |\n', w, l), lines);
  disp(bar);
end
box({'hello', 'a longer line', ''})
box({'x'})
