% What a value is.
values = {1, single(1), int8(1), true, 'a', 1i, {}, struct(), @sin, [], 1:3};
names = {'isnumeric', 'isreal', 'iscomplex', 'ischar', 'islogical', 'isfloat', 'isinteger', 'iscell', 'isstruct', ...
         'is_function_handle', 'iscellstr', 'isobject', 'isempty', 'isscalar'};
for k = 1:numel(names)
  printf('%-20s', names{k});
  for v = values
    printf('%d ', feval(names{k}, v{1}));
  end
  disp('')
end
for v = values
  printf('%s ', class(v{1}));
end
disp('')
isa(1, 'float'), isa(int8(1), 'integer'), isa(int8(1), 'numeric'), isa(true, 'numeric'), isa('a', 'char')
isa(1, {'double', 'single', 'numeric'})
isequal([1 2], [1 2]), isequal(1, 1, 2), isequal('a', 97), isequal({1, 'a'}, {1, 'a'})
isequal(struct('a', 1, 'b', 2), struct('b', 2, 'a', 1)), isequal(NaN, NaN), isequal([], {})
isdiag(eye(3)), isdiag([1 1; 0 2]), istril([1 0; 1 1]), istriu([1 0; 1 1])
issymmetric([1 2; 2 1]), issymmetric([1 2; 3 1]), issymmetric([1 2; 2.1 1], 0.1)
ishermitian([1 2i; -2i 1]), ishermitian([1 2i; 2i 1])
issymmetric([0 2; -2 0], 'skew')
isindex(3), isindex(0), isindex(3, 2), isindex(1.5)
try, isa(1, 5), catch err, disp(err.message), end
try, issymmetric({}), catch err, disp(err.message), end
