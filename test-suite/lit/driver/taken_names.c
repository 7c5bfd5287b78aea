// A program that defines a function of the system as something else keeps its nests on the host: the runtime would call it.
// RUN: %raddle build -DLINKAGE= %s -o %t.global 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 RADDLE_VERBOSE=1 %t.global 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %raddle build -DLINKAGE= -fvisibility=hidden %s -o %t.hidden 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 RADDLE_VERBOSE=1 %t.hidden 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %raddle cc -O2 -DLINKAGE= -c %s -o %t.o
// RUN: %raddle cc %t.o -o %t.linked 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 RADDLE_VERBOSE=1 %t.linked 2>&1 | FileCheck %s --check-prefix=HOST
// A function of one unit is nobody else's.
// RUN: %raddle build -DLINKAGE=static %s -o %t.static 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 RADDLE_VERBOSE=1 %t.static 2>&1 | FileCheck %s --check-prefix=DEVICE

// TAKEN: raddle: warning: the program defines 'read', which the runtime needs of the system; loop nests stay on the host
// QUIET-NOT: warning
// HOST-NOT: raddle:
// HOST: 231.0
// DEVICE-DAG: on cpu
// DEVICE-DAG: 231.0
#include <stdio.h>

static double x[4000];

LINKAGE __attribute__((noinline)) int read(void) { return 3; }

int main(void) {
  double k = read();
  for (int i = 0; i < 4000; i++)
    x[i] = k * i;
  printf("%.1f\n", x[77]);
  return 0;
}
