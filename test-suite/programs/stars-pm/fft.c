#include <math.h>
#include "stars.h"

/* The roots of unity, which are computed once. */
static double root[2][N / 2];

static void find_roots(void)
{
	for (int k = 0; k < N / 2; k++) {
		root[0][k] = cos(k * 2 * 3.14159265358979323846 / N);
		root[1][k] = sin(k * 2 * 3.14159265358979323846 / N);
	}
}

/* One line, by Cooley and Tukey. */
static void transform_line(double re[N], double im[N], int sign)
{
	for (int i = 1, j = 0; i < N; i++) {
		int bit = N / 2;
		while (j & bit) {
			j -= bit;
			bit /= 2;
		}
		j += bit;
		if (i < j) {
			double t = re[i];
			re[i] = re[j];
			re[j] = t;
			t = im[i];
			im[i] = im[j];
			im[j] = t;
		}
	}
	for (int half = 1; half < N; half *= 2)
		for (int k = 0; k < half; k++) {
			double wr = root[0][k * (N / 2 / half)], wi = sign * root[1][k * (N / 2 / half)];
			for (int i = k; i < N; i += 2 * half) {
				int j = i + half;
				double tr = wr * re[j] - wi * im[j], ti = wr * im[j] + wi * re[j];
				re[j] = re[i] - tr;
				im[j] = im[i] - ti;
				re[i] += tr;
				im[i] += ti;
			}
		}
}

void transform(double re[N][N][N], double im[N][N][N], int sign)
{
	if (root[0][0] == 0)
		find_roots();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			transform_line(re[i][j], im[i][j], sign);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++) {
			double a[N], b[N];
			for (int j = 0; j < N; j++) {
				a[j] = re[i][j][k];
				b[j] = im[i][j][k];
			}
			transform_line(a, b, sign);
			for (int j = 0; j < N; j++) {
				re[i][j][k] = a[j];
				im[i][j][k] = b[j];
			}
		}
	for (int j = 0; j < N; j++)
		for (int k = 0; k < N; k++) {
			double a[N], b[N];
			for (int i = 0; i < N; i++) {
				a[i] = re[i][j][k];
				b[i] = im[i][j][k];
			}
			transform_line(a, b, sign);
			for (int i = 0; i < N; i++) {
				re[i][j][k] = a[i];
				im[i][j][k] = b[i];
			}
		}
}
