/* A particle-mesh code: stars move in the field that they make, on a periodic mesh. */
#ifndef STARS_H
#define STARS_H

#define N 32            /* cells of the mesh in each direction, a power of two */
#define CELLS (N * N * N)
#define STARS (N * N * N)

/* Places within [0, N) and velocities, one row per direction. */
extern float place[3][STARS], speed[3][STARS];

/* mesh.c */
void find_cells(int cell[STARS]);
void count_stars(const int cell[STARS], int stars[N][N][N]);

/* poisson.c */
void solve(int stars[N][N][N], float potential[N][N][N]);

/* fft.c: transforms lines of the mesh in place, along one direction; the sign of the exponent is -1 or 1 */
void transform(double re[N][N][N], double im[N][N][N], int sign);

/* motion.c */
void find_force(float potential[N][N][N], float force[3][CELLS]);
void push(const int cell[STARS], float force[3][CELLS], float step);
void move(float step);

#endif
