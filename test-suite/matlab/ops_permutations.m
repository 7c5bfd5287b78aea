% Permutation and diagonal matrices keep their structure.
P = eye(3)(:, [2 3 1])
P'
P * P
P ^ 2
P ^ -1
P ^ 0
P \ P
P / P
P * [1; 2; 3]
P \ [1; 2; 3]
[1 2 3] * P
[1 2 3] / P
2 * P
-P
D = 2 * eye(3);
2 \ D
D * P
D ^ -1
try
  P \ {1}
catch e
  disp(e.message)
end
try
  int8([1 2 3]) / P
catch e
  disp(e.message)
end
try
  [1 2] / P
catch e
  disp(e.message)
end
