% Templates of sscanf.
sscanf ('hello', '%c')
sscanf ('hello', '%2c')
sscanf ('hello world', '%3s%s')
sscanf ('abcdef', '%c', [2 2])
sscanf ('abcde', '%c', [2 Inf])
sscanf ('Inf NaN -Inf 3', '%f')
sscanf ('50% of 20', '%d%% of %d')
sscanf ('2011-01-02', '%d-%d-%d')
sscanf ('99999999999', '%d')
sscanf ('-5', '%u')
sscanf ('17', '%o')
sscanf ('0x1F 017 9', '%i')
sscanf ('3.7 2', '%d')
sscanf ('1.5ex', '%f')
sscanf ('a]b', '%[]a]')
sscanf ('abc,def', '%[^,],%s')
sscanf ('1 , 2', '%d , %d')
sscanf ('1 2', '%d', [3 2])
sscanf ('5 6 7', '%d', 2)
size (sscanf ('', '%s')), size (sscanf ('x', '%d'))
sscanf ('12 ab', '%d %c%c')'
sscanf ('3 4', '%d+%d')
try
  sscanf ('1 2', '%5.2f')
catch err
  disp (err.message)
end
try
  sscanf (5, '%d')
catch err
  disp (err.message)
end
try
  sscanf ('1 2', '%d', [2 2 2])
catch err
  disp (err.message)
end
