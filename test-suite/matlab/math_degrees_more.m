% The rest of the functions of degrees.
secd([0 60]), cscd([30 90]), cotd([45 60]), asecd(2), acscd(2), acotd([1 2]), atan2d(1, 1), atan2d([1 -1], [-1 -1])
sinpi([0 0.5 1 1.5 0.25]), cospi([0 0.5 1 0.25])
try, secd(), catch e, disp(e.message), end
try, atan2d(1), catch e, disp(e.message), end
