% %f, %e, %g with widths, precisions and flags.
printf ("%f %e %g\n", pi, pi, pi);
printf ("[%10.4f] [%-10.4f] [%+.2f] [%010.3f]\n", pi, pi, pi, -pi);
printf ("[%12.3e] [%-12.2e] [%E]\n", 12345.678, 12345.678, 0.001);
printf ("%g %g %g %g %g\n", 100000, 1000000, 1e-4, 1e-5, 123456789);
printf ("%G %.10g %#g %.3g\n", 1e-10, pi, 1, 1234.5);
printf ("[%8.3f] [%-8.3f] [%08.3f] [%+f]\n", Inf, NaN, -Inf, Inf);
printf ("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
printf ("%.20f\n", 0.1);
printf ("%.15g %.17g\n", 0.1, 0.1);
printf ("%f\n", 1e20);
printf ("%f %g\n", int8 (5), int32 (7));
printf ("%5.1f|%5.1f|%5.1f\n", [1.25 2.5; 3.75 100]);
printf ("%*.*f|%-*d|%.*f\n", 8, 3, pi, 6, 42, 2, pi);
printf ("%f\n", single (0.1));
printf ("%g %f\n", -0, -0);
