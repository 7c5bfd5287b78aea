% The triangle of Pascal.
row = 1;
for k = 0:6
  printf('%s%s\n', repmat(' ', 1, 2 * (6 - k)), sprintf('%4d', row));
  row = [1, row(1:end - 1) + row(2:end), 1];
end
isequal(arrayfun(@(k) nchoosek(6, k), 0:6), diag(fliplr(pascal(7)))')
