/* Included before a program that prints floating-point arrays with fprintf, for example PolyBench/C: every value appears
 * with all its bits (%a), whatever precision the program asks for. The program itself stays as it is. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int raddle_hex_fprintf(FILE *file, const char *format, ...) {
  va_list values;
  va_start(values, format);
  const char *rounded[] = {"%0.2lf ", "%0.2f ", "%0.2lf", "%0.2f"};
  for (int i = 0; i < 4; i++)
    if (strcmp(format, rounded[i]) == 0)
      format = "%a ";
  int res = vfprintf(file, format, values);
  va_end(values);
  return res;
}

#define fprintf raddle_hex_fprintf
