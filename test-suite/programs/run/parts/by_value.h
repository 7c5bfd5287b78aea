/* What by_value.c and its other unit share. */
typedef struct {
  double x, y;
} pair;
typedef struct {
  long a[80];
} big;

pair elsewhere(pair p, big g);
double from_elsewhere(pair (*function)(pair));
pair exported(pair);
