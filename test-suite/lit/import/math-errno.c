// Devices do not set errno: where a file may look at it, calls that set it stay on the host.
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -DUSED -o /dev/null 2>&1 | FileCheck %s --check-prefix=USED
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -DPRINTED -o /dev/null 2>&1 | FileCheck %s --check-prefix=USED
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -DUSED -fno-math-errno -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNUSED
#include <errno.h>
#include <math.h>
#include <stdio.h>

// UNUSED-COUNT-3: loop in 'f' runs on the device
// USED: loop in 'f' stays on the host: call to 'sqrt' may set errno, which this file uses
// USED: loop in 'f' stays on the host: call to 'exp' may set errno, which this file uses
// Rounding has no errors to report.
// USED: loop in 'f' runs on the device
void f(int n, double *restrict a) {
  for (int i = 0; i < n; i++)
    a[i] = sqrt(a[i]);
  for (int i = 0; i < n; i++)
    a[i] = __builtin_exp(a[i]);
  for (int i = 0; i < n; i++)
    a[i] = round(a[i]);
}

// Neither a variable of such a name nor the program's own function is the library's.
double err;
void warn(const char *what) { puts(what); }

#ifdef USED
int failed(void) { return errno; }
#endif
#ifdef PRINTED
void complain(void) { perror("f"); }
#endif
