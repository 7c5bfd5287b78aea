// flags: -lm
// Functions of the compiler's library and of <math.h> that the runtime's archive has, too: the program's are those of clang's build.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static double a[4000];

static void fill(void) {
  for (int i = 0; i < 4000; i++) a[i] = i * 0.37 - 700; // raddle: device
}

int main(void) {
  fill();
  unsigned long long bits = 0;
  double complex z = 1.3 - 0.7 * I;
  float complex w = 0.3f + 1.1f * I;
  __int128 wide = 1;
  long double l = 1;
  for (int i = 0; i < 4000; i++) { // raddle: host(value of type '__int128')
    double complex x = a[i] + a[3999 - i] * I;
    float complex y = (float)a[i] - 0.01f * (float)i * I;
    z = z / (x + 0.1) * x + cbrt(a[i]);
    w = w / y * (float complex)z + cbrtf((float)a[i]);
    z = cabs(z) > 1e9 ? 1.3 - 0.7 * I : z;
    w = cabsf(w) > 1e9f ? 0.3f + 1.1f * I : w;
    wide = wide * 1000003 / (i + 7) % (((__int128)1 << 90) - 1) + i;
    l = l * 1.0001L + (long double)wide / ((long double)i + 1);
    double d[] = {creal(z), cimag(z), crealf(w), fma(a[i], 1.7, creal(z)), __builtin_powi(a[i], i % 9), fdim(a[i], creal(z)),
                  (double)l};
    for (int j = 0; j < 7; j++) { // raddle: host(union)
      union { double d; unsigned long long u; } u = {d[j]};
      bits = bits * 31 + u.u;
    }
  }
  printf("%llx %a %a %llx\n", bits, creal(z), cimag(z), (unsigned long long)(wide >> 3));
}
