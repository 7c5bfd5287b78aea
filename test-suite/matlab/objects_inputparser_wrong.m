% What parsers say of themselves and of wrong arguments.
p = inputParser; p.addRequired('a'); p.addParameter('k',1); p.addSwitch('v');
p
try, p.parse(), catch e, disp(e.message), end
try, p.parse(1,'k'), catch e, disp(e.message), end
try, p.parse(1,2), catch e, disp(e.message), end
try, p.parse(1,'z',2), catch e, disp(e.message), end
try, p.parse(1,'k',2,3), catch e, disp(e.message), end
p.parse(1,'v'), p.Results, p.UsingDefaults
q = inputParser; q.addOptional('o','d'); q.addParameter('k',1);
q.parse('k',3), q.Results
q.parse('zz'), q.Results
q.parse('zz','k',5), q.Results
try, q.nope, catch e, disp(e.message), end
try, q.Results = 3; catch e, disp(e.message), end
try, q.nope = 3; catch e, disp(e.message), end
q.CaseSensitive = true; try, q.parse('x','K',2), catch e, disp(e.message), end
w = inputParser; w.addParameter('n', 3, @(x) validateattributes(x, {'numeric'}, {'positive'}));
try, w.parse('n', -1), catch e, disp(e.message), end
w = inputParser; w.addOptional('n', 3, @isnumeric); w.addOptional('m', 4, @ischar);
try, w.parse({}), catch e, disp(e.message), end
w.parse(1,'q'), w.Results
w.UsingDefaults, class(w.Parameters), size(w.UsingDefaults)
isobject(w), isstruct(w), isa(w,'handle'), isempty(w), numel(w), size(w)
disp(w.Unmatched)
