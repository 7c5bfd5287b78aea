/* The functions of the NAS Parallel Benchmarks' common files that IS calls without a declaration. */

void timer_clear(int);
void timer_start(int);
void timer_stop(int);
double timer_read(int);
