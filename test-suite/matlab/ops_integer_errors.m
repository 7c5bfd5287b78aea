% Integer classes do not mix, and have no matrix product.
1;
function show(f)
  try
    f()
  catch err
    disp(err.message)
  end
end
show(@() int8(1) + int16(1))
show(@() int8([1 2]) .* uint8([1 2]))
show(@() int8(1) + 1i)
show(@() int32([1 2; 3 4]) * int32([1 2; 3 4]))
show(@() int32([1 2; 3 4]) * [1 2; 3 4])
show(@() int32([1 2; 3 4]) ^ 2)
show(@() int32([1 2]) / [3 4])
show(@() int8([1 2]) + int8([1 2 3]))
show(@() int8(1):int16(3))
show(@() int8(1):2.5)
