#include "stars.h"

#define NEXT(i) (((i) + 1) & (N - 1))
#define LAST(i) (((i) + N - 1) & (N - 1))

/* Central differences of the potential. */
void find_force(float potential[N][N][N], float force[3][CELLS])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++) {
				int c = (i * N + j) * N + k;
				force[0][c] = (potential[LAST(i)][j][k] - potential[NEXT(i)][j][k]) / 2;
				force[1][c] = (potential[i][LAST(j)][k] - potential[i][NEXT(j)][k]) / 2;
				force[2][c] = (potential[i][j][LAST(k)] - potential[i][j][NEXT(k)]) / 2;
			}
}

/* Stars are accelerated by the force in their cells. */
void push(const int cell[STARS], float force[3][CELLS], float step)
{
	for (int d = 0; d < 3; d++)
		for (int s = 0; s < STARS; s++)
			speed[d][s] += force[d][cell[s]] * step;
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
