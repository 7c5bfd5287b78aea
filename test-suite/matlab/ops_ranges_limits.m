% Ranges at their limits.
1;
function show(text)
  try
    r = eval(text);
    printf("%s: %s %s [%s]\n", text, class(r), num2str(size(r)), num2str(double(r)));
  catch e
    printf("%s: %s\n", text, e.message);
  end
end
show("1:NaN");
show("NaN:3");
show("1:NaN:5");
show("1:Inf");
show("-Inf:1");
show("1:-Inf");
show("-1:-1:-Inf");
show("Inf:Inf");
show("1:Inf:5");
show("1:-Inf:5");
show("5:-Inf:1");
show("1:0:5");
show("1:1e300");
show("single(1):Inf");
show("single(1):0.5:3");
show("int8(1):Inf");
show("int8(1):0.5:3");
show("int8(1):1.5");
show("int8(1):300");
show("int8(100):20:int8(127)");
show("uint8(5):-2:uint8(0)");
show("int8(1):int16(3)");
show("int8(1):single(3)");
show("'a':'e'");
show("'a':2:'g'");
show("97:'d'");
show("'e':-1:'b'");
show("'a':int8(99)");
show("'a':0.5:'c'");
show("true:3");
show("{1}:3");
show("1:{3}");
show("[]:3");
show("int8([]):3");
1 ./ (-0:2)
1 ./ -(0:2)
1 ./ (0:-1:-2)
numel(0:0.1:1)
numel(0:0.1:0.3)
numel(1:0.2:2)
(0:0.1:0.3)(end) == 0.3
n = numel(1:1e10)
try
  x = (1:1e15) + 1;
catch e
  disp(e.message)
end
