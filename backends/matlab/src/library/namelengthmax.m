% Characters that a name may have.
function n = namelengthmax()
  n = 63;
end
