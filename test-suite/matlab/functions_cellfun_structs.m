% Results that are structs, and nothing.
z = cellfun(@(x) struct("a",x),{1,2}); class(z), size(z)
z
z = arrayfun(@(x) struct("a",x),[1,2;3 4])
cellfun(@(x) x,{},'UniformOutput',false)
arrayfun(@(x) x,[],'UniformOutput',false)
cellfun(@(x) x,cell(0,3),'UniformOutput',false)
cellfun(@(x) x,{})
arrayfun(@(x) x,[])
arrayfun(@(x) x,zeros(0,3))
structfun(@(x) x, struct())
cellfun(@isempty, {})
cellfun('isempty', {})
cellfun(@disp, {})
cellfun(@disp, {}, 'UniformOutput', false)
try, z = cellfun(@(x) struct("a",x),{1,"q"}), catch e, disp(e.message), end
try, z = cellfun(@(x) x,{1,struct("a",1)}), catch e, disp(e.message), end
try, z = cellfun(@(x) x,{struct("a",1), 1}), catch e, disp(e.message), end
try, z = cellfun(@(x) x,{struct("a",1), struct("b",1)}), catch e, disp(e.message), end
x = eye(3); x(end:-1:1,:)
trace(ones(2,3)), trace([1 2 3]), trace([1;2]), trace(zeros(0,3))
try, feval(3), catch e, disp(e.message), end
