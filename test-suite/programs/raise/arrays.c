// What a subscript can look like.

struct point {
  double x, y;
  int tag;
  float w[4];
};
struct grid {
  int rows, cols;
  double *cells;
  float fixed[8][8];
};
struct image {
  int width, height;
  unsigned char *pixels;
};
struct bits {
  int low : 3, high : 5;
};
union word {
  int i;
  float f;
};

double table[20][30];
static float weights[10];
static struct point points[12];
static struct point lone;
int *shared;

void linearized(int n, int m, double *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++)
      a[i * m + j] = i + j;
}

void linearized_three(int n, int m, int k, float *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        a[(i * m + j) * k + l] = a[i * m * k + j * k + (k - 1 - l)];
}

void channels(int w, int h, unsigned char *rgb, unsigned char *grey) {
  for (int y = 0; y < h; y++) // raise: nest
    for (int x = 0; x < w; x++)
      grey[y * w + x] = (rgb[(y * w + x) * 3] + rgb[(y * w + x) * 3 + 1] * 2 + rgb[(y * w + x) * 3 + 2]) / 4;
}

void constant_linear(int *a) {
  for (int i = 0; i < 9; i++) // raise: nest
    for (int j = 0; j < 10; j++)
      a[10 * i + j] = a[j];
}

void other_extent(int n, int m, double *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < n; j++)
      a[i * m + j] = 1;
}

void not_recoverable(int n, int m, double *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < 2 * m; j++)
      a[i * m + j] += 1;
}

void variable_length(int n, int m, double a[n][m], double (*b)[m + 1]) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < m; j++)
      a[i][j] = b[i][j + 1];
}

void variable_length_local(int n, int *out) {
  int a[n + 1][n + 1];
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < n; j++)
      a[i][j] = i * j;
  for (int i = 0; i < n; i++) // raise: nest
    out[i] = a[i][i];
}

void extent_changed(int n, int *out) {
  int a[8][n + 1];
  n = 3;
  for (int i = 0; i < 3; i++) // raise: nest
    a[i][1] = i;
}

void global_and_static(int n) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < 10; j++)
      table[i][j] = weights[j] * table[i][29 - j];
}

void fields(int n, struct point *p) {
  for (int i = 0; i < n; i++) { // raise: nest
    p[i].x = p[i].y * 2;
    p[i].tag = i;
    for (int j = 0; j < 4; j++)
      p[i].w[j] = lone.w[3 - j];
    points[i].y = p[i].x;
  }
}

void grid_fields(struct grid *g) {
  for (int i = 0; i < g->rows; i++) // raise: nest
    for (int j = 0; j < g->cols; j++)
      g->cells[i * g->cols + j] = g->fixed[i][j];
}

void pointer_in_memory(struct grid *g, int n) {
  for (int i = 0; i < n; i++) // raise: nest
    g->cells[i] = 1;
}

void maybe_pointer(struct grid *g, int n) {
  for (int i = 0; i < n; i++) // raise: declined('g->cells' is evaluated under a condition)
    if (i > 3) g->cells[i] = 1;
}

// A character may be part of any object, also of the struct.
void bytes(struct image *p) {
  for (int y = 0; y < p->height; y++) // raise: nest
    for (int x = 0; x < p->width; x++)
      p->pixels[y * p->width + x] = 0;
}

void bytes_copied(struct image *p) {
  int w = p->width, h = p->height;
  unsigned char *pixels = p->pixels;
  for (int y = 0; y < h; y++) // raise: nest
    for (int x = 0; x < w; x++)
      pixels[y * w + x] = 0;
}

void global_pointer(int n) {
  for (int i = 0; i < n; i++) // raise: nest
    shared[i] = i;
}

void global_pointer_changes(int n, int **p) {
  for (int i = 0; i < n; i++) { // raise: declined(is computed in the nest)
    shared[i] = i;
    *p = 0;
  }
}

void rows_of_pointers(int n, double **a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < n; j++)
      a[i][j] = 0;
}

void any_row(int n, double **a, const int *which) {
  for (int i = 0; i < n; i++) // raise: declined('a[which[i]]' is another pointer in each iteration)
    for (int j = 0; j < n; j++) // raise: nest
      a[which[i]][j] = 0;
}

void row_of_four_pointers(int n, double ****a) {
  for (int i = 0; i < n; i++) // raise: declined('a[i][i][i]' is another pointer in each iteration)
    a[i][i][i][i] = 0;
}

void row_pointer(int n, int m, const float *a, float *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    const float *row = a + i * m;
    for (int j = 0; j < m; j++)
      b[i * m + j] = row[j];
  }
}

void old_style_row(int n, double *out) {
  double *row;
  int i, at;
  for (i = 0; i < n; i++) { // raise: nest
    row = table[i];
    at = 2 * i + 1;
    out[at] = row[3];
  }
}

void indirect(int n, int *a, int *index) {
  for (int i = 0; i < n; i++) // raise: nest
    a[index[i]] += 1;
}

void local_arrays(int n, double *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    double t[3][2];
    for (int j = 0; j < 3; j++)
      t[j][0] = t[j][1] = a[i + j];
    a[i] = t[2][1] - t[0][0];
  }
}

void initialized_local_array(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int t[2] = {i, 1};
    a[i] = t[0];
  }
}

void local_struct(int n, double *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    struct point p;
    p.x = i;
    a[i] = p.x;
  }
}

void bit_field(int n, struct bits *b) {
  for (int i = 0; i < n; i++) // raise: declined('b[i].low' is a bit-field)
    b[i].low = i;
}

void union_member(int n, union word *w) {
  for (int i = 0; i < n; i++) // raise: declined('w[i].i' is a union member)
    w[i].i = i;
}

void struct_copy(int n, struct point *p) {
  for (int i = 0; i < n; i++) // raise: nest
    p[i] = p[i + 1];
}

void two_shapes(int n, int a[][10]) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i][2] = (*a)[i];
}

void two_types(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined('a' is accessed in shapes that may overlap)
    a[i] = ((char *)a)[i];
}

void long_double(int n, long double *a) {
  for (int i = 0; i < n; i++) // raise: declined(value of type 'long double')
    a[i] = 1;
}
