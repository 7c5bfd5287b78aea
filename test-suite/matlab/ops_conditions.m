% What conditions and short circuits take for true.
1;
function check(label, value)
  try
    if value
      printf("%s: true", label);
    else
      printf("%s: false", label);
    end
  catch e
    printf("%s: %s", label, e.message);
  end
  try
    printf(", and: %d", value && true);
  catch e
    printf(", and: %s", e.message);
  end
  try
    printf(", or: %d\n", value || false);
  catch e
    printf(", or: %s\n", e.message);
  end
end
check("one", 1)
check("zero", 0)
check("minus zero", -0)
check("empty", [])
check("empty text", '')
check("text", 'abc')
check("text with zero", ['a' 0])
check("matrix", [1 2; 3 4])
check("matrix with zero", [1 0])
check("NaN", NaN)
check("matrix with NaN", [0 NaN])
check("single NaN", single(NaN))
check("complex", 1i)
check("complex zero", 0i)
check("range", 1:3)
check("range from zero", 0:3)
check("identity", eye(2))
check("integer", int8(-3))
check("cell", {1})
check("empty cell", {})
check("struct", struct())
check("function", @sin)
n = 0;
while [1 1 n < 3]
  n += 1;
end
n
do
  n -= 1;
until n < [2 3]
n
