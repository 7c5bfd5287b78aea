% The template is used again, and ends where arguments end.
printf ("%d %d\n", 1, 2, 3);
printf ("\n");
printf ("%d, ", 1:5);
printf ("\n");
printf ("hello\n", 1, 2);
printf ("hello %d world");
printf ("\n");
printf ("%s and %s|", "a");
printf ("\n");
printf ("%d %d\n", [1 2; 3 4]);
printf ("%d: %s\n", 1, "abc", 2, "def");
printf ("a%%b %d%%\n", 5);
printf ("%d|", 1, [], 2, '', 3);
printf ("\n");
printf ("x%dy\n", []);
printf ("[%5d] [%5s]\n", [], []);
printf ('single\tquoted\n');
printf ("%d\\n\n", 5);
printf ('%d\\n\n', 5);
printf ('\x41\101\a\n');
printf ("%s\n", 'no\nescape');
fprintf ("%d\n", 3);
fprintf (1, "%s\n", "to stdout");
fprintf ("plain\n");
n = fprintf ("12345\n")
puts ("puts\n");
x = fputs (stdout, "fputs\n");
