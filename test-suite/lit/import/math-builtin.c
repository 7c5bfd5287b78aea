// Where clang is told that names of <math.h> mean nothing, they are other people's functions: no nest.
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUILTIN
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -fno-builtin-exp -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOT-EXP
// RUN: %raddle emit --stage gpu %s --fp reproducible --remarks -fno-builtin -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %raddle emit --stage gpu %s --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
double exp(double);
double sin(double);
double round(double);

// BUILTIN-COUNT-3: loop in 'f' runs on the device
// NOT-EXP: loop in 'f' stays on the host: call to 'exp', which is in another file
// NOT-EXP-COUNT-2: loop in 'f' runs on the device
// NONE: loop in 'f' stays on the host: call to 'exp', which is in another file
// NONE: loop in 'f' stays on the host: call to 'sin', which is in another file
// NONE: loop in 'f' stays on the host: call to 'round', which is in another file
// STRICT: math-builtin.c:[[#@LINE+4]]: remark: loop in 'f' runs on CPU threads; not on devices with memory of their own: call to 'exp': libm's last bit; --fp reproducible would run it on the device
// STRICT: loop in 'f' runs on CPU threads; not on devices with memory of their own: call to 'sin': libm's last bit
// STRICT: loop in 'f' runs on the device
void f(int n, double *restrict a) {
  for (int i = 0; i < n; i++)
    a[i] = exp(a[i]);
  for (int i = 0; i < n; i++)
    a[i] = sin(a[i]);
  for (int i = 0; i < n; i++)
    a[i] = round(a[i]);
}
