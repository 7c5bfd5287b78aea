// A generated-looking state machine with many branches, and strings of conversions between all scalar types.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { END, NUMBER, PLUS, MINUS, TIMES, SLASH, OPEN, CLOSE, ERROR };
struct lexer { const char *at; enum kind kind; double value; };

static void advance(struct lexer *l) {
  while (isspace((unsigned char)*l->at)) l->at++;
  switch (*l->at) {
  case 0: l->kind = END; return;
  case '+': l->kind = PLUS; break;
  case '-': l->kind = MINUS; break;
  case '*': l->kind = TIMES; break;
  case '/': l->kind = SLASH; break;
  case '(': l->kind = OPEN; break;
  case ')': l->kind = CLOSE; break;
  case '0' ... '9': {
    char *end;
    l->value = strtod(l->at, &end);
    l->at = end;
    l->kind = NUMBER;
    return;
  }
  default: l->kind = ERROR; return;
  }
  l->at++;
}

static double sum(struct lexer *l);

static double factor(struct lexer *l) {
  double v = 0;
  if (l->kind == NUMBER) {
    v = l->value;
    advance(l);
  } else if (l->kind == MINUS) {
    advance(l);
    v = -factor(l);
  } else if (l->kind == OPEN) {
    advance(l);
    v = sum(l);
    if (l->kind == CLOSE) advance(l);
    else l->kind = ERROR;
  } else {
    l->kind = ERROR;
  }
  return v;
}

static double term(struct lexer *l) {
  double v = factor(l);
  for (;;) switch (l->kind) {
    case TIMES: advance(l); v *= factor(l); continue;
    case SLASH: advance(l); v /= factor(l); continue;
    default: return v;
    }
}

static double sum(struct lexer *l) {
  double v = term(l);
  while (l->kind == PLUS || l->kind == MINUS) {
    int sign = l->kind == PLUS ? 1 : -1;
    advance(l);
    v += sign * term(l);
  }
  return v;
}

static void evaluate(const char *text) {
  struct lexer l = {.at = text};
  advance(&l);
  double v = sum(&l);
  if (l.kind == END) printf("%s = %g\n", text, v);
  else printf("%s: error at %td\n", text, l.at - text);
}

static long long all_types(signed char a) {
  unsigned char b = a;
  short c = b;
  unsigned short d = -c;
  int e = d - 1;
  unsigned f = e << 4;
  long g = f * 2.5f;
  unsigned long h = g ^ -1;
  float i = h % 1000;
  double j = i / 3;
  long double k = j + 0.25;
  _Bool l = k;
  return (long long)(k * 100) + l + a + b + c + d + e + f + g + (int)i;
}

int main(void) {
  evaluate("1 + 2 * 3");
  evaluate("(1 + 2) * -3 / 4");
  evaluate("2 * (3 + ");
  evaluate("7 $ 3");
  for (int v = -128; v < 128; v += 15) printf("%lld ", all_types(v));
  putchar('\n');
  return 0;
}
