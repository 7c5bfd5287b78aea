% Calls a function of the folder private.
function r = folders_main(x)
  r = times_twenty(x) + 1;
end
