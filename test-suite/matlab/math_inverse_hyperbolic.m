% Inverse hyperbolic functions and their kin.
acoth([2 3]), acsch([1 2]), asech([0.5 0.25]), acosh([1 2]), asinh(1), atanh(0.5)
acoth(0.5), asech(2)
erfcinv([0.5 1 1.5]), erfi([0 0.5]), dawson([0 1]), betaln(2, 3), sinc([0 0.5 1])
