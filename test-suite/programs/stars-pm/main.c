#include <stdio.h>
#include <stdlib.h>
#include "stars.h"

float place[3][STARS], speed[3][STARS];
static int cell[STARS], stars[N][N][N];
static float potential[N][N][N], force[3][CELLS];

/* The same stars in each run. */
static void read_stars(void)
{
	unsigned state = 12345;

	for (int s = 0; s < STARS; s++)
		for (int d = 0; d < 3; d++) {
			float sum = 0;
			for (int k = 0; k < 3; k++) {
				state = state * 1664525u + 1013904223u;
				sum += (state >> 8) / 16777216.f;
			}
			place[d][s] = sum * N / 3;
			speed[d][s] = 0;
		}
}

/* What a program of astronomers would write to a file. */
static void checkpoint(int time)
{
	double mean[3] = {0, 0, 0};

	for (int d = 0; d < 3; d++) {
		for (int s = 0; s < STARS; s++)
			mean[d] += place[d][s];
		mean[d] /= STARS;
	}
	printf("%d: %.9g %.9g %.9g\n", time, mean[0], mean[1], mean[2]);
}

static void iteration(float step)
{
	find_cells(cell);
	count_stars(cell, stars);
	solve(stars, potential);
	find_force(potential, force);
	push(cell, force, step);
	move(step);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 20;

	read_stars();
	for (int t = 1; t <= steps; t++) {
		iteration(0.05f);
		if (t % 10 == 0)
			checkpoint(t);
	}
	printf("%.9g %.9g\n", place[0][1], speed[2][STARS - 1]);
	return 0;
}
