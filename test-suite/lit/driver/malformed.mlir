// Whatever is wrong ends with a diagnostic and status 1, without output.
// RUN: split-file %s %t
// RUN: not %raddle-opt %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not %raddle-opt %t/op.mlir 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not %raddle-opt %t/attribute.mlir 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: not %raddle-opt %t/good.mlir --no-such-pass 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not %raddle-opt %t/good.mlir --pass-pipeline='builtin.module(no-such-pass)' 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not %raddle-opt %t/good.mlir --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=BRACKET
// RUN: not %raddle-opt %t/good.mlir --gpu-transfers='scheme=fastest' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %raddle-opt %t/good.mlir --gpu-transfers='speed=9' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not %raddle-opt %t/absent.mlir 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not %raddle-opt %t 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: head -c 3000 %raddle | not %raddle-opt 2>&1 | FileCheck %s --check-prefix=BINARY
// RUN: not %raddle-opt %t/good.mlir -o %t/no/such/folder/out.mlir 2>&1 | FileCheck %s --check-prefix=UNWRITABLE

// SYNTAX: syntax.mlir:1:14: error: expected non-function type
// OP: op.mlir:1:1: error: Dialect `no' not found for custom op 'no.such'
// ATTRIBUTE: attribute.mlir:1:1: error: 'region.nest' op requires attribute 'function'
// FLAG: Unknown command line argument '--no-such-pass'
// PASS: 'no-such-pass' does not refer to a registered pass
// BRACKET: expected
// VALUE: gpu-transfers: option 'scheme' does not take 'fastest'
// OPTION: no such option speed
// ABSENT: cannot open input file{{.*}}No such file or directory
// FOLDER: Is a directory
// BINARY: error:
// UNWRITABLE: cannot open output file{{.*}}No such file or directory

//--- good.mlir
func.func @f() { return }
//--- syntax.mlir
func.func @f( { return }
//--- op.mlir
no.such
//--- attribute.mlir
region.nest attributes {names = [], objects = array<i64>, live_out = array<i64>} { }
