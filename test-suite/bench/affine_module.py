#!/usr/bin/env python3
"""affine_module.py MEGABYTES: prints a valid module of about that size: functions with affine loop nests over memrefs."""

import sys

FUNCTION = """  func.func @f{i}(%a: memref<{n}x{n}xf64>, %b: memref<?x{n}xf64>, %n: index) {{
    affine.for %i = 0 to {n} {{
      affine.for %j = 0 to min affine_map<(d0)[s0] -> (s0, d0 + {k})>(%i)[%n] step 2 {{
        affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 - d1 - {k} >= 0)>(%i, %j)[%n] {{
          %0 = affine.load %a[%i, %j + {k}] : memref<{n}x{n}xf64>
          %1 = affine.load %b[%j, %i] : memref<?x{n}xf64>
          %2 = arith.mulf %0, %1 : f64
          %3 = arith.constant {k}.5 : f64
          %4 = arith.addf %2, %3 : f64
          affine.store %4, %a[%i, %j + {k}] : memref<{n}x{n}xf64>
        }}
      }}
    }}
    return
  }}
"""


def main():
    wanted = int(float(sys.argv[1]) * 1e6)
    functions, size = [], 0
    while size < wanted:
        i = len(functions)
        functions.append(FUNCTION.format(i=i, n=1000 + i % 50, k=i % 7))
        size += len(functions[-1])
    print("module {\n" + "".join(functions) + "}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
