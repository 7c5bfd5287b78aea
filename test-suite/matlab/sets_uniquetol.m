% Values that differ by more than a tolerance.
uniquetol([1 1+1e-13 2]), uniquetol([3 1 2 1.0000001]), uniquetol([1; 2; 1])
