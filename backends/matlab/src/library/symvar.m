% The names of variables in an expression.
function vars = symvar(str)
  if nargin < 1
    print_usage();
  end
  names = regexp(str, '(?<![\w.])[A-Za-z]\w*(?!\w*\s*\()', 'match');
  constants = {'i', 'j', 'pi', 'Inf', 'NaN', 'eps', 'NA', 'e'};
  vars = cell(0, 1);
  for k = 1:numel(names)
    if ~any(strcmp(names{k}, constants)) && ~any(strcmp(names{k}, vars))
      vars{end + 1, 1} = names{k};
    end
  end
  vars = sort(vars);
end
