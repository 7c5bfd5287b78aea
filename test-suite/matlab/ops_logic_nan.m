% NaN has no truth.
x = int8(3) & NaN
try
  NaN & 1
catch err
  disp(err.message)
end
try
  ![1 NaN]
catch err
  disp(err.message)
end
[1 NaN] | 0
