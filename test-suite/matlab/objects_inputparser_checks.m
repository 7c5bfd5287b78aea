% Checks of parsers.
p = inputParser;
p.addRequired('n', @(x) x > 0);
p.addOptional('m', 5, @isnumeric);
p.addParameter('mode', 'fast', @(s) any(strcmp(s, {'fast', 'slow'})));
p.parse(1); r = p.Results
p.parse(2, 3, 'mode', 'slow'); p.Results.mode, p.UsingDefaults
try, p.parse(-1), catch e, disp(e.message), end
try, p.parse(1, 2, 'mode', 3), catch e, disp(strtok(e.message, '.')), end
q = p; q.FunctionName = 'shared'; p.FunctionName
isobject(p), class(p), isa(p, 'inputParser'), isstruct(p.Results)
