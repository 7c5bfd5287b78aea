//===- thunk.cpp - functions whose interface only clang lowers -----------------------------===//
//
// How records, complex numbers and the like are passed by value is an agreement between clang and the platform. The
// importer does not know it: it passes addresses, and the functions made here, in the run of clang whose code is kept, stand
// between the two conventions. They are syntax trees rather than text, because types may be local or have no name.
//
//===---------------------------------------------------------------------------------------===//

#include "thunk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

using namespace clang;

namespace {

/// Nodes at one source position.
class Maker {
public:
  Maker(ASTContext &context, SourceLocation at) : context(context), at(at) {}

  FunctionDecl *function(StringRef name, QualType result, ArrayRef<QualType> params, FunctionProtoType::ExtProtoInfo info = {}) {
    QualType type = context.getFunctionType(result, params, info);
    auto *made = FunctionDecl::Create(context, context.getTranslationUnitDecl(), at, at, &context.Idents.get(name), type,
                                      context.getTrivialTypeSourceInfo(type, at), SC_None);
    SmallVector<ParmVarDecl *> decls;
    for (QualType param : params) {
      auto *decl = ParmVarDecl::Create(context, made, at, at, nullptr, param, context.getTrivialTypeSourceInfo(param, at), SC_None, nullptr);
      decl->setScopeInfo(0, decls.size());
      decls.push_back(decl);
    }
    made->setParams(decls);
    return made;
  }

  void setBody(FunctionDecl *function, ArrayRef<Stmt *> stmts) {
    function->setBody(CompoundStmt::Create(context, stmts, FPOptionsOverride(), at, at));
  }

  VarDecl *local(FunctionDecl *owner, StringRef name, QualType type) {
    return VarDecl::Create(context, owner, at, at, &context.Idents.get(name), type, context.getTrivialTypeSourceInfo(type, at), SC_None);
  }

  Stmt *declare(VarDecl *var) { return new (context) DeclStmt(DeclGroupRef(var), at, at); }

  Expr *name(ValueDecl *decl) {
    return DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(), decl, false, at, decl->getType(), VK_LValue);
  }

  Expr *cast(Expr *operand, CastKind kind, QualType type) {
    return ImplicitCastExpr::Create(context, type, kind, operand, nullptr, VK_PRValue, FPOptionsOverride());
  }

  Expr *value(Expr *lvalue) { return cast(lvalue, CK_LValueToRValue, lvalue->getType().getUnqualifiedType()); }

  Expr *address(ValueDecl *decl) {
    return UnaryOperator::Create(context, name(decl), UO_AddrOf, context.getPointerType(decl->getType()), VK_PRValue, OK_Ordinary, at, false, FPOptionsOverride());
  }

  Expr *pointee(ValueDecl *pointer) {
    return UnaryOperator::Create(context, value(name(pointer)), UO_Deref, pointer->getType()->getPointeeType(), VK_LValue, OK_Ordinary, at, false, FPOptionsOverride());
  }

  Expr *assign(Expr *to, Expr *from) {
    return BinaryOperator::Create(context, to, from, BO_Assign, to->getType(), VK_PRValue, OK_Ordinary, at, FPOptionsOverride());
  }

  Expr *call(FunctionDecl *callee, ArrayRef<Expr *> args) {
    Expr *pointer = cast(name(callee), CK_FunctionToPointerDecay, context.getPointerType(callee->getType()));
    return CallExpr::Create(context, pointer, args, callee->getReturnType(), VK_PRValue, at, FPOptionsOverride());
  }

  Stmt *giveBack(Expr *value) { return ReturnStmt::Create(context, at, value, nullptr); }

private:
  ASTContext &context;
  SourceLocation at;
};

/// The parameters' types; a pointer whose type names another parameter (`double (*a)[n]`) is just a pointer.
SmallVector<QualType> paramTypes(ASTContext &context, const FunctionDecl *f) {
  SmallVector<QualType> types;
  for (const ParmVarDecl *param : f->parameters())
    types.push_back(param->getType()->isVariablyModifiedType() ? context.VoidPtrTy : param->getType());
  return types;
}

/// Addresses of all parameters and of the result.
SmallVector<QualType> addressTypes(ASTContext &context, const FunctionDecl *f) {
  SmallVector<QualType> types;
  for (QualType param : paramTypes(context, f))
    types.push_back(context.getPointerType(param));
  if (!f->getReturnType()->isVoidType())
    types.push_back(context.getPointerType(f->getReturnType().getUnqualifiedType()));
  return types;
}

} // namespace

FunctionDecl *raddle::function(ASTContext &context, StringRef name) {
  DeclarationName identifier(&context.Idents.get(name));
  // Where functions are that only a block declares.
  DeclContext *scopes[] = {context.getTranslationUnitDecl(), context.getExternCContextDecl()};
  for (DeclContext *scope : scopes)
    for (NamedDecl *found : scope->lookup(identifier))
      if (auto *function = dyn_cast<FunctionDecl>(found); function && !function->hasAttr<OverloadableAttr>()) {
        FunctionDecl *definition = function->getDefinition();
        return definition ? definition : function->getMostRecentDecl();
      }
  return nullptr;
}

FunctionDecl *raddle::definitionThunk(ASTContext &context, const FunctionDecl *f) {
  Maker make(context, f->getLocation());
  FunctionProtoType::ExtProtoInfo info;
  if (const auto *prototype = f->getType()->getAs<FunctionProtoType>())
    info = prototype->getExtProtoInfo();
  // Under the name of f, which debuggers show.
  FunctionDecl *thunk = make.function(f->getName(), f->getReturnType(), paramTypes(context, f), info);
  thunk->addAttr(AsmLabelAttr::CreateImplicit(context, ("__raddle_thunk_" + f->getName()).str()));
  FunctionDecl *body = make.function(("__raddle_body_" + f->getName()).str(), context.VoidTy, addressTypes(context, f));
  SmallVector<Expr *> args;
  for (auto [param, named] : llvm::zip(thunk->parameters(), f->parameters())) {
    param->setDeclName(named->getDeclName());
    args.push_back(make.address(param));
  }
  if (f->getReturnType()->isVoidType()) {
    make.setBody(thunk, {make.call(body, args)});
    return thunk;
  }
  VarDecl *result = make.local(thunk, "result", f->getReturnType().getUnqualifiedType());
  args.push_back(make.address(result));
  make.setBody(thunk, {make.declare(result), make.call(body, args), make.giveBack(make.value(make.name(result)))});
  return thunk;
}

FunctionDecl *raddle::callThunk(ASTContext &context, FunctionDecl *f) {
  Maker make(context, f->getLocation());
  FunctionDecl *thunk = make.function(("__raddle_call_" + f->getName()).str(), context.VoidTy, addressTypes(context, f));
  thunk->addAttr(NoDebugAttr::CreateImplicit(context));
  thunk->addAttr(AlwaysInlineAttr::CreateImplicit(context));
  SmallVector<Expr *> args;
  for (auto [param, target] : llvm::zip(thunk->parameters(), f->parameters())) {
    Expr *value = make.value(make.pointee(param));
    args.push_back(target->getType()->isVariablyModifiedType() ? make.cast(value, CK_BitCast, target->getType()) : value);
  }
  Expr *call = make.call(f, args);
  make.setBody(thunk, {f->getReturnType()->isVoidType() ? call : make.assign(make.pointee(thunk->parameters().back()), call)});
  return thunk;
}
