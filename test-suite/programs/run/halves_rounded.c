/* The same where every operation on halves rounds, as on processors with such operations. */
// flags: -fexcess-precision=16 -lm
#include "halves.c"
