extern double *held;
void keep(double *p);
double *kept(void);
double *made(int n);
