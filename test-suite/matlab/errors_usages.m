% Calls with arguments that functions do not take.
calls = {'sin()', 'numel()', 'fliplr()', 'zeros(1,2,"x")', 'strrep("a")', 'regexp("a")', 'strsplit()', 'cellfun(@sin)', 'ones()', 'find()', ...
  'mat2str()', 'strcat()', 'linspace(1)', 'interp1(1)', 'polyfit(1,2)', 'upper()', 'size()', 'reshape(1)', 'max()', 'sort()', 'num2str()', ...
  'struct("a")', 'fieldnames()', 'isfield(1)', 'cell2mat()', 'strjoin()', 'trapz()', 'cross(1)', 'kron(1)', 'det()', 'inv()', 'eig()', 'norm()'};
for k = 1:numel(calls)
  try
    eval([calls{k} ';']);
    printf('%s: no error\n', calls{k});
  catch e
    printf('%s: %s\n', calls{k}, e.message);
  end
end
