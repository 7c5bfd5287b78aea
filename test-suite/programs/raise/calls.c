// Calls of functions of the same file in loops: their bodies are put in their place.

int counter;
volatile int port;
static int zero(int x) { return x - x; }
static int first(int x, int y) { return x; }
static int at_port(int x) { return port + x; }

static int twice(int x) { return 2 * x; }
static int at(int i, int j, int n) { return i * n + j; }
static int clamp(int x, int low, int high) {
  if (x < low) return low;
  if (x > high)
    return high;
  else
    return x;
}
static int nested(int x) { return twice(clamp(x, 0, 9)) + 1; }
static int fourth_power(int x) {
  int square = x * x;
  return square * square;
}
static void put(int *a, int i, int value) {
  if (value > 2) a[i] = value;
}
static int sum_of_row(const int *row, int n) {
  int sum = 0;
  for (int j = 0; j < n; j++) // raise: nest
    sum += row[j];
  return sum;
}
static int count(int x) {
  counter += x;
  return counter;
}
static int search(const int *a, int n) {
  for (int i = 0; i < n; i++) // raise: declined('return' in the loop)
    if (a[i] == 3) return i;
  return -1;
}
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int ticks(void) {
  static int now;
  return ++now;
}
static void bump(int *x) { *x += 1; }
static int next(void) {
  counter += 1;
  return counter;
}
static int after_next(int x) { return next() + x; }
static int signed_by_next(int x) {
  if (next() & 1) return x;
  return -x;
}
static int beside_count(int x) { return count(1), x; }
static int above_power(int x) { return fourth_power(x) + x; }
int elsewhere(int x);
static int cleaned(int x) {
  int copy __attribute__((cleanup(bump))) = x;
  return copy + 1;
}

void values(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = twice(a[i]) + nested(a[i + 1]);
}

void in_subscript_and_condition(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    for (int j = 0; j < twice(i); j++)
      if (clamp(a[j], 1, 5) == 3) a[at(i, j, 30)] = 7;
}

void block_with_value(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int v = fourth_power(a[i] % 3);
    a[i] = v + fourth_power(i);
  }
}

void block_alone(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) { // raise: nest
    put(a, i, b[i]);
    if (b[i] > 3) put(b, i, 4);
  }
}

void with_inner_loop(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) // raise: nest
    b[i] = sum_of_row(a + 10 * i, n);
}

void ignored_value(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    count(i);
    a[i] = 1;
  }
}

void address_of_local(int n, int *a) {
  for (int i = 0; i < n; i++) { // raise: nest
    int x = a[i];
    bump(&x);
    a[i] = x;
  }
}

// The call is what the statement does first.
void value_with_effect(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = count(i);
  for (int i = 0; i < n; i++) // raise: nest
    a[i] += after_next(3 * i + n);
  for (int i = 0; i < n; i++) // raise: declined(it may change memory, inside of an expression)
    a[i] = count(i) + count(3);
  for (int i = 0; i < n; i++) // raise: declined(it may change memory, inside of an expression)
    a[i] = counter + count(i);
}

// An argument is read before the call: not behind what the function calls, if that may change it.
void arguments_before_effects(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = after_next(counter);
  for (int i = 0; i < n; i++) // raise: declined(call to 'signed_by_next')
    a[i] += counter + signed_by_next(counter);
  for (int i = 0; i < n; i++) // raise: nest
    a[i] += beside_count(a[i]);
  for (int i = 0; i < n; i++) // raise: nest
    a[i] += i * next();
  for (int i = 0; i < n; i++) // raise: nest
    a[i] += above_power(a[i] % 3);
}

void block_under_condition(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = a[i] > 2 && fourth_power(i) > 3;
}

void early_return(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = search(a, i);
}

void recursive(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: nest
    a[i] = factorial(i % 5);
}

void with_static(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined(call to 'ticks')
    a[i] = ticks();
}

// A volatile argument is read once, whatever becomes of it.
void volatile_accesses(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined('port' is volatile or atomic)
    a[i] = zero(port);
  for (int i = 0; i < n; i++) // raise: declined('port' is volatile or atomic)
    a[i] = first(i, port);
  for (int i = 0; i < n; i++) // raise: declined('port' is volatile or atomic)
    a[i] = fourth_power(port);
  for (int i = 0; i < n; i++) // raise: declined(call to 'at_port')
    a[i] = at_port(i);
}

void with_cleanup(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined(call to 'cleaned')
    a[i] = cleaned(i);
}

void unknown(int n, int *a) {
  for (int i = 0; i < n; i++) // raise: declined(call to 'elsewhere')
    a[i] = elsewhere(i);
}
