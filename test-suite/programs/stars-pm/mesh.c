#include "stars.h"

void find_cells(void)
{
	for (int s = 0; s < STARS; s++) {
		unsigned x = (unsigned)place[0][s], y = (unsigned)place[1][s], z = (unsigned)place[2][s];
		cell[s] = (x * N + y) * N + z;
	}
}

/* A histogram. */
void count_stars(void)
{
	for (int x = 0; x < N; x++)
		for (int y = 0; y < N; y++)
			for (int z = 0; z < N; z++)
				stars[x][y][z] = 0;
	for (int s = 0; s < STARS; s++)
		stars[cell[s] / (N * N) % N][cell[s] / N % N][cell[s] % N]++;
}
