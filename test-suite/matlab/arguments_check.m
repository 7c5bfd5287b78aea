% Numbers of outputs, and parameters with names.
1;
function varargout = f()
  nargoutchk(0, 1);
  varargout{1} = 1;
end
x = f()
try, [a, b] = f(); catch e, disp(e.message), end
[reg, prop] = parseparams({1, 2, 'linewidth', 10})
verLessThan('Octave', '7.0.0'), verLessThan('Octave', '99.0.0')
compare_versions('1.2.3', '1.2.4', '<'), compare_versions('1.2', '1.2.0', '=='), compare_versions('2.0', '1.9.9', '>=')
try, verLessThan('Octave'), catch e, disp(e.message), end
