//===- Region.td - the region dialect ---------------------------------------------------===//
//
// Candidate loop nests of a C program and what surrounds their kernels. The rest of the program is in the
// llvm, arith, scf and cf dialects; inside a nest, arrays are memrefs made by `region.view`.
//
//===-------------------------------------------------------------------------------------===//

#ifndef RADDLE_REGION_TD
#define RADDLE_REGION_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"

def Region_Dialect : Dialect {
  let name = "region";
  let cppNamespace = "::raddle::region";
  let summary = "Loop nests over host memory, and their offloading";
  // Its pointer type is parsed and printed by our ops.
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

class Region_Op<string mnemonic, list<Trait> traits = []> : Op<Region_Dialect, mnemonic, traits>;

def Region_NestOp : Region_Op<"nest", [AffineScope, AutomaticAllocationScope, IsolatedFromAbove,
                                       SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "a candidate loop nest";
  let description = [{
    Operands are pointers and scalars of LLVM types; they are the entry block's arguments. `function` is the C function.
    `objects` has an entry per operand: pointers with different non-negative numbers reach disjoint memory, -1 is unknown
    (for scalars -1). `live_out` has an entry per operand: 0 says that what the pointer reaches is dead after the nest.
    `names` are the operands' names in the source.

    ```mlir
    region.nest (%p, %n : !llvm.ptr, i64) attributes {function = "f", names = ["a", "n"], objects = array<i64: -1, -1>, live_out = array<i64: 1, 1>} {
    ^bb0(%a: !llvm.ptr, %m: i64):
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %s = arith.index_cast %m : i64 to index
      %A = region.view %a [%c0] sizes [%s] strides [%c8] : !llvm.ptr -> memref<?xf64>
      affine.for %i = 0 to %s {
        %v = affine.load %A[%i] : memref<?xf64>
        affine.store %v, %A[%i] : memref<?xf64>
      }
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$function, StrArrayAttr:$names, DenseI64ArrayAttr:$objects,
                       DenseI64ArrayAttr:$live_out);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "(`(` $inputs^ `:` type($inputs) `)`)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Region_YieldOp : Region_Op<"yield", [Pure, Terminator, ParentOneOf<["NestOp", "HostOp"]>]> {
  let summary = "ends a nest, or code of the host";
  let assemblyFormat = "attr-dict";
}

def Region_ViewOp : Region_Op<"view", [Pure, AttrSizedOperandSegments]> {
  let summary = "an array over host memory";
  let description = [{
    Element [i0, i1, ...] lies at `base + offset + i0 * stride0 + i1 * stride1 + ...` bytes. The memref type has the element type
    and identity layout; its addresses are this op's business alone. Sizes are in elements; a first size of -1 is unknown.
    Fields of structs are views with the field's offset and the struct's size as stride. Rank 0 is a scalar in memory.
    Elements are i8, i16, i32, i64, f32 or f64.
  }];
  let arguments = (ins AnyType:$base, Index:$offset, Variadic<Index>:$sizes, Variadic<Index>:$strides);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = "$base `[` $offset `]` `sizes` `[` $sizes `]` `strides` `[` $strides `]` attr-dict `:` qualified(type($base)) `->` type($result)";
  let hasVerifier = 1;
}

def Region_MathOp : Region_Op<"math", [Pure]> {
  let summary = "a call of a function of <math.h>";
  let description = [{
    `function` has its name in C and C's types, but for `int`, which is i64 here. The value is that of our own implementation, the same on every
    device; with `exact`, the C library's has the same bits; with `libm`, it is the C library's, and no device can compute it. errno is not set.
    Of a function that returns a complex number, it is one part: `cexp.re`, `cexp.im`. The arguments are the parts of the function's. Products
    (`__muldc3`, `__mulsc3`) are what C's Annex G makes of one whose parts are NaN by the formula.

    ```mlir
    %a = region.math "exp"(%x) : (f64) -> f64
    %b = region.math "ldexpf"(%y, %n) exact : (f32, i64) -> f32
    %c = region.math "exp"(%x) libm : (f64) -> f64
    %d = region.math "cexp.im"(%re, %im) libm : (f64, f64) -> f64
    ```
  }];
  let arguments = (ins StrAttr:$function, Variadic<AnyTypeOf<[F32, F64, I64]>>:$inputs, UnitAttr:$exact, UnitAttr:$libm);
  let results = (outs AnyTypeOf<[F32, F64]>:$result);
  let assemblyFormat = "$function `(` $inputs `)` (`exact` $exact^)? (`libm` $libm^)? attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
}

def Region_CallOp : Region_Op<"call", [NoMemoryEffect]> {
  let summary = "a call of a function of the program that only computes a value";
  let description = [{
    `function` is the C name of the function at `address`. It changes no memory, and reads none that the nest around writes. Arguments have the types that
    they are passed in, with the attributes of an `llvm.call` in `arg_attrs` and `res_attrs`; those whose numbers are in `pointers` are addresses. A call takes
    about `picoseconds`. CPU threads call the function as the host does; no other device can. The call is made only where it stands: it may take long, or not end.

    ```mlir
    %y = region.call "f" at %f(%x, %a) pointers [1] {picoseconds = 1000} : (f64, i64) -> f64
    ```
  }];
  let arguments = (ins StrAttr:$function, I64:$address, Variadic<AnyTypeOf<[I1, I8, I16, I32, I64, F32, F64]>>:$inputs, OptionalAttr<DenseI64ArrayAttr>:$pointers,
                       I64Attr:$picoseconds, OptionalAttr<ArrayAttr>:$arg_attrs, OptionalAttr<ArrayAttr>:$res_attrs);
  let results = (outs AnyTypeOf<[I1, I8, I16, I32, I64, F32, F64]>:$result);
  let assemblyFormat = "$function `at` $address `(` $inputs `)` (`pointers` $pointers^)? attr-dict `:` functional-type($inputs, $result)";
}

def Region_EnterOp : Region_Op<"enter", [AttrSizedOperandSegments]> {
  let summary = "asks the runtime to take a launch";
  let description = [{
    True if the launch that follows shall run on a device: the ranges `[base + lo, base + hi)` (bytes) do not overlap where that matters,
    there are enough instances, and memory is reserved. `items` (else all instances) may run at the same time; one instance takes a core of the host `picoseconds` (else 1000). `flags` are 1 read, 2 write, 4 overwritten, 8 only checked, 16 loose (perhaps larger than the object: only changed bytes go back; with 1024 it is no larger); 256: only a box in the range is touched, and `rows` has its counts of subscripts and strides in bytes for four dimensions, the innermost first, then by how many bytes its rows begin and end further on from one to the next of the second dimension (0 and 0 but for triangles and the like); 512: `around` says from where to where the loops around access the array, which they surely do; a range that is only overwritten is scratch. With `resident`, what the launch leaves on the device stays there: code of the host around it says what it accesses (`region.host_access`). `objects` and `names` as in `region.nest`.
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his, Index:$instances,
                       Optional<Index>:$items, Variadic<Index>:$rows, Variadic<Index>:$around, DenseI64ArrayAttr:$flags, DenseI64ArrayAttr:$objects, StrArrayAttr:$names, StrAttr:$function,
                       OptionalAttr<I64Attr>:$picoseconds, UnitAttr:$resident);
  let results = (outs I1:$taken);
  let assemblyFormat = "`bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` `instances` $instances (`items` $items^)? (`rows` `(` $rows^ `)`)? (`around` `(` $around^ `)`)? attr-dict";
  let hasVerifier = 1;
}

def Region_DisjointOp : Region_Op<"disjoint", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "do ranges of host memory lie apart?";
  let description = [{
    True if no two of the ranges overlap of which one is written and which may overlap by their `objects`. Ranges as in `region.enter`.
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his,
                       DenseI64ArrayAttr:$flags, DenseI64ArrayAttr:$objects, StrArrayAttr:$names);
  let results = (outs I1:$disjoint);
  let assemblyFormat = "`bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` attr-dict";
  let hasVerifier = 1;
}

def Region_HostAccessOp : Region_Op<"host_access", [AttrSizedOperandSegments]> {
  let summary = "the host accesses ranges next";
  let description = [{
    Says that code of the host reads (flag 1) or writes (flag 2) these ranges before the next launch; with flag 128, more of the arrays soon. Bytes that are newer on a device come back
    first; a device's copy of bytes that are written is forgotten. Ranges and their boxes as in `region.enter`. `windows` are two words for each
    range: from which address on, and for how many addresses, nothing needs to be said, as the op has found out before. None while the second
    word is 0. They hold until the next launch.
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his, Variadic<Index>:$rows, Optional<LLVM_AnyPointer>:$windows,
                       DenseI64ArrayAttr:$flags, DenseI64ArrayAttr:$objects, StrArrayAttr:$names);
  let assemblyFormat = "`bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` (`rows` `(` $rows^ `)`)? (`windows` $windows^ `:` type($windows))? attr-dict";
  let hasVerifier = 1;
}

def Region_HostOp : Region_Op<"host", [AttrSizedOperandSegments, SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "code of the host, and what it accesses";
  let description = [{
    The body runs on the host, and these ranges are all of the memory that it touches, but for variables that are its own. Ranges and their
    boxes as in `region.enter`.
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his, Variadic<Index>:$rows,
                       DenseI64ArrayAttr:$flags, DenseI64ArrayAttr:$objects, StrArrayAttr:$names);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` (`rows` `(` $rows^ `)`)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Region_FlushOp : Region_Op<"flush"> {
  let summary = "the host may access anything next";
  let description = [{
    As `region.host_access` of all memory, read and written: nothing is left on a device. With `at_end`, only if the program ends before the next such op:
    a function that is called next touches nothing, but may call `exit`, and exit handlers may access anything.
  }];
  let arguments = (ins UnitAttr:$at_end);
  let assemblyFormat = "attr-dict";
}

def Region_HostEndOp : Region_Op<"host_end"> {
  let summary = "an object of the host ends its life";
  let description = [{
    Nobody reads the `bytes` at `pointer` any more, or all of the block of `malloc` that it is: what is newer on a device is forgotten.
  }];
  let arguments = (ins LLVM_AnyPointer:$pointer, OptionalAttr<I64Attr>:$bytes);
  let assemblyFormat = "$pointer attr-dict `:` qualified(type($pointer))";
}

def Region_RecallOp : Region_Op<"recall", [AttrSizedOperandSegments]> {
  let summary = "what was computed before from the same bytes";
  let description = [{
    `known` if `region.keep` of the same `slot` has kept `values` for these ranges, `[base + lo, base + hi)` in bytes, and these keys, and
    nobody can have changed a byte of the ranges since; else the values are 0. It is for speed alone: never known is right, too.
  }];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his, Variadic<I64>:$keys, I64Attr:$slot);
  let results = (outs I1:$known, Variadic<I64>:$values);
  let assemblyFormat = "$slot `bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` `keys` `(` $keys `)` `values` `(` type($values) `)` attr-dict";
}

def Region_KeepOp : Region_Op<"keep", [AttrSizedOperandSegments]> {
  let summary = "keeps what was computed from bytes of ranges";
  let description = [{The other half of `region.recall`: `values` were computed from the bytes of the ranges and from the keys.}];
  let arguments = (ins Variadic<AnyType>:$bases, Variadic<Index>:$los, Variadic<Index>:$his, Variadic<I64>:$keys, Variadic<I64>:$values,
                       I64Attr:$slot);
  let assemblyFormat = "$slot `bases` `(` $bases `:` type($bases) `)` `from` `(` $los `)` `to` `(` $his `)` `keys` `(` $keys `)` `values` `(` $values `)` attr-dict";
}

def Region_MayPayOp : Region_Op<"may_pay", [Pure]> {
  let summary = "may a launch of so many iterations pay?";
  let description = [{
    False if no device would take a launch of `instances` innermost iterations, whatever its arrays are. `picoseconds` as in `region.enter`, whose
    answer is then false, too: the question is answered inline, without a call. The answer is for speed alone; both are right.
    With `threads`, it is true where launches go to CPU threads and there are more than a few instances: what follows is better than the loop
    as it was, launched or not. With `nest`, it is true where any of the two is, or where data is on a device: what follows are checks and the
    nest.

    ```mlir
    %w = region.may_pay %n {picoseconds = 800 : i64}
    %t = region.may_pay %n {threads}
    %c = region.may_pay %n {nest, picoseconds = 800 : i64}
    ```
  }];
  let arguments = (ins Index:$instances, OptionalAttr<I64Attr>:$picoseconds, UnitAttr:$threads, UnitAttr:$nest);
  let results = (outs I1:$answer);
  let assemblyFormat = "$instances attr-dict";
}

def Region_ChooseOp : Region_Op<"choose"> {
  let summary = "a version of a loop, or the loop?";
  let description = [{
    An odd number for the version of a loop of `instances` innermost iterations, an even one for the loop as it was: what took less time in this program so far. `picoseconds` as in
    `region.enter`. Behind both stands a `region.chosen` with this number.

    ```mlir
    %token = region.choose %n {picoseconds = 800 : i64}
    %takes = arith.trunci %token : i64 to i1
    scf.if %takes { /* the version */ } else { /* the loop */ }
    region.chosen %token for %n
    ```
  }];
  let arguments = (ins Index:$instances, OptionalAttr<I64Attr>:$picoseconds);
  let results = (outs I64:$token);
  let assemblyFormat = "$instances attr-dict";
}

def Region_ChosenOp : Region_Op<"chosen"> {
  let summary = "the end of what region.choose has begun";
  let description = [{Nothing for the number 0, which says that nothing was asked.}];
  let arguments = (ins I64:$token, Index:$instances);
  let assemblyFormat = "$token `for` $instances attr-dict";
}

def Region_AwaitOp : Region_Op<"await"> {
  let summary = "waits for the row of tiles before this one";
  let description = [{
    In a kernel whose work items are rows of tiles: the tiles of this row before number `tile` are done; waits until the row before has done the tile of
    this number. Numbers grow along a row. A row ends no earlier than the one before it. CPU threads alone run such kernels: they begin rows in order, and
    where rows run one after the other, there is nothing to wait for. With `blocks`, a thread takes several rows that lie beside each other, and does one
    tile of each before the next.

    ```mlir
    affine.for %p = 0 to %rows {
      affine.for %t = 0 to %tiles {
        %tile = arith.index_cast %t : index to i64
        region.await %tile
        // the tile
      }
    } {region.grid}
    ```
  }];
  let arguments = (ins I64:$tile, UnitAttr:$blocks);
  let assemblyFormat = "(`blocks` $blocks^)? $tile attr-dict";
}

def Region_WorkspaceOp : Region_Op<"workspace"> {
  let summary = "memory for private copies";
  let description = [{
    `bytes` of host memory that nothing else reaches, for a launch of `instances` innermost iterations; null if there is none or no such launch would
    be taken. `picoseconds` as in `region.enter`. Freed by `region.workspace_end`.
  }];
  let arguments = (ins Index:$bytes, Index:$instances, OptionalAttr<I64Attr>:$picoseconds);
  let results = (outs LLVM_AnyPointer:$pointer);
  let assemblyFormat = "$bytes `for` $instances attr-dict `:` qualified(type($pointer))";
}

def Region_WorkspaceEndOp : Region_Op<"workspace_end"> {
  let summary = "frees what region.workspace gave, or does nothing for null";
  let arguments = (ins LLVM_AnyPointer:$pointer);
  let assemblyFormat = "$pointer attr-dict `:` qualified(type($pointer))";
}

class Region_CopyOp<string mnemonic> : Region_Op<mnemonic> {
  let description = [{`range` is the position of the range in the `region.enter` whose result dominates this op's block.}];
  let arguments = (ins AnyType:$base, Index:$lo, Index:$hi, I64Attr:$range, I64Attr:$flags, I64Attr:$object, StrAttr:$name);
  let assemblyFormat = "$base `[` $lo `,` $hi `]` attr-dict `:` qualified(type($base))";
}
def Region_CopyInOp : Region_CopyOp<"copy_in"> { let summary = "host to device"; }
def Region_CopyOutOp : Region_CopyOp<"copy_out"> { let summary = "device to host"; }

def Region_LaunchOp : Region_Op<"launch", []> {
  let summary = "runs a kernel";
  let description = [{
    `kernel` is `@module::@function`. Extents are work items in x, y, z (1 where unused). `ranges` has an entry per argument: the
    number of the `region.enter` range that a pointer points into, -1 for scalars.

    Work-groups: `work_group` has the sizes in x, y, z (trailing 1s may be left out) that somebody asks for; `group_shape`, which
    `gpu-launch-config` makes, has those that follow from the extents, and 0 where the size is bound when the launch runs. Without
    either, all of them are. No size changes a result.

    With `here`, the calling thread runs all work items, without the runtime: what the host does where no device takes the launch, if the
    kernel's code is better than the loop was. Such a launch stands in the other branch of its `region.enter`.

    ```mlir
    region.launch @k::@k extents(%x, %y, %one) args(%p : !llvm.ptr) {ranges = array<i64: 0>, work_group = array<i64: 32, 8>}
    region.launch @k::@k extents(%c1000, %y, %one) args(%p : !llvm.ptr) {ranges = array<i64: 0>, group_shape = array<i64: 0, 0, 1>}
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Index:$x, Index:$y, Index:$z, Variadic<AnyType>:$args, DenseI64ArrayAttr:$ranges,
                       OptionalAttr<DenseI64ArrayAttr>:$work_group, OptionalAttr<DenseI64ArrayAttr>:$group_shape,
                       UnitAttr:$here);
  let assemblyFormat = "$kernel `extents` `(` $x `,` $y `,` $z `)` (`args` `(` $args^ `:` type($args) `)`)? attr-dict";
  let hasVerifier = 1;
}

def Region_ExitOp : Region_Op<"exit"> {
  let summary = "ends what region.enter began";
  let assemblyFormat = "attr-dict";
}

#endif
