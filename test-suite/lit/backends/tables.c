// Kernels for CPU threads: loads of what a kernel does not change are marked, those of what it changes are not; short loops over tables leave loops of
// vectors.
// RUN: %raddle emit --stage llvm --offload-min 0 -O2 %s | FileCheck %s

enum { N = 256 };

// CHECK-LABEL: define internal fastcc void @relax
// CHECK: load i32, {{.*}}!invariant.load
// CHECK: <{{[0-9]+}} x double>
// CHECK: ret void
void relax(double (*restrict f)[N][N], const int *restrict cx, const int *restrict cy, const double *restrict w) {
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++) {
      double rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < 9; q++) {
        rho += f[q][y][x];
        ux += cx[q] * f[q][y][x];
        uy += cy[q] * f[q][y][x];
      }
      ux /= rho;
      uy /= rho;
      for (int q = 0; q < 9; q++) {
        double cu = 3 * (cx[q] * ux + cy[q] * uy);
        f[q][y][x] += (w[q] * rho * (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy)) - f[q][y][x]) * 0.6;
      }
    }
}

// CHECK-LABEL: define internal fastcc void @changed
// CHECK-NOT: !invariant.load
// CHECK: ret void
void changed(int n, double *restrict a) {
  for (int i = 0; i < n; i++) a[i] = a[i] * a[i] + 1;
}
