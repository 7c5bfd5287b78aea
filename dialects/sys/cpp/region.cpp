//===- region.cpp - the region dialect, generated from Region.td -----------------------------===//
//
// Glue between mlir-tblgen's output and Rust: verifiers are function pointers set before the dialect is first used.
//
//===-----------------------------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/Support/ErrorHandling.h"

#include <mutex>

#include "RegionDialect.h.inc"
#define GET_OP_CLASSES
#include "RegionOps.h.inc"

#include "RegionDialect.cpp.inc"
#define GET_OP_CLASSES
#include "RegionOps.cpp.inc"

using namespace mlir;

extern "C" {
/// One function per op with `hasVerifier`; each reports what is wrong as a diagnostic and returns whether the op is right.
struct RaddleRegionVerifiers {
  bool (*nest)(MlirOperation);
  bool (*view)(MlirOperation);
  bool (*enter)(MlirOperation);
  bool (*launch)(MlirOperation);
  bool (*math)(MlirOperation);
};
}

static bool unregistered(MlirOperation) {
  llvm::report_fatal_error("the region dialect was not registered by raddleRegisterRegionDialect");
}
static RaddleRegionVerifiers verifiers = {unregistered, unregistered, unregistered, unregistered, unregistered};

namespace raddle::region {
LogicalResult NestOp::verify() { return success(verifiers.nest(wrap(getOperation()))); }
LogicalResult ViewOp::verify() { return success(verifiers.view(wrap(getOperation()))); }
LogicalResult DisjointOp::verify() { return success(verifiers.enter(wrap(getOperation()))); }
LogicalResult HostAccessOp::verify() { return success(verifiers.enter(wrap(getOperation()))); }
LogicalResult HostOp::verify() { return success(verifiers.enter(wrap(getOperation()))); }
LogicalResult EnterOp::verify() { return success(verifiers.enter(wrap(getOperation()))); }
LogicalResult LaunchOp::verify() { return success(verifiers.launch(wrap(getOperation()))); }
LogicalResult MathOp::verify() { return success(verifiers.math(wrap(getOperation()))); }

void RegionDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "RegionOps.cpp.inc"
      >();
}

void insertDialect(DialectRegistry &registry) { registry.insert<RegionDialect>(); }
} // namespace raddle::region

/// The first call's verifiers stay; the process has one set of them.
extern "C" void raddleRegisterRegionDialect(MlirDialectRegistry registry, RaddleRegionVerifiers functions) {
  static std::once_flag once;
  std::call_once(once, [&] { verifiers = functions; });
  raddle::region::insertDialect(*unwrap(registry));
}
