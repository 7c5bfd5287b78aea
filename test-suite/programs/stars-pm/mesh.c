#include "stars.h"

/* The cell that each star is in. */
void find_cells(int cell[STARS])
{
	for (int s = 0; s < STARS; s++) {
		int x = (int)place[0][s], y = (int)place[1][s], z = (int)place[2][s];
		cell[s] = (x * N + y) * N + z;
	}
}

/* How many stars are in each cell. */
void count_stars(const int cell[STARS], int stars[N][N][N])
{
	int *count = &stars[0][0][0];

	for (int c = 0; c < CELLS; c++)
		count[c] = 0;
	for (int s = 0; s < STARS; s++)
		count[cell[s]]++;
}
