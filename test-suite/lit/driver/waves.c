// Small tiles, of which all arrays have many: a program whose loops run in waves prints what it does without them.
// RUN: %raddle build --schedule tiles:4 --offload-min 0 %S/../../programs/run/waves.c -o %t
// RUN: env RADDLE_DEVICE=none %t > %t.host
// RUN: env RADDLE_DEVICE=cpu RADDLE_OFFLOAD_MIN=0 %t > %t.threads
// RUN: diff %t.host %t.threads
// RUN: %raddle emit --stage gpu --schedule tiles:4 %S/../../programs/run/waves.c | FileCheck %s
// CHECK-COUNT-8: tiles for CPU threads
