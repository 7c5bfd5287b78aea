% An error within unwind_protect is where it was.
x = 1;
unwind_protect
  y = 2; error("in u")
unwind_protect_cleanup
  disp(3)
end_unwind_protect
