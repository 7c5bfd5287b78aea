// Loops that are known to be short when they are compiled stay clang's, unless --offload-min says that they should not.
// RUN: %raddle cc -O1 -c --remarks %s -o %t.o 2>&1 | FileCheck %s
// RUN: llvm-nm-22 %t.o | FileCheck %s --check-prefix=CLANG
// RUN: %raddle cc -O1 -c --offload-min=0 %s -o %t.all.o
// RUN: llvm-nm-22 %t.all.o | FileCheck %s --check-prefix=OURS
// CLANG-NOT: raddle
// OURS: raddle_enter

// CHECK: remark: loop in 'few' stays on the host: too short: at most 999 iterations, fewer than 1000 (--offload-min)
void few(double *restrict a, const double *restrict b) {
  for (int i = 0; i < 999; i++)
    a[i] = b[i] * 2;
}

// The rows of a triangle count as long as the longest one.
// CHECK: remark: loop in 'rows' stays on the host: too short: at most 400 iterations
void rows(double a[20][20]) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = 1;
}

// Eight work items occupy no device, whatever each of them does.
// CHECK: remark: loop in 'lags' stays on the host: reduction + on 'sums'
void lags(const double table[restrict 4096], double sums[restrict 8]) {
  for (int n = 8; n < 4096; n++)
    for (int lag = 0; lag < 8; lag++)
      sums[lag] += table[n] * table[n - lag];
}
