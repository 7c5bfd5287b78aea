% Arguments before the first text, and those from there on.
function [reg, varargout] = parseparams(params, varargin)
  if nargin < 1
    print_usage();
  end
  at = find(cellfun(@ischar, params), 1);
  if isempty(at)
    at = numel(params) + 1;
  end
  reg = params(1:at - 1);
  prop = params(at:end);
  if nargin == 1
    varargout = {prop};
    return
  end
  names = varargin(1:2:end);
  varargout = varargin(2:2:end);
  if mod(numel(prop), 2) ~= 0
    error('parseparams: needs odd number of arguments');
  end
  for k = 1:2:numel(prop)
    found = find(strcmpi(prop{k}, names));
    if isempty(found)
      error('parseparams: Invalid option name %s', prop{k});
    end
    varargout{found} = prop{k + 1};
  end
end
