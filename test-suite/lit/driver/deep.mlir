// A thousand nested loops, and a function of ten thousand ops: no crash, nothing lost.
// RUN: %python -c "n = 1000; print('func.func @f(%%n: index) {' + ''.join('affine.for %%%%i%%d = 0 to %%%%n {' %% k for k in range(n)) + '}' * n + 'return }')" > %t.loops
// RUN: %raddle-opt %t.loops --canonicalize | FileCheck %s --check-prefix=EMPTY
// RUN: %raddle-opt %t.loops | grep -c affine.for | FileCheck %s --check-prefix=LOOPS
// RUN: %python -c "print('func.func @f(%%a: i64) {' + ''.join('%%%%x%%d = arith.addi %%%%a, %%%%a : i64\n' %% k for k in range(10000)) + 'return }')" > %t.ops
// RUN: %raddle-opt %t.ops --raddle-analyze | FileCheck %s --check-prefix=EMPTY

// LOOPS: 1000
// EMPTY: func.func @f(
// EMPTY-NEXT: return
