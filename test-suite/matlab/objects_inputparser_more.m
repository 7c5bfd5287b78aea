% What else parsers say.
p = inputParser;
p.FunctionName = 'fn';
p.addRequired('a');
try, p.addRequired('a'), catch e, disp(e.message), end
p.addOptional('o', 1);
try, p.addRequired('b'), catch e, disp(e.message), end
p.addParameter('k', 1);
try, p.addOptional('o2', 2), catch e, disp(e.message), end
try, p.parse(), catch e, disp(e.message), end
p.parse(1); p.Results
p.parse(1, 2, 'K', 3); p.Results
disp(p)
p
