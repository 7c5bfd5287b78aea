% What names of binary files end with.
function ext = mexext()
  ext = 'mex';
end
