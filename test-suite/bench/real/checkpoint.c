// checkpoint FILE: a checkpoint for llama2.c with random weights, in the shape of stories15M. The same on every machine.

#include <stdint.h>
#include <stdio.h>

enum { DIM = 288, HIDDEN = 768, LAYERS = 6, HEADS = 6, VOCABULARY = 32000, LENGTH = 256 };

static uint64_t state = 88172645463325252u;

// The sum of four uniform numbers: bell-shaped, around zero.
static float random_weight(void) {
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    sum += (double)(state >> 11) / 9007199254740992.0 - 0.5;
  }
  return (float)sum;
}

static void weights(FILE *file, long count, float scale, float middle) {
  for (long k = 0; k < count; k++) {
    float weight = random_weight() * scale + middle;
    fwrite(&weight, sizeof weight, 1, file);
  }
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: checkpoint FILE\n");
    return 2;
  }
  int header[7] = {DIM, HIDDEN, LAYERS, HEADS, HEADS, VOCABULARY, LENGTH};
  fwrite(header, sizeof header, 1, file);
  weights(file, VOCABULARY * DIM, 0.1f, 0);        // token embeddings, which classify as well
  weights(file, LAYERS * DIM, 0.2f, 1);            // normalization before attention
  weights(file, 4L * LAYERS * DIM * DIM, 0.1f, 0); // queries, keys, values, outputs
  weights(file, LAYERS * DIM, 0.2f, 1);            // normalization before the feed-forward part
  weights(file, 3L * LAYERS * DIM * HIDDEN, 0.1f, 0);
  weights(file, DIM, 0.2f, 1);
  weights(file, LENGTH * DIM / HEADS, 1, 0); // rotations: llama2.c skips them
  return fclose(file) != 0;
}
