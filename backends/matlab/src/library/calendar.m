% The days of a month.
function varargout = calendar(varargin)
  if nargin == 0
    now_ = clock();
    year = now_(1);
    month = now_(2);
    day = now_(3);
  elseif nargin == 1
    parts = datevec(varargin{1});
    year = parts(1);
    month = parts(2);
    day = parts(3);
  else
    year = varargin{1};
    month = varargin{2};
    day = [];
  end
  days = zeros(7, 6);
  first = weekday(datenum(year, month, 1));
  count = eomday(year, month);
  days(first:first + count - 1) = 1:count;
  if nargout > 0
    varargout = {days'};
    return
  end
  text = sprintf("    %2d    %2d    %2d    %2d    %2d    %2d    %2d\n", days);
  if ~isempty(day)
    number = find(days == day);
    at = floor(6 * number - 2 + (ceil(number / 7) - 1));
    text(at - 1 + (text(at) == ' ')) = '*';
  end
  names = {'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'};
  printf("                    %s %d\n     S     M    Tu     W    Th     F     S\n%s", names{month}, year, text);
end
