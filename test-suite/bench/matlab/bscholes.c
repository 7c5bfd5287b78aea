#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double normal(double x) {
  double k = 1 / (1 + 0.2316419 * fabs(x));
  double tail = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  double p = 1 - exp(-0.5 * (x * x)) / sqrt(2 * M_PI) * tail;
  return x < 0 ? 1 - p : p;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int options = atoi(argv[1]), rounds = atoi(argv[2]);
  double *spot = malloc(options * sizeof(double)), *strike = malloc(options * sizeof(double));
  double *years = malloc(options * sizeof(double)), *volatility = malloc(options * sizeof(double));
  double *calls = calloc(options, sizeof(double)), *puts = calloc(options, sizeof(double));
  for (int i = 0; i < options; i++) {
    spot[i] = 50 + 40 * sin(0.37 * (i + 1));
    strike[i] = 50 + 30 * cos(0.61 * (i + 1));
    years[i] = 0.25 + (i + 1) % 40 / 16.0;
    volatility[i] = 0.1 + 0.005 * (7 * (i + 1) % 101);
  }
  for (int number = 1; number <= rounds; number++) {
    double rate = 0.01 + 0.0005 * number;
    for (int i = 0; i < options; i++) {
      double spread = volatility[i] * sqrt(years[i]);
      double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * (volatility[i] * volatility[i])) * years[i]) / spread;
      double d2 = d1 - spread;
      double discounted = strike[i] * exp(-rate * years[i]);
      calls[i] += spot[i] * normal(d1) - discounted * normal(d2);
      puts[i] += discounted * normal(-d2) - spot[i] * normal(-d1);
    }
  }
  double call_sum = 0, put_sum = 0, most = calls[0];
  for (int i = 0; i < options; i++) {
    call_sum += calls[i];
    put_sum += puts[i];
    most = calls[i] > most ? calls[i] : most;
  }
  printf("%.15g\n%.15g\n%.15g\n", call_sum / rounds, put_sum / rounds, most / rounds);
  printf("%.15g\n%.15g\n", calls[options - 1], puts[lround(options / 3.0) - 1]);
}
