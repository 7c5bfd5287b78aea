% Tables of functions.
ops = {'plus', @plus; 'minus', @minus; 'times', @times};
for k = 1:rows(ops)
  printf('%s: %d\n', ops{k, 1}, ops{k, 2}(6, 3));
end
pipeline = {@(x) x + 1, @(x) x * 2, @sqrt};
v = 7;
for f = pipeline, v = f{1}(v); end, v
results = cellfun(@(f) f(4), {@sqrt, @(x) x ^ 2, @num2str}, 'UniformOutput', false)
handlers = struct('on', @() disp('on!'), 'off', @() disp('off!'));
handlers.on(), handlers.off()
names = fieldnames(handlers)'
func2str(pipeline{2})
