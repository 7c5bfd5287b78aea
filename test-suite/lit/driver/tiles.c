// Small tiles, of which all arrays have many: a program with dense products prints what it does without them. Its arrays are larger than a
// tile of 64 by 64 in one dimension at most.
// RUN: %raddle build --schedule tiles:8 --offload-min 0 -std=gnu2x %S/../../programs/run/tiles.c -o %t
// RUN: env RADDLE_DEVICE=none %t > %t.host
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 %t > %t.threads
// RUN: diff %t.host %t.threads
// RUN: %raddle emit --stage gpu --schedule tiles:8 %S/../../programs/run/tiles.c -std=gnu2x | FileCheck %s
// CHECK: affine.for {{.*}} = 0 to 8 {
