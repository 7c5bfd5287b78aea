// Each array of a launch says how many launches later it is used again: the next one in the text, or in the next round of the loop around.
// RUN: %raddle emit --stage gpu %s | FileCheck %s

double a[4000], b[4000], c[4000], d[4000];
int more(void);

// CHECK-LABEL: llvm.func internal @__raddle_aware_rounds
// CHECK: region.enter {{.*}}names = ["a", "b"]{{.*}}region.next = array<i64: 2, 1>
// CHECK: region.enter {{.*}}names = ["b", "c"]{{.*}}region.next = array<i64: 1, 2>
// CHECK: region.enter {{.*}}names = ["d"]
// CHECK-NOT: region.next
// CHECK: llvm.return
void rounds(void) {
  do {
    for (int i = 0; i < 4000; i++) a[i] += b[i];
    for (int i = 0; i < 4000; i++) b[i] += c[i];
  } while (more());
  for (int i = 0; i < 4000; i++) d[i] += 1;
}

// Behind the last use nobody knows.
// CHECK-LABEL: llvm.func internal @__raddle_aware_choice
// CHECK: region.enter {{.*}}names = ["a"]{{.*}}region.next = array<i64: 2>
// CHECK: region.enter {{.*}}names = ["a", "b"]{{.*}}region.next = array<i64: 0, 1>
// CHECK: region.enter {{.*}}names = ["b"]
// CHECK: llvm.return
void choice(void) {
  for (int i = 0; i < 4000; i++) a[i] += 1;
  for (int i = 0; i < 4000; i++) c[i] += 1;
  for (int i = 0; i < 4000; i++) a[i] += b[i];
  for (int i = 0; i < 4000; i++) b[i] += 2;
}
