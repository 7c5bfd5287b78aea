/* Live-out arrays as one number each: FNV-1a over their bytes. */
#include <stddef.h>
#include <stdio.h>

static void print_hash(const char *name, const void *data, size_t size) {
  const unsigned char *bytes = data;
  unsigned long long hash = 1469598103934665603ull;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

#define PRINT_HASH(array) print_hash(#array, array, sizeof(array))
