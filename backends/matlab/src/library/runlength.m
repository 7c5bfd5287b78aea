% The lengths of runs of equal values.
function [count, value] = runlength(x)
  if nargin ~= 1
    print_usage();
  end
  if size(x, 2) == 1
    x = x.';
  end
  at = [find(x(1:end - 1) ~= x(2:end)), numel(x)];
  count = diff([0, at]);
  value = x(at);
end
