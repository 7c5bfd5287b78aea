% What cannot be a range.
1;
function show(f)
  try
    f();
  catch err
    disp(err.message)
  end
end
show(@() 1:{2})
show(@() true:3)
show(@() struct():3)
show(@() int8(1):int16(3))
show(@() int8(1):2.5)
show(@() int8(1):0.5:3)
show(@() int8(1):300)
1:Inf
