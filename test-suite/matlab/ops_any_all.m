% What is true, NaN among it.
any([0 NaN]), all([1 NaN]), any([NaN; 1]), any([NaN 0; 0 1]), all([NaN 0; 0 1]), any([]), all([]), any(zeros(0, 3)), all(zeros(0, 3)), any([0 0; 0 1], 2), all([1 1; 0 1], 2), any('a'), any({}), any(int8([0 1])), all(single([1 2])), any(complex(0, NaN)), any(true), all(false), any(ones(2, 2, 2), 3)
x = NaN(1, 3); if any(x), disp('some'), else, disp('none'), end
if NaN, disp('true'), else, disp('false'), end
