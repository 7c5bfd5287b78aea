//===- support.cpp - small services that MLIR's C API lacks ----------------------------------===//
//
// Diagnostics with a severity and notes, and cloning with a mapping of values.
//
//===-----------------------------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// `severity` is an MlirDiagnosticSeverity.
extern "C" void raddleEmitDiagnostic(MlirLocation location, int severity, MlirStringRef message, intptr_t noteCount,
                                     const MlirLocation *noteLocations, const MlirStringRef *noteMessages) {
  Location at = unwrap(location);
  DiagnosticEngine &engine = at->getContext()->getDiagEngine();
  InFlightDiagnostic diagnostic = engine.emit(at, static_cast<DiagnosticSeverity>(severity));
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < noteCount; ++i)
    diagnostic.attachNote(unwrap(noteLocations[i])) << unwrap(noteMessages[i]);
}

extern "C" void *raddleMappingCreate() { return new IRMapping(); }
extern "C" void raddleMappingDestroy(void *mapping) { delete static_cast<IRMapping *>(mapping); }
extern "C" void raddleMappingMap(void *mapping, MlirValue from, MlirValue to) {
  static_cast<IRMapping *>(mapping)->map(unwrap(from), unwrap(to));
}
/// A null value if there is none.
extern "C" MlirValue raddleMappingLookup(void *mapping, MlirValue from) {
  return wrap(static_cast<IRMapping *>(mapping)->lookupOrNull(unwrap(from)));
}
/// A detached copy; results and nested values are added to the mapping.
extern "C" MlirOperation raddleOperationClone(MlirOperation op, void *mapping) {
  return wrap(unwrap(op)->clone(*static_cast<IRMapping *>(mapping)));
}

extern "C" bool raddleOperationIsPure(MlirOperation op) { return isPure(unwrap(op)); }
extern "C" bool raddleOperationIsMemoryEffectFree(MlirOperation op) { return isMemoryEffectFree(unwrap(op)); }
