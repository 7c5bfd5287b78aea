#include "stars.h"

#define NEXT(i) (((i) + 1) % N)
#define LAST(i) (((i) + N - 1) % N)

/* Central differences of the potential. */
void find_force(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				force[0][i][j][k] = ((*potential)[LAST(i)][j][k] - (*potential)[NEXT(i)][j][k]) / 2;
				force[1][i][j][k] = ((*potential)[i][LAST(j)][k] - (*potential)[i][NEXT(j)][k]) / 2;
				force[2][i][j][k] = ((*potential)[i][j][LAST(k)] - (*potential)[i][j][NEXT(k)]) / 2;
			}
}

/* Stars are accelerated by the force in their cells. */
void push(float step)
{
	for (int d = 0; d < 3; d++)
		for (int s = 0; s < STARS; s++) {
			unsigned c = cell[s];
			speed[d][s] += force[d][c / (N * N) % N][c / N % N][c % N] * step;
		}
}

/* They move, and come back on the other side of the mesh. */
void move(float step)
{
	for (int d = 0; d < 3; d++)
		for (int s = 0; s < STARS; s++) {
			float x = place[d][s] + speed[d][s] * step;
			if (x < 0)
				x += N;
			if (x >= N)
				x -= N;
			place[d][s] = x >= 0 && x < N ? x : 0;
		}
}
