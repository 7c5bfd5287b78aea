// Structs, unions, bit-fields, initializers, compound literals.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point a, b; char name[6]; };
struct bits {
  unsigned a : 3;
  signed b : 5;
  unsigned : 0;
  unsigned long c : 40;
  _Bool d : 1;
  unsigned char e : 7;
  int f : 31;
  char after;
};
struct __attribute__((packed)) tight { char c; int i; short s; double d; unsigned k : 5, l : 11; };
union number { int i; float f; unsigned char bytes[8]; struct { short low, high; }; };
struct flexible { int n; int data[]; };
struct node { struct node *next; int value; struct { int inner; union { int u; char v; }; }; };
struct mixed { char c; double d; short s[3]; struct point p; };

static struct line global = {{1, 2}, {3, 4}, "seg"};

static int lengths(const struct line *l) {
  return (l->b.x - l->a.x) * 10 + (l->b.y - (*l).a.y) + l->name[0];
}

static void copies(void) {
  struct line l = global, m;
  m = l;
  m.b = m.a = (struct point){7, .y = 8};
  struct line *p = &m;
  p->a.x += 5;
  (*p).b.y--;
  struct point q = p->a.x > 3 ? l.a : m.b, r[2] = {q, [1] = m.b};
  r[0] = r[1];
  printf("%d %d %d %d %d %d %s\n", lengths(&l), lengths(p), q.x, q.y, r[0].x, r[1].y, m.name);
}

static void fields(int v) {
  struct bits b = {v, -v, .d = 2, .e = 200, .f = v * 1000};
  printf("%u %d %lu %d %u %d %d\n", b.a, b.b, (unsigned long)b.c, b.d, b.e, b.f, b.after);
  b.c = 0xabcdef0123456789ul;
  b.after = 'z';
  printf("%d %d ", (b.b = 37), (b.a = 9) + 1);
  b.a += 6;
  b.b++;
  int old = b.f--;
  b.d ^= 1;
  b.e <<= 2;
  unsigned long c = ++b.c;
  printf("%u %d %lx %d %u %d %d %c\n", b.a, b.b, c, b.d, b.e, b.f, old, b.after);
  struct bits copy = b;
  copy.b = -16;
  printf("%d %d %d\n", copy.b < 0, copy.b - b.b, copy.a == b.a);
}

static void packed(void) {
  struct tight t[2] = {{1, 2, 3, 4.5, 6, 7}};
  t[1] = t[0];
  t[1].i = t[0].i * 1000;
  t[1].d /= 2;
  t[1].l += 2000;
  printf("%zu %d %d %g %d %d %d\n", sizeof t, t[1].i, t[1].s, t[1].d, t[1].k, t[1].l, t[0].l);
}

// Fields that lie in nine bytes and more.
struct __attribute__((packed)) astride { unsigned a : 4; long b : 64; unsigned c : 4; unsigned long d : 61, e : 3; };
struct wide { __int128 a : 100; unsigned __int128 b : 90; };

static void wide_fields(long v) {
  struct astride s = {0};
  s.a = 9, s.c = 6, s.e = 5;
  s.b = v * 0x123456789abcdef, s.d = -v;
  printf("%d %lx %d %lx %d\n", s.a, (long)s.b, s.c, (long)s.d, s.e);
  printf("%lx ", (long)(s.b = -1));
  s.c = 0, s.e = 0, s.a = v;
  printf("%d %lx %d %lx %d\n", s.a, (long)s.b, s.c, (long)s.d, s.e);
  struct wide w = {.b = v};
  __int128 stored = w.a = -(__int128)v << 70;
  w.b |= (unsigned __int128)v << 80;
  printf("%lx %lx %lx\n", (long)(w.a >> 64), (long)w.a, (long)(stored >> 64));
  printf("%lx %lx\n", (long)(w.b >> 64), (long)w.b);
}

static void unions(void) {
  union number n = {.f = 1.0f};
  printf("%x ", n.i);
  n.low = 5;
  n.bytes[2] = 0xff;
  printf("%d %u %d\n", n.low, n.bytes[2], n.i);
  union number *p = &n, z = {0}, w = {.bytes = {1, 2, 3}};
  p->high = -1;
  printf("%d %d %d %zu\n", n.i, z.i, w.i, sizeof z);
}

static int lists(void) {
  struct node c = {0, 3, {30, {.v = 'c'}}}, b = {&c, 2}, a = {.next = &b, .value = 1};
  a.inner = 5;
  a.u = 6;
  int sum = 0;
  for (struct node *n = &a; n; n = n->next) sum = sum * 10 + n->value + n->inner + n->v;
  return sum + a.next->next->value;
}

static void initializers(int v) {
  struct mixed m[3] = {[1] = {.s = {1, v}, .p.y = v, .d = v / 2.0}, {'c', 1, {2, 3, 4}, {5, 6}}};
  for (int i = 0; i < 3; i++)
    printf("%d %g %d %d %d %d %d\n", m[i].c, m[i].d, m[i].s[0], m[i].s[1], m[i].s[2], m[i].p.x, m[i].p.y);
  char text[8] = "hi", exact[3] = "abc", cells[2][4] = {"ab", "c"}, braces[] = {"xy"};
  int grid[2][3] = {1, 2, 3, v}, range[6] = {[1 ... 3] = v, 9}, single = {v}, zeros[4] = {};
  printf("%s %c%d %s %s %zu\n", text, exact[2], text[7], cells[0], cells[1], sizeof braces);
  printf("%d %d %d %d %d %d %d\n", grid[0][2], grid[1][0], grid[1][2], range[3], range[4], single, zeros[3]);
  int *literal = (int[]){v, v + 1, [5] = 2};
  struct point *pp = &(struct point){.y = 4};
  literal[2] = pp->y++;
  printf("%d %d %d %d\n", literal[1], literal[2], literal[5], pp->y);
  for (int i = 0; i < 3; i++) {
    int fresh[2] = {i};
    fresh[1] += fresh[0];
    printf("%d ", fresh[1]);
  }
  wchar_t wide[] = L"wide", *w = L"z";
  printf("%d %d %zu\n", (int)wide[3], (int)*w, sizeof wide);
}

static int flexible(void) {
  _Alignas(struct flexible) char storage[sizeof(struct flexible) + 3 * sizeof(int)];
  struct flexible *f = (struct flexible *)storage;
  f->n = 3;
  for (int i = 0; i < f->n; i++) f->data[i] = i * i;
  return f->data[2] + offsetof(struct mixed, s[1]) + offsetof(struct line, b.y);
}

static int statement(int v) {
  int r = ({
    int t = v * 2;
    if (t > 5) t++;
    t;
  });
  struct point p = ((struct point){v, r}), *q = &p;
  return r + q->x + ((struct point){3, v}).y + __builtin_choose_expr(1, 4, "no") + _Generic(v, int: 1, default: 2);
}

int main(void) {
  copies();
  fields(5);
  fields(-11);
  packed();
  wide_fields(5);
  wide_fields(-0x7654321);
  unions();
  printf("%d\n", lists());
  initializers(21);
  printf("%d %d\n", flexible(), statement(4));
  return 0;
}
