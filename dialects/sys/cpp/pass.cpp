//===- pass.cpp - passes written in Rust, and the opt driver --------------------------------===//
//
// MLIR's C API can create external passes but not register them by name, so they would be absent from textual
// pipelines and from --help. This file registers them and calls MlirOptMain. It decides nothing: all logic is in
// Rust, behind the function pointers of RaddlePass, none of which may unwind.
//
//===-----------------------------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

extern "C" {
struct RaddlePassOption {
  MlirStringRef name, help;
};

/// A pass type. All strings and the table itself live as long as the process.
struct RaddlePass {
  MlirStringRef argument, description, anchor;
  const RaddlePassOption *options;
  intptr_t optionCount;
  void *(*create)();
  void *(*clone)(void *state);
  void (*destroy)(void *state);
  /// Hands over one option; on failure calls `error` with a message and returns false.
  bool (*set)(void *state, MlirStringRef name, MlirStringRef value, MlirStringCallback error, void *user);
  bool (*run)(void *state, MlirOperation op);
};
}

namespace raddle::region {
void insertDialect(DialectRegistry &registry);
}

namespace {
class RustPass : public Pass {
public:
  RustPass(TypeID id, const RaddlePass *type) : Pass(id, anchorOf(type)), id(id), type(type), state(type->create()) {
    declareOptions();
  }
  RustPass(const RustPass &other) : Pass(other), id(other.id), type(other.type), state(type->clone(other.state)) {
    declareOptions();
  }
  ~RustPass() override { type->destroy(state); }

  StringRef getName() const override { return unwrap(type->argument); }
  StringRef getArgument() const override { return unwrap(type->argument); }
  StringRef getDescription() const override { return unwrap(type->description); }
  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<RustPass>(*this); }

  /// What any Raddle pass may create. One list for all of them: loading a dialect that stays unused costs little.
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect, DLTIDialect, func::FuncDialect,
                    gpu::GPUDialect, LLVM::LLVMDialect, math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
    raddle::region::insertDialect(registry);
  }

  LogicalResult initializeOptions(StringRef text,
                                  function_ref<LogicalResult(const Twine &)> onError) override {
    if (failed(Pass::initializeOptions(text, onError)))
      return failure();
    for (auto &option : options) {
      if (!option->hasValue())
        continue;
      auto report = [](MlirStringRef message, void *user) {
        (void)(*static_cast<function_ref<LogicalResult(const Twine &)> *>(user))(unwrap(message));
      };
      const std::string &value = option->getValue();
      if (!type->set(state, wrap(option->ArgStr), wrap(StringRef(value)), report, &onError))
        return failure();
    }
    return success();
  }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return !getOpName() || name.getStringRef() == *getOpName();
  }
  void runOnOperation() override {
    if (!type->run(state, wrap(getOperation())))
      signalPassFailure();
  }

private:
  static std::optional<StringRef> anchorOf(const RaddlePass *type) {
    StringRef anchor = unwrap(type->anchor);
    return anchor.empty() ? std::nullopt : std::optional<StringRef>(anchor);
  }
  void declareOptions() {
    for (const RaddlePassOption &option : ArrayRef(type->options, type->optionCount))
      options.push_back(std::make_unique<Option<std::string>>(*this, unwrap(option.name),
                                                              llvm::cl::desc(unwrap(option.help))));
  }

  TypeID id;
  const RaddlePass *type;
  void *state;
  std::vector<std::unique_ptr<Option<std::string>>> options;
};
} // namespace

extern "C" void raddleRegisterPass(const RaddlePass *type) {
  static TypeIDAllocator ids;
  TypeID id = ids.allocate();
  registerPass([=]() -> std::unique_ptr<Pass> { return std::make_unique<RustPass>(id, type); });
}

/// `argument`, `description` and `text` live as long as the process.
extern "C" void raddleRegisterPipeline(MlirStringRef argument, MlirStringRef description, MlirStringRef text) {
  registerPassPipeline(
      unwrap(argument), unwrap(description),
      [=](OpPassManager &manager, StringRef options, function_ref<LogicalResult(const Twine &)> onError) -> LogicalResult {
        if (!options.empty())
          return onError("this pipeline takes no options");
        return parsePassPipeline(unwrap(text), manager);
      },
      [](function_ref<void(const detail::PassOptions &)>) {});
}

extern "C" int raddleOptMain(int argc, char **argv, MlirStringRef toolName, MlirDialectRegistry registry) {
  return asMainReturnCode(MlirOptMain(argc, argv, unwrap(toolName), *unwrap(registry)));
}
