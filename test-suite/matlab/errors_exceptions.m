% Exceptions as objects.
try
  error('pack:mod:id', 'value %d', 5);
catch err
  err.identifier, err.message, class(err), isempty(err.stack)
end
ME = MException('a:b', 'text %s', 'x'); ME.message
try, throw(ME), catch q, disp(q.identifier), end
try, error('simple'), catch q, disp(isempty(q.identifier)), end
try, error('with newline\n'), catch q, disp(q.message), end
try, error(struct('message', 'from struct', 'identifier', 'x:y')), catch q, disp(q.identifier), end
try
  try, error('one'); catch e, rethrow(e); end
catch e2, disp(e2.message)
end
lasterr
e = []; try, undefined_thing(1), catch e, end, e.message, e.identifier
try, [1 2](5), catch e, disp(e.identifier), end
try, ones(2, 3) + ones(3, 2), catch e, disp(e.message), disp(e.identifier), end
try, str2func(1), catch e, disp(e.message), end
try, feval('nofunction'), catch e, disp(e.message), end
try, x = {}; x{1}.a.b(3), catch e, disp(e.message), end
try, a = 1; a{1}, catch e, disp(e.message), end
try, a = 1; a.f, catch e, disp(e.message), end
try, f = @sin; f.a, catch e, disp(e.message), end
try, error('Octave:some-id', 'msg'), catch e, getReport_ = 1; disp(e.message), end
try, validateattributes(1, {'char'}, {}), catch e, disp(e.message), end
try, validateattributes([1 -2], {'numeric'}, {'positive'}), catch e, disp(e.message), end
try, assert(false), catch e, disp(e.message), end
try, assert(1, 2), catch e, disp(e.message), end
try, assert(false, 'custom %d', 3), catch e, disp(e.message), end
try, print_usage(), catch e, disp(e.message), end
try, inputname(1), catch e, disp(e.message), end
try, nargin('nosuch'), catch e, disp(e.message), end
warning('off', 'my:id'); warning('my:id', 'not shown'); [msg, id] = lastwarn(); 
warning('a warning'); [msg, id] = lastwarn()
err_ = 1; unwind_protect, x = 1; unwind_protect_cleanup, disp('c'), end_unwind_protect
