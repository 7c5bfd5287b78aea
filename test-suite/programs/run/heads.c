/* Loops whose heads read what their bodies assign, and variables that not each iteration assigns. */
#include <stdio.h>
#define F static __attribute__((noinline)) int
F h1(int n, int *restrict a, int *restrict b) {
  int t = n, i;
  for (i = 0; i < t; i++) { // raddle: host('t' may change in the nest)
    b[i] = t;
    t = a[i] % 900 + 100;
  }
  return i;
}
F h2(int n, int *restrict a, int *restrict b) {
  int t = n, i;
  for (i = 0; i < t; i++) { // raddle: host('t' may change in the nest)
    b[i] += a[i];
    t -= 1;
  }
  return i + t;
}
F h3(int n, int *restrict a, int *restrict b) {
  int t = n, i;
  for (i = 0; i < n - t / 2; i++) { // raddle: host('t' may change in the nest)
    t = i;
    b[i] = a[i] + t;
  }
  return i;
}
F h4(int n, int *restrict a, int *restrict b) {
  int s = 1, c = 0;
  for (int i = 0; i < n; i += s) { // raddle: host(step 'i += s' is not constant)
    s = 1 + (a[i] & 1);
    b[i] = s;
    c++;
  }
  return c;
}
F h5(int n, int *restrict a, int *restrict b) {
  int t = n, c = 0;
  for (int k = 0; k < 3 && k < t; k++) // raddle: host('t' may change in the nest)
    for (int i = 0; i < 500; i++) { // raddle: device
      t = a[i] % 3;
      b[i] = t;
      t = a[i + 1] % 4;
      b[i] += t;
      c++;
    }
  return c;
}
F h6(int n, int *restrict a, int *restrict b) {
  int t = 0, i = 0;
  while (i < n - t) { // raddle: host('t' may change in the nest)
    t = i / 2;
    b[i] = a[i] * t;
    t = i / 3;
    b[i] -= t;
    i++;
  }
  return i;
}
F h7(int n, int *restrict a, int *restrict b) {
  int t = 0, i = 0;
  do { // raddle: host(how often the loop runs is not known before it runs)
    t = a[i] & 7;
    b[i] = t;
    t = i / 4;
    b[i] ^= t;
    i++;
  } while (i + t < n);
  return i + t;
}
F h8(int n, int *restrict a, int *restrict b) {
  int t = 5;
  for (int k = 0; k < 4; k++) { // raddle: host(output on 't')
    for (int i = 0; i < n; i++) { // raddle: device
      if (a[i] & 1)
        continue;
      t = a[i] + k;
      b[i] += t;
    }
    b[k] += t;
  }
  return t;
}
F h9(int n, int *restrict a, int *restrict b) {
  int t = 3;
  for (int i = 0; i < n; i++) { // raddle: host(output on 't')
    if (a[i] % 5 == 0)
      t = a[i];
    b[i] = t;
  }
  for (int i = 0; i < n; i++) { // raddle: device
    t = b[i] - i;
    a[i] = t;
  }
  return t;
}
F h10(int n, int *restrict a, int *restrict b) {
  int t = 0;
  for (int k = 0; k < 5; k++) { // raddle: host(anti on 't')
    for (int i = 0; i < n + t % 2; i++) { // raddle: host(trip count is not affine)
      t = a[i] + i;
      b[i] = t * k;
    }
  }
  return t;
}
F h11(int n, int *restrict a, int *restrict b) {
  int t;
  for (int i = 0; i < n; i++) { // raddle: host('break' in the loop)
    t = a[i];
    if (t == 977)
      break;
    b[i] = t;
  }
  t = 2;
  for (int i = 0; i < n; i++) { // raddle: device
    t = b[i] + 1;
    a[i] = t;
  }
  return t;
}
int main(void) {
  static int a[4000], b[4000];
  int (*f[])(int, int *restrict, int *restrict) = {h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11};
  for (int q = 0; q < 11; q++) { // raddle: host(call to 'f[q]')
    for (int i = 0; i < 4000; i++) { // raddle: device
      a[i] = (i * 37 + q) % 1013;
      b[i] = i % 5;
    }
    int r = f[q](1500, a, b);
    long s = 0;
    for (int i = 0; i < 4000; i++) // raddle: device
      s += (long)a[i] * i + 3L * b[i] * (i + 1);
    printf("%d: %d %ld\n", q + 1, r, s);
  }
}
