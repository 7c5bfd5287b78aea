% Errors where a function has too few or too many outputs.
function msg = nargoutchk(minargs, maxargs, nargs, outtype)
  if nargin == 2
    count = evalin('caller', 'nargout;');
    if minargs > maxargs
      error('nargoutchk: MINARGS must be <= MAXARGS');
    end
    if count < minargs
      error('nargoutchk: Not enough output arguments');
    elseif count > maxargs
      error('nargoutchk: Too many output arguments');
    end
    return
  elseif nargin < 3
    print_usage();
  end
  msg = '';
  if nargs < minargs
    msg = 'not enough output arguments';
  elseif nargs > maxargs
    msg = 'too many output arguments';
  end
end
