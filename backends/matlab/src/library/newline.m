% The character that ends lines.
function c = newline()
  c = "\n";
end
