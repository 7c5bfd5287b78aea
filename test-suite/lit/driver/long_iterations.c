// An iteration of more than 10 ns counts as several: fewer than --offload-min are enough.
// RUN: %raddle cc -O1 -c --remarks %s -o %t.o 2>&1 | FileCheck %s

// CHECK: remark: loop in 'long_ones' runs on the device
void long_ones(double *restrict a, const double *restrict b) {
  for (int i = 0; i < 900; i++) {
    double x = b[i];
    a[i] = x / (1 + x / (2 + x / (3 + x / (4 + x / (5 + x / (6 + x / (7 + x / (8 + x))))))));
    a[i] /= x / (9 + x / (10 + x / (11 + x / (12 + x / (13 + x / (14 + x / (15 + x / (16 + x))))))));
    a[i] /= x / (17 + x / (18 + x / (19 + x / (20 + x / (21 + x / (22 + x / (23 + x / (24 + x))))))));
    a[i] /= x / (25 + x / (26 + x / (27 + x / (28 + x / (29 + x / (30 + x / (31 + x / (32 + x))))))));
  }
}
