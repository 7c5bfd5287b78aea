% Expressions without a target show as ans.
1 + 1
[1 2 3] * 2
'text'
{1}
3 > 2
x = 5;
x
x;
x, y = 6, z = 7;
ans
sin (0)
-x
x'
