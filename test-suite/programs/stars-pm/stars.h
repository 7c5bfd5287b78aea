/* A particle-mesh code: stars move in the field that they make, on a periodic mesh. */
#ifndef STARS_H
#define STARS_H

#define N 32            /* cells of the mesh in each direction, a power of two */
#define STARS (N * N * N)

/* Places within [0, N) and velocities, one row per direction, and the cell that each star is in. */
extern float (*place)[STARS], (*speed)[STARS];
extern unsigned *cell;

/* How many stars are in each cell, and what that does. */
typedef float mesh[N][N][N];
extern int (*stars)[N][N];
extern mesh *potential, *force;

/* mesh.c */
void find_cells(void);
void count_stars(void);

/* poisson.c */
void find_potential(void);

/* fft.c: transforms the lines of a mesh in place, in all directions; the sign of the exponent is -1 or 1 */
void transform(double re[N][N][N], double im[N][N][N], int sign);

/* motion.c */
void find_force(void);
void push(float step);
void move(float step);

#endif
