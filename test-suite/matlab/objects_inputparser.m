% Arguments with names and defaults.
1;
function r = area(varargin)
  p = inputParser;
  p.FunctionName = 'area';
  p.addRequired('width', @isnumeric);
  p.addOptional('height', 2, @(x) isnumeric(x) && x > 0);
  p.addParameter('units', 'cm', @ischar);
  p.addSwitch('verbose');
  p.parse(varargin{:});
  r = p.Results;
end
r = area(3)
r = area(3, 4)
r = area(3, 4, 'units', 'in')
r = area(3, 'units', 'mm', 'verbose')

try, area('x'), catch e, disp(e.message), end
try, area(1, -1), catch e, disp(e.message), end
try, area(1, 2, 'units', 3), catch e, disp(e.message), end
try, area(1, 2, 'foo', 3), catch e, disp(e.message), end
p = inputParser();
addRequired(p, 'a');
addParameter(p, 'b', 5);
addParamValue(p, 'c', 6);
parse(p, 1, 'c', 7);
p.Results, p.UsingDefaults, p.Parameters, p.Unmatched
p.KeepUnmatched = true;
p.parse(1, 'zzz', 3);
p.Unmatched
class(p)
q = inputParser;
q.StructExpand = true;
q.addParameter('x', 1);
q.parse(struct('x', 9));
q.Results.x
q.CaseSensitive, q.PartialMatching, q.FunctionName
