//===- thunk.h - functions whose interface only clang lowers -------------------------------===//

#pragma once

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringRef.h"

namespace raddle {

/// The function of the unit with this C name: its definition if it has one, null if there is no such function.
clang::FunctionDecl *function(clang::ASTContext &context, llvm::StringRef name);

/// `RET f(P p, ...) { RET result; __raddle_body_f(&p, ..., &result); return result; }`, with the symbol `__raddle_thunk_f`.
clang::FunctionDecl *definitionThunk(clang::ASTContext &context, const clang::FunctionDecl *f);

/// `void __raddle_call_f(P *p, ..., RET *result) { *result = f(*p, ...); }`
clang::FunctionDecl *callThunk(clang::ASTContext &context, clang::FunctionDecl *f);

} // namespace raddle
