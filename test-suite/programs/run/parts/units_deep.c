#include "units.h"

double deeper(double x) { return shape(x, 1) * 0.5; }
int weak_twice(int i) { return 7 * i; }
