#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void wave(double width, double duration, double speed, int points, int steps, double *u) {
  double h = width / (points - 1), k = duration / (steps - 1), r = speed * k / h;
  double r2 = r * r, r22 = r * r / 2, s1 = 1 - r * r, s2 = 2 - 2 * (r * r);
  for (int i = 1; i < points - 1; i++) {
    double x = h * i;
    u[i] = sin(M_PI * x) + sin(2 * M_PI * x);
  }
  for (int i = 1; i < points - 1; i++)
    u[points + i] = s1 * u[i] + r22 * (u[i + 1] + u[i - 1]);
  for (int j = 2; j < steps; j++) {
    double *restrict now = u + (long)j * points;
    const double *last = now - points, *before = last - points;
    for (int i = 1; i < points - 1; i++)
      now[i] = s2 * last[i] + r2 * (last[i - 1] + last[i + 1]) - before[i];
  }
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int points = atoi(argv[1]), steps = atoi(argv[2]), speeds = atoi(argv[3]);
  double *u = calloc((long)points * steps, sizeof(double)), total = 0, most = 0, near = 0;
  const double *end = u + (long)(steps - 1) * points;
  for (int number = 1; number <= speeds; number++) {
    wave(1, 1, 0.9 * number / speeds, points, steps, u);
    double sum = 0, largest = end[0];
    for (int i = 0; i < points; i++) {
      sum += end[i];
      largest = end[i] > largest ? end[i] : largest;
    }
    total += sum;
    most = largest > most ? largest : most;
  }
  for (long j = 0; j < steps; j++)
    near += fabs(u[j * points + 1]);
  double third = u[(lround(steps / 3.0) - 1) * points + lround(points / 3.0) - 1];
  printf("%.15g\n%.15g\n%.15g\n%.15g\n", total, most, third, near);
}
