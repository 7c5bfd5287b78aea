// What only clang's code generator refuses is refused beside a nest, too, and no object is left.
// RUN: rm -f %t.o
// RUN: not %raddle cc -O2 -c -DASM %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ASM
// RUN: not %raddle cc -O2 -c -DCALL %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not ls %t.o
// RUN: %raddle cc -O2 -c --remarks %s -o %t.o 2>&1 | FileCheck %s
// ASM: late_errors.c:20:11: error:
// CALL: error: call to 'never' declared with 'error' attribute: it is
// CHECK: 'nest' runs on the device

__attribute__((error("it is"))) void never(void);

void nest(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void late(void) {
#ifdef ASM
  __asm__("foo bar baz");
#endif
#ifdef CALL
  never();
#endif
}
