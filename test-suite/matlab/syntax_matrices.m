% White space, signs, quotes and new lines inside of brackets.
a = [1 2]; x = 3;
disp([1 -2]), disp([1 - 2]), disp([1 , -2]), disp([1 -2 + 3]), disp([1 - 2 -3])
disp([a' a']), disp([a', a']), disp([x ', ' 'y'])
disp([x (1)]), disp([a(1) -1]), disp([a(1 -0) +x])
disp([1 !0]), disp([1 ~= 0]), disp([1 ==0]), disp([1 :3])
m = [1, 2 % first
     3, 4 ... second
     ];
disp(m)
n = [
  1 2

  3 4 ;
  5 6
];
disp(n), disp(size([;])), disp([,1]), disp([1, 2, ]), disp([1;;2])
c = {1, 'a' "b"
     [1 -1], {x'}, @(t) t -1};
disp(size(c)), disp(c{2, 3}(5)), disp(c{1, 2}')
i = 1; d = {4, 5, 6};
disp(d{i +1}), disp(d{ i }), disp(numel({i -1}))
e = {@(t) t +1, @(t) [t 2]; @(t) {t, -1}, @() 'q'};
disp(e{1, 2}(7)), disp(size(e{2, 1}(7))), disp(e{2, 2}())
disp([1 ...
 - 2])
disp({1, 2}{2} + [4, 5, 6](end))
disp((1 +
  2))
disp(max(1, ...
         2))
