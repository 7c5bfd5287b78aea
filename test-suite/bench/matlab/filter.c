#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void bank(int filters, int taps, int samples, const double *restrict h, const double *restrict x, double *restrict y) {
  for (int f = 0; f < filters; f++)
    for (int i = taps - 1; i < samples; i++) {
      double total = 0;
      for (int k = 0; k < taps; k++)
        total += h[f * taps + k] * x[i - k];
      y[(long)f * samples + i] = total;
    }
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int samples = atoi(argv[1]), filters = atoi(argv[2]), taps = atoi(argv[3]);
  double *h = malloc((long)filters * taps * sizeof(double)), *x = malloc(samples * sizeof(double));
  double *y = calloc((long)filters * samples, sizeof(double)), most = 0;
  for (int f = 0; f < filters; f++)
    for (int k = 1; k <= taps; k++)
      h[f * taps + k - 1] =
          cos(0.3 * (f + 1) * (k - 0.5 * taps)) * (0.54 - 0.46 * cos(2 * M_PI * (k - 1) / (taps - 1))) / taps;
  for (int i = 1; i <= samples; i++)
    x[i - 1] = sin(0.05 * i) + 0.5 * cos(0.3 * i) + 0.1 * (17L * i % 23 - 11);
  bank(filters, taps, samples, h, x, y);
  for (int f = 0; f < filters; f++) {
    double energy = 0;
    for (int i = 0; i < samples; i++)
      energy += y[(long)f * samples + i] * y[(long)f * samples + i];
    printf("%.15g\n", energy);
  }
  for (long i = 0; i < (long)filters * samples; i++)
    most = fabs(y[i]) > most ? fabs(y[i]) : most;
  printf("%.15g\n%.15g\n%.15g\n", y[taps - 1], y[(long)filters * samples - 1], most);
}
