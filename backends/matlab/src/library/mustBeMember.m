% Errors unless all elements are in a set.
function mustBeMember(x, valid)
  if nargin ~= 2
    print_usage();
  end
  is_in = ismember(x, valid);
  if ~all(is_in(:))
    label = inputname(1);
    if isempty(label)
      label = 'input';
    end
    error('%s must be a member of the specified set; found %d elements that were not', label, sum(~is_in(:)));
  end
end
