//===- support.cpp - small services that MLIR's C API lacks ----------------------------------===//
//
// Diagnostics with a severity and notes, cloning with a mapping of values, properties that are no attributes, parsing a
// module under a file name.
//
//===-----------------------------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir-c/Diagnostics.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static DiagnosticSeverity unwrap(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return DiagnosticSeverity::Error;
  case MlirDiagnosticWarning:
    return DiagnosticSeverity::Warning;
  case MlirDiagnosticNote:
    break; // Not on its own: MLIR takes notes only with another diagnostic.
  case MlirDiagnosticRemark:
    return DiagnosticSeverity::Remark;
  }
  return DiagnosticSeverity::Remark;
}

extern "C" void raddleEmitDiagnostic(MlirLocation location, MlirDiagnosticSeverity severity, MlirStringRef message, intptr_t noteCount,
                                     const MlirLocation *noteLocations, const MlirStringRef *noteMessages) {
  Location at = unwrap(location);
  DiagnosticEngine &engine = at->getContext()->getDiagEngine();
  InFlightDiagnostic diagnostic = engine.emit(at, unwrap(severity));
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

/// Sets a property from its attribute form; for those that are no inherent attributes. False if the op does not take it.
extern "C" bool raddleOperationSetProperty(MlirOperation op, MlirStringRef name, MlirAttribute value) {
  Operation *self = unwrap(op);
  auto known = dyn_cast_or_null<DictionaryAttr>(self->getPropertiesAsAttribute());
  if (!known || !known.contains(unwrap(name)))
    return false;
  NamedAttrList all(known);
  all.set(unwrap(name), unwrap(value));
  return succeeded(self->setPropertiesFromAttribute(all.getDictionary(self->getContext()), [self] { return self->emitError(); }));
}

/// Text or bytecode; several top-level ops, or one that is no module, are put into a module. Null if malformed.
extern "C" MlirModule raddleModuleParse(MlirContext context, MlirStringRef source, MlirStringRef name) {
  llvm::SourceMgr manager;
  // A copy, because the parser wants a zero after the text.
  manager.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(unwrap(source), unwrap(name)), llvm::SMLoc());
  return wrap(parseSourceFile<ModuleOp>(manager, ParserConfig(unwrap(context))).release());
}
