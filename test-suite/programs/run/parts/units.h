#include <stdlib.h>

struct pair {
  int count;
  double weight;
};
extern double scale;

double own(int i);
double shape(double x, double y);
double chain(double x);
double calls_back(int i);
void add_row(int n, const double *from, double *to);
double weigh(const struct pair *p, int i);
double scaled(int i);
int symbol_of_another_name(int i) __asm__("another_name");
double reads_hidden(int i);
double uses_taken(int i);
double changes_hidden(int i);
double bits(long x);
double counted(int i);
double sum_of(int n, ...);
int weak_here(int i);
int weak_twice(int i);
int calls_weak(int i);
double deeper(double x);
