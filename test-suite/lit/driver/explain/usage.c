// Wrong words, and a wrong source, end the command with a hint.
// RUN: not %raddle explain %s --at n= 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %raddle explain %s --at n=few 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not %raddle explain %s --at n=1 --at n=2 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %raddle explain %s --at nn=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %raddle explain %s --trace %s 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not %raddle explain %s -- word 2>&1 | FileCheck %s --check-prefix=WORDS
// RUN: not %raddle explain %s --stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: not %raddle explain %s --device none 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %raddle explain %s --targets cpu | FileCheck %s --check-prefix=CPU
// RUN: not %raddle explain 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %raddle explain -DBROKEN %s 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: %raddle explain -c %s -o %t.o | FileCheck %s
// RUN: %raddle explain -DEMPTY %s | FileCheck %s --check-prefix=EMPTY
// MISSING: error: invalid value 'n=' for '--at': a number is missing
// MISSING: note: values are given as in --at n=64
// WORD: error: invalid value 'n=few' for '--at': 'few' is no number
// TWICE: error: '--at' has two values for 'n'
// UNKNOWN: error: no formula has the name 'nn'
// UNKNOWN: note: names in its formulas are i, n
// TRACE: usage.c' is no trace of a run:
// WORDS: error: unexpected word 'word': 'raddle explain' runs no program
// STATS: error: 'raddle explain' has no '--stats'
// OFF: error: with '--device none' all loops are clang's
// CPU: in 'f': parallel on CPU threads
// CPU: without copies: the program has code for no other device
// CPU-NOT: Copies
// NONE: error: no input file
// BROKEN: usage.c:[[# @LINE + 8]]:10: error: use of undeclared identifier 'm'
// BROKEN-NOT: in 'f'
// CHECK: in 'f': parallel
// EMPTY: usage.c: there is no loop in it

#ifndef EMPTY
void f(int n, int *a) {
#ifdef BROKEN
  a[0] = m;
#endif
  for (int i = 0; i < n; i++)
    a[i] = i;
}
#endif
