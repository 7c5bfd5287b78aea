% A variable may have the name of a function: the note on it knows no other names of functions, and no methods.
1;
function tell(f)
  try, f(); catch err, disp(err.message), end
end
i = [1 2]; j = i; inf = i; nan = i; lower = i; upper = i; J = i; I = i; NaN = i; Inf = i;
sum = i; sparse = i; keys = i; max = i; gammaln = i; lgamma = i; tolower = i; mine = i;
function r = own_function(), r = 1; end
own_function = i;
for name = {'i', 'j', 'inf', 'nan', 'lower', 'upper', 'J', 'I', 'NaN', 'Inf', 'sum', 'sparse', 'keys', 'max', 'gammaln', 'lgamma', 'tolower', 'mine', 'own_function'}
  try
    eval([name{1}, '(3)']);
  catch err
    disp(err.message)
  end
end
try, i(0), catch err, disp(err.message), end
try, max(3, 1), catch err, disp(err.message), end
