% What is empty is left out.
[[] 1 []]
[1; []]
[[], []]
size([zeros(1, 0); 1])
size([zeros(1, 0), zeros(0, 1)])
size([zeros(0, 3); zeros(0, 3)])
size([zeros(0, 2), zeros(0, 3)])
size([zeros(3, 0), zeros(3, 0)])
class([int8([]) 1])
class([single([]), 1])
class(['' 65])
['' 'abc']
[{}, 1]
[{1}, []]
[{1}, {}]
[{}; 'a']
size([{}; zeros(0, 3)])
size([cell(1, 0), {1, 2}])
size(horzcat())
size(cat(3, [], []))
size(cat(3, [], 1))
