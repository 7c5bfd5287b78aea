% Operators that classes do not have.
1;
function show(f)
  try
    f();
  catch err
    disp(err.message)
  end
end
show(@() {1} + 1)
show(@() 1 - {1})
show(@() [1 2] .* {1})
show(@() {1} == {1})
show(@() struct('a', 1) + 1)
show(@() struct('a', {1, 2}) * 2)
show(@() @sin + 1)
show(@() true & {1})
show(@() 'abc' == @sin)
show(@() -{1})
show(@() !struct('a', 1))
show(@() -@sin)
show(@() ones(2, 2, 2)')
show(@() single(1) + {1})
show(@() (1:3) + {1})
show(@() int8(1) / {1})
show(@() 1i ^ {1})
show(@() containers.Map() + 1)
