// Iterations that access records of elements far from each other are no vectors; those that access single elements or near ones, and those
// that compute a lot, are left to LLVM.
// RUN: %raddle emit --stage llvm -O3 -march=skylake-avx512 %s | FileCheck %s

enum { N = 1100, M = 20 };
double matrices[N][5][5], pairs[N][3], rows[M][N][9];
double in[N], out[N];

// On the host as well.
// CHECK-LABEL: define {{.*}}@__raddle_aware_stored(
// CHECK-NOT: vector.body
// CHECK: ret void
// CHECK-LABEL: define {{.*}}@__raddle_aware_filtered(
// CHECK: vector.body

// CHECK-LABEL: define internal {{.*}}@stored_records_{{[0-9]+}}.items(
// CHECK-NOT: vector.body
// CHECK: ret void
void stored(void) {
  for (int i = 0; i < N; i++) {
    matrices[i][1][0] = in[i];
    matrices[i][1][1] = in[i] + 1;
    matrices[i][1][2] = in[i] + 2;
    matrices[i][1][3] = in[i] + 3;
  }
}

// CHECK-LABEL: define internal {{.*}}@loaded_records_{{[0-9]+}}.items(
// CHECK-NOT: vector.body
// CHECK: ret void
void loaded(void) {
  for (int i = 0; i < N; i++)
    in[i] = matrices[i][0][1] + matrices[i][0][2] + matrices[i][0][3] + matrices[i][0][4];
}

// A loop inside of a work item, and the record in a loop of its own.
// CHECK-LABEL: define internal {{.*}}@inside_records_{{[0-9]+}}.items(
// CHECK-NOT: vector.body
// CHECK: ret void
void inside(void) {
  for (int r = 0; r < M; r++)
    for (int i = 1; i < N; i++)
      for (int m = 0; m < 5; m++)
        rows[r][i][m] = rows[r][i - 1][m] + m;
}

// CHECK-LABEL: define internal {{.*}}@near_records_{{[0-9]+}}.items(
// CHECK: vector.body
void near(void) {
  for (int i = 0; i < N; i++) {
    pairs[i][0] = in[i];
    pairs[i][1] = in[i] + 1;
    pairs[i][2] = in[i] + 2;
  }
}

// CHECK-LABEL: define internal {{.*}}@computed_records_{{[0-9]+}}.items(
// CHECK: vector.body
void computed(void) {
  for (int i = 0; i < N; i++) {
    double x = in[i], y = 1 / (1 + x), z = 1 / (2 + y), w = 1 / (3 + z), v = 1 / (x + w);
    matrices[i][4][0] = x * y / (z + 1);
    matrices[i][4][1] = y * z / (x + 2);
    matrices[i][4][2] = z * w / (y + 3);
    matrices[i][4][3] = w * v / (z + 4);
  }
}

// Elements in the same column are no record.
// CHECK-LABEL: define internal {{.*}}@single_records_{{[0-9]+}}.items(
// CHECK: vector.body
void single(void) {
  for (int i = 1; i < N - 1; i++)
    out[i] = matrices[i - 1][2][2] + matrices[i][2][2] + matrices[i + 1][2][2] + matrices[i][4][4];
}

// An inner loop goes through elements that lie as near as those of the next iteration, or are the same for all.
// CHECK-LABEL: define internal {{.*}}@filtered_records_{{[0-9]+}}.items(
// CHECK: vector.body
double taps[8];
void filtered(void) {
  for (int i = 0; i < N - 8; i++) {
    double sum = 0;
    for (int m = 0; m < 8; m++)
      sum += taps[m] * in[i + m];
    out[i] = sum;
  }
}
