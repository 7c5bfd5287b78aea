% Conversion between classes.
double('abc')
double(int8([1 2]))
single(pi)
int8([1.5 2.5 -1.5 200 -200 NaN])
uint8([-5 2.5 3.5 300])
int32(1e10)
uint64(1e20)
int8('a')
logical([1 0 2])
logical([])
cast(1.7, 'int8')
cast([65 66], 'char')
class(cast(1, 'single'))
typecast(single(1), 'uint32')
typecast(uint8([0 0 128 63]), 'single')
typecast([1 2], 'uint8')
typecast('abcd', 'uint32')
typecast(int8(-1), 'uint8')
typecast(uint8(1:8)', 'uint16')
swapbytes(uint16([1 256]))
swapbytes(int32(1))
double(true)
class(double(single(1)))
class(single(int8(1)))
int8(1:3)
single(eye(2))
try, double({1}), catch err, disp(err.message), end
try, int8(1i), catch err, disp(err.message), end
try, int16({1}), catch err, disp(err.message), end
try, logical(NaN), catch err, disp(err.message), end
try, logical('a'), catch err, disp(err.message), end
try, logical({}), catch err, disp(err.message), end
try, single(struct()), catch err, disp(err.message), end
try, typecast(uint8(1:3), 'uint16'), catch err, disp(err.message), end
try, typecast(1, 'foo'), catch err, disp(err.message), end
try, cast(1, 'foo'), catch err, disp(err.message), end
try, swapbytes('a'), catch err, disp(err.message), end
