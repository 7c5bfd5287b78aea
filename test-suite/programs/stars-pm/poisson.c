#include <math.h>
#include "stars.h"

/* The transform of the density. */
extern double (*re)[N][N], (*im)[N][N];

/* The potential of the stars: Poisson's equation by Fourier transforms. */
void find_potential(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				re[i][j][k] = stars[i][j][k] - (double)STARS / (N * N * N);
				im[i][j][k] = 0;
			}
	transform(re, im, -1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				double x = i < N / 2 ? i : i - N, y = j < N / 2 ? j : j - N, z = k < N / 2 ? k : k - N;
				double square = x * x + y * y + z * z;
				double green = square > 0 ? -1 / square : 0;
				re[i][j][k] *= green;
				im[i][j][k] *= green;
			}
	transform(re, im, 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				(*potential)[i][j][k] = re[i][j][k] / (N * N * N);
}
