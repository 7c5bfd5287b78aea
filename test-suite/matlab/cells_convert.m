% Between cells, arrays and structs.
num2cell ([1 2; 3 4])
num2cell ([1 2; 3 4], 1)
num2cell ('ab')
cell2mat ({1, 2; 3, 4})
cell2mat ({[1 2], 3; [4 5], 6})
cell2mat ({'ab', 'c'})
cell2mat ({})
mat2cell ([1 2 3 4; 5 6 7 8], [1 1], [2 2])
mat2cell (1:4, 1, [3 1])
struct2cell (struct ('a', 1, 'b', 'x'))
cell2struct ({1; 'two'}, {'num'; 'word'}, 1)
s = cell2struct ({1, 2; 3, 4}, {'a', 'b'}, 2);
size (s), s(2)
cellslices ([1 2 3 4], [1 3], [2 4])
try
  cell2mat (5)
catch err
  disp (err.message)
end
try
  cell2mat ({1, 'a'})
catch err
  disp (err.message)
end
try
  mat2cell (1:3, 1, [2 2])
catch err
  disp (err.message)
end
try
  cell2struct ({1, 2}, {'a'}, 2)
catch err
  disp (err.message)
end
