#include <stdio.h>
#include <stdlib.h>
#include "stars.h"

float (*place)[STARS], (*speed)[STARS];
unsigned *cell;
int (*stars)[N][N];
mesh *potential, *force;
double (*re)[N][N], (*im)[N][N];

static void *room(size_t bytes)
{
	void *start = malloc(bytes);

	if (!start) {
		fprintf(stderr, "no memory\n");
		exit(1);
	}
	return start;
}

static void make_room(void)
{
	place = room(3 * sizeof *place);
	speed = room(3 * sizeof *speed);
	cell = room(STARS * sizeof *cell);
	stars = room(N * sizeof *stars);
	potential = room(sizeof *potential);
	force = room(3 * sizeof *force);
	re = room(N * sizeof *re);
	im = room(N * sizeof *im);
}

static void end(void)
{
	free(place);
	free(speed);
	free(cell);
	free(stars);
	free(potential);
	free(force);
	free(re);
	free(im);
}

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

/* Some of the stars; a program of astronomers would write all of them to a file. */
static void checkpoint(int time)
{
	for (int s = 0; s < STARS; s += STARS / 8)
		printf("%d: %.9g %.9g %.9g\n", time, place[0][s], place[1][s], place[2][s]);
}

static void iteration(float step)
{
	find_cells();
	count_stars();
	find_potential();
	find_force();
	push(step);
	move(step);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 20;

	make_room();
	read_stars();
	for (int t = 1; t <= steps; t++) {
		iteration(0.05f);
		if (t % 10 == 0)
			checkpoint(t);
	}
	end();
	return 0;
}
