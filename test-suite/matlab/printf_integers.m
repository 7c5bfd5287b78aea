% %d of what is no integer, and of great numbers.
printf ("%d\n", 5, -5, 5.5, -0.5, 1e10, 1e15, 2^53, 2^63, 2^64, 1e20);
printf ("%d\n", pi, 1e-5, 123456789.5, 1e100, NaN, Inf, -Inf, NA);
printf ("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d]\n", 42, 42, 42, 42, 42, 42);
printf ("[%5d] [%-8d] [%08d] [%+d] [%.3d]\n", 5.5, 5.5, 5.5, 5.5, 5.5);
printf ("[%5d] [%-5d] [%05d] [%+d]\n", NaN, Inf, NaN, Inf);
printf ("%x %X %o %#x %#o\n", 255, 255, 8, 255, 8);
printf ("%x %o %u\n", 255.5, 1.5, -1);
printf ("%u %i\n", 7, 8);
printf ("%d %d\n", int8 (5), intmax ("int64"));
printf ("%d\n", intmin ("int64"));
printf ("%u %x\n", intmax ("uint64"), intmax ("uint64"));
printf ("%d %d\n", true, false);
printf ("%ld %hd\n", 5, 6);
printf ("%d\n", single (3.5));
