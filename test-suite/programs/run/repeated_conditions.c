/* A condition that is tested again inside of its own branch, and some that only look so. */
#include <stdio.h>
#define N 3000
static int a[N], b[N];
static volatile int watched = 1;
static int most_of(int n) {
  int most = -1;
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] > most) {
      if (a[i] > most)
        most = a[i];
    }
  return most;
}
static int with_else(int n) {
  int most = -1;
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] > most) {
      if (a[i] > most)
        most = a[i];
      else
        b[i] = 7;
    }
  return most;
}
static void volatile_condition(int n) {
  for (int i = 0; i < n; i++) // raddle: host('watched' is volatile or atomic)
    if (watched > 0) {
      if (watched > 0)
        b[i] += 1;
      else
        b[i] = 0;
    }
}
static void labelled(int n, int far) {
  for (int i = 0; i < n; i++) { // raddle: host('goto' in the loop)
    if (i == far)
      goto other;
    if (a[i] > 50) {
      if (a[i] > 50) {
        b[i] = 2;
      } else {
      other:
        b[i] = 3;
      }
    }
  }
}
static void changed(int n) {
  for (int i = 0; i < n; i++) // raddle: device
    if (a[i] > 60) {
      a[i] -= 30;
      if (a[i] > 60)
        b[i] += 5;
      else
        b[i] += 9;
    }
}
static int counter;
static int counted(int x) {
  return counter++ & 1 && x;
}
static void called(int n) {
  for (int i = 0; i < n; i++) // raddle: host(anti on 'counter')
    if (counted(a[i])) {
      if (counted(a[i]))
        b[i] += 11;
      else
        b[i] += 13;
    }
}
static void switched(int n) {
  for (int i = 0; i < n; i++) // raddle: host(a label of 'switch' within a statement in the loop)
    switch (a[i] & 3) {
    case 0:
      if (a[i] > 40) {
        if (a[i] > 40) {
          b[i] += 1;
        } else {
        case 1:
          b[i] += 17;
        }
      }
    }
}
int main(void) {
  for (int i = 0; i < N; i++) // raddle: device
    a[i] = (i * 37 + 11) % 101;
  printf("%d %d\n", most_of(N), with_else(N));
  volatile_condition(N);
  labelled(N, 1234);
  called(N);
  switched(N);
  changed(N);
  unsigned h = 0;
  for (int i = 0; i < N; i++) // raddle: host(anti on 'h')
    h = h * 31 + b[i] + a[i];
  printf("%u %d\n", h, counter);
  return 0;
}
