//===- ast_export.cpp - writes a unit's AST as JSON ----------------------------------------===//
//
// A clang plugin named `raddle`. It runs before clang's own action, walks every function body of the unit and
// writes the tables of `src/ast.rs` (the contract: names and nesting are serde's layout of those types) to the
// file of `-fplugin-arg-raddle-ast-out=FILE`. It holds no logic beyond translation, and changes nothing in the AST
// except that some constants are marked as used (`HandleTopLevelDecl`). `-fplugin-arg-raddle-define=f` and `-call=f`
// add the functions of `thunk.h` to the code of this run.
//
//===---------------------------------------------------------------------------------------===//

#include "thunk.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <optional>
#include <pthread.h>
#include <set>
#include <string>
#include <vector>

using namespace clang;
using llvm::json::OStream;

namespace {

/// A finished row of a table, as JSON text.
using Row = std::string;

template <typename Body> Row object(Body body) {
  Row text;
  llvm::raw_string_ostream out(text);
  OStream json(out);
  json.object([&] { body(json); });
  json.flush();
  return text;
}

/// `"kind": {"name": {...}}`, the layout of an enum variant with fields.
template <typename Body> void variant(OStream &json, StringRef name, Body body) {
  json.attributeObject("kind", [&] { json.attributeObject(name, [&] { body(); }); });
}

/// `"kind": "name"`, the layout of an enum variant without fields.
void variant(OStream &json, StringRef name) { json.attribute("kind", name); }

template <typename Id> void optional(OStream &json, StringRef name, std::optional<Id> id) {
  if (id)
    json.attribute(name, static_cast<int64_t>(*id));
  else
    json.attribute(name, nullptr);
}

std::string utf8(StringRef text) { return llvm::json::fixUTF8(text); }

/// The value as 64 bits of two's complement; none if it needs more.
std::optional<int64_t> bits64(const llvm::APSInt &value) {
  // A reader extends the sign of what is wider than 64 bits.
  unsigned unsignedBits = value.getBitWidth() > 64 ? 63 : 64;
  if (value.isSigned() ? !value.isSignedIntN(64) : value.getActiveBits() > unsignedBits)
    return std::nullopt;
  return value.isSigned() ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue());
}

StringRef binaryName(BinaryOperatorKind op) {
  switch (op) {
  case BO_Add: case BO_AddAssign: return "add";
  case BO_Sub: case BO_SubAssign: return "sub";
  case BO_Mul: case BO_MulAssign: return "mul";
  case BO_Div: case BO_DivAssign: return "div";
  case BO_Rem: case BO_RemAssign: return "rem";
  case BO_Shl: case BO_ShlAssign: return "shl";
  case BO_Shr: case BO_ShrAssign: return "shr";
  case BO_And: case BO_AndAssign: return "and";
  case BO_Or: case BO_OrAssign: return "or";
  case BO_Xor: case BO_XorAssign: return "xor";
  case BO_LT: return "lt";
  case BO_GT: return "gt";
  case BO_LE: return "le";
  case BO_GE: return "ge";
  case BO_EQ: return "eq";
  case BO_NE: return "ne";
  case BO_LAnd: return "logical_and";
  case BO_LOr: return "logical_or";
  case BO_Comma: return "comma";
  default: return "";
  }
}

StringRef unaryName(UnaryOperatorKind op) {
  switch (op) {
  case UO_Plus: return "plus";
  case UO_Minus: return "minus";
  case UO_Not: return "not";
  case UO_LNot: return "logical_not";
  case UO_Deref: return "deref";
  case UO_AddrOf: return "addr_of";
  case UO_PreInc: return "pre_inc";
  case UO_PreDec: return "pre_dec";
  case UO_PostInc: return "post_inc";
  case UO_PostDec: return "post_dec";
  case UO_Real: return "real";
  case UO_Imag: return "imag";
  default: return "";
  }
}

StringRef castName(CastKind cast) {
  switch (cast) {
  case CK_LValueToRValue: return "lvalue_to_rvalue";
  case CK_NoOp: return "no_op";
  case CK_ArrayToPointerDecay: return "array_to_pointer";
  case CK_FunctionToPointerDecay: return "function_to_pointer";
  case CK_BuiltinFnToFnPtr: return "builtin_to_function";
  case CK_NullToPointer: return "null_to_pointer";
  case CK_IntegralToPointer: return "integral_to_pointer";
  case CK_PointerToIntegral: return "pointer_to_integral";
  case CK_PointerToBoolean: return "pointer_to_boolean";
  case CK_BitCast: return "bit_cast";
  case CK_ToVoid: return "to_void";
  case CK_IntegralCast: case CK_BooleanToSignedIntegral: return "integral_cast";
  case CK_IntegralToBoolean: return "integral_to_boolean";
  case CK_IntegralToFloating: return "integral_to_floating";
  case CK_FloatingToIntegral: return "floating_to_integral";
  case CK_FloatingToBoolean: return "floating_to_boolean";
  case CK_FloatingCast: return "floating_cast";
  case CK_FloatingRealToComplex: return "real_to_complex";
  case CK_FloatingComplexToReal: return "complex_to_real";
  case CK_FloatingComplexToBoolean: return "complex_to_boolean";
  case CK_FloatingComplexCast: return "complex_cast";
  case CK_AtomicToNonAtomic: return "atomic_to_non_atomic";
  case CK_NonAtomicToAtomic: return "non_atomic_to_atomic";
  default: return "other";
  }
}

/// A declaration's row; written at the end, because `addressTaken` is known only then.
struct DeclRow {
  explicit DeclRow(const ValueDecl *decl) : decl(decl) {}
  const ValueDecl *decl;
  uint32_t type = 0;
  std::string symbol;
  bool addressTaken = false;
  std::optional<uint32_t> init;
  std::vector<uint32_t> params;
  std::optional<uint32_t> body;
};

class Exporter {
public:
  Exporter(ASTContext &context, bool relaxedAliasing)
      : context(context), sources(context.getSourceManager()), mangling(context.createMangleContext()),
        relaxedAliasing(relaxedAliasing) {}

  void translationUnit();
  void pragma(SourceLocation at);
  void write(llvm::raw_ostream &out);

private:
  // Tables.
  uint32_t type(QualType type, bool mayAlias = false);
  void typeKind(OStream &json, QualType type);
  void builtinKind(OStream &json, const BuiltinType *type);
  uint32_t record(const RecordDecl *record);
  uint32_t decl(const ValueDecl *decl);
  uint32_t expr(const Expr *expr);
  uint32_t stmt(const Stmt *stmt);
  std::optional<uint32_t> extent(const Expr *e);
  std::optional<uint32_t> optionalExpr(const Expr *e) { return e ? std::optional(expr(e)) : std::nullopt; }
  std::optional<uint32_t> optionalStmt(const Stmt *s) { return s ? std::optional(stmt(s)) : std::nullopt; }

  // Parts of rows.
  void location(OStream &json, StringRef name, SourceLocation at);
  void function(const FunctionDecl *function);
  std::string symbol(const ValueDecl *decl);
  void noteOtherName(const VarDecl *var);
  void localDecl(const VarDecl *var);
  Row declRow(const DeclRow &row);
  StringRef storage(const ValueDecl *decl);
  void attributes(OStream &json, const ValueDecl *decl);
  bool isBuiltin(const FunctionDecl *function);
  StringRef clangsOwn(const ValueDecl *decl);
  bool changesAlignment(QualType type);
  bool lowersAlignment(QualType type);

  // Expressions: each returns the row's `kind` writer applied to children that are already in the table.
  uint32_t addExpr(const Expr *at, llvm::function_ref<void(OStream &)> kind, bool foldable);
  int64_t floatOptions(const Expr *at);
  uint32_t intExpr(const Expr *at, int64_t value);
  uint32_t otherExpr(const Expr *at, StringRef what = {});
  uint32_t declRef(const DeclRefExpr *ref);
  uint32_t binary(const BinaryOperator *op);
  uint32_t unary(const UnaryOperator *op);
  std::optional<llvm::APFloat> constantFloat(const Expr *at);
  uint32_t conversion(const CastExpr *cast);
  uint32_t call(const CallExpr *call);
  uint32_t conditional(const Expr *at, const Expr *cond, const Expr *then, const Expr *other);
  uint32_t subscript(const ArraySubscriptExpr *subscript);
  uint32_t indexFirst(const ArraySubscriptExpr *subscript, uint32_t base, uint32_t index);
  uint32_t member(const MemberExpr *member);
  uint32_t floating(const Expr *at, const llvm::APFloat &value);
  uint32_t string(const Expr *at, const StringLiteral *literal);
  uint32_t initializers(const Expr *at, llvm::ArrayRef<std::optional<uint32_t>> inits);
  uint32_t initList(const InitListExpr *list);
  uint32_t sizeOf(const UnaryExprOrTypeTraitExpr *size);
  uint32_t simpleExpr(const Expr *e);
  bool isClangsAccess(const Expr *e);
  bool isConstant(uint32_t id) const { return constants[id]; }

  // Statements.
  uint32_t addStmt(const Stmt *at, llvm::function_ref<void(OStream &)> kind);
  uint32_t compound(const CompoundStmt *body);
  uint32_t declStmt(const DeclStmt *declaration);
  uint32_t forStmt(const ForStmt *loop);
  uint32_t caseStmt(const CaseStmt *label);
  uint32_t simpleStmt(const Stmt *s);

  void markAddress(const Expr *lvalue);
  void markInitializer(const Stmt *initializer);
  void markOtherUses();
  void markFunction(const FunctionDecl *function);

  ASTContext &context;
  SourceManager &sources;
  std::unique_ptr<MangleContext> mangling;
  bool relaxedAliasing;
  std::vector<std::string> files;
  std::vector<Row> types, records, exprs, stmts, pragmas;
  std::vector<bool> constants;
  std::vector<DeclRow> decls;
  std::vector<uint32_t> functions;
  llvm::DenseMap<std::pair<void *, unsigned>, uint32_t> typeIds;
  llvm::DenseMap<const RecordDecl *, uint32_t> recordIds;
  llvm::DenseMap<const ValueDecl *, uint32_t> declIds;
  llvm::DenseMap<const Expr *, uint32_t> extents;
  std::map<std::string, uint32_t> fileNames;
  std::set<std::string> staticLocals, otherNames;
  /// The names of functions that stand in the calls of `exprs`.
  std::set<const DeclRefExpr *> calledNames;
};

/// The kind of a statement that is left to clang.
auto other(StringRef what) {
  return [what](OStream &json) { variant(json, "other", [&] { json.attribute("class", what); }); };
}

//===- Positions ---------------------------------------------------------------------------===//

void Exporter::location(OStream &json, StringRef name, SourceLocation at) {
  uint32_t file = 0, line = 0, column = 0;
  PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(at));
  if (presumed.isValid()) {
    auto [entry, isNew] = fileNames.try_emplace(presumed.getFilename(), files.size());
    if (isNew)
      files.push_back(presumed.getFilename());
    file = entry->second;
    line = presumed.getLine();
    column = presumed.getColumn();
  }
  json.attributeArray(name, [&] {
    json.value(file);
    json.value(line);
    json.value(column);
  });
}

/// The pragma's text up to the end of its line, continuation lines included.
void Exporter::pragma(SourceLocation at) {
  const char *text = sources.getCharacterData(sources.getExpansionLoc(at));
  std::string line;
  for (; *text && *text != '\n'; ++text) {
    if (*text == '\\' && text[1] == '\n')
      ++text;
    else
      line += *text;
  }
  StringRef rest = StringRef(line).ltrim("# \t");
  rest.consume_front("pragma");
  Row row;
  llvm::raw_string_ostream out(row);
  OStream json(out);
  json.array([&] {
    Row position = object([&](OStream &inner) { location(inner, "at", at); });
    json.rawValue(StringRef(position).drop_front(strlen("{\"at\":")).drop_back());
    json.value(utf8(rest.trim()));
  });
  json.flush();
  pragmas.push_back(std::move(row));
}

//===- Types -------------------------------------------------------------------------------===//

/// Attribute `may_alias`, which a typedef can have although its canonical type has not.
static bool mayAlias(QualType type) {
  if (const auto *tag = type->getAsTagDecl(); tag && tag->hasAttr<MayAliasAttr>())
    return true;
  while (const auto *named = type->getAs<TypedefType>()) {
    if (named->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = named->desugar();
  }
  return false;
}

/// The lvalue, or an object that it is a part of, may be accessed as a character type may.
static bool accessMayAlias(const Expr *lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParens();
    if (mayAlias(lvalue->getType()))
      return true;
    if (const auto *member = dyn_cast<MemberExpr>(lvalue)) {
      if (member->isArrow())
        return mayAlias(member->getBase()->getType()->getPointeeType());
      lvalue = member->getBase();
      continue;
    }
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue);
    const auto *decay = subscript ? dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens()) : nullptr;
    if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
      return false;
    lvalue = decay->getSubExpr();
  }
}

/// With `mayAlias` for an lvalue that may access objects of any type.
uint32_t Exporter::type(QualType written, bool mayAlias) {
  QualType canonical = written.getCanonicalType();
  auto [entry, isNew] = typeIds.try_emplace({canonical.getAsOpaquePtr(), mayAlias}, types.size());
  if (!isNew)
    return entry->second;
  uint32_t id = types.size();
  types.emplace_back();
  bool isAtomic = canonical->isAtomicType();
  QualType value = isAtomic ? canonical->castAs<AtomicType>()->getValueType().getCanonicalType() : canonical;
  bool isSized = !value->isIncompleteType() && !value->isFunctionType() && !value->isVariablyModifiedType();
  isSized = (isSized && !value->isPlaceholderType()) || value->isPointerType();
  // The kind may intern further types, and so reach this one again: the row's place is taken above.
  types[id] = object([&](OStream &json) {
    typeKind(json, value);
    if (isSized) {
      json.attribute("size", context.getTypeSizeInChars(canonical).getQuantity());
      json.attribute("align", context.getTypeAlignInChars(canonical).getQuantity());
    } else if (value->isVariableArrayType()) {
      json.attribute("align", context.getTypeAlignInChars(context.getBaseElementType(value)).getQuantity());
    }
    json.attribute("is_const", canonical.isConstQualified());
    json.attribute("is_volatile", canonical.isVolatileQualified());
    json.attribute("is_restrict", canonical.isRestrictQualified());
    json.attribute("is_atomic", isAtomic);
    json.attribute("may_alias", mayAlias);
    json.attribute("spelling", utf8(canonical.getAsString(context.getPrintingPolicy())));
  });
  return id;
}

void Exporter::builtinKind(OStream &json, const BuiltinType *type) {
  if (type->getKind() == BuiltinType::Void)
    return variant(json, "void");
  if (type->getKind() == BuiltinType::Bool)
    return variant(json, "bool");
  if (type->isInteger())
    return variant(json, "int", [&] {
      json.attribute("bits", static_cast<int64_t>(context.getTypeSize(type)));
      json.attribute("signed", type->isSignedInteger());
    });
  bool isIeee = type->isFloatingPoint() && type->getKind() != BuiltinType::BFloat16 && type->getKind() != BuiltinType::Ibm128;
  if (!isIeee)
    return variant(json, "other");
  // An x87 long double occupies 128 bits, 80 of them are its value.
  int64_t bits = llvm::APFloat::getSizeInBits(context.getFloatTypeSemantics(QualType(type, 0)));
  variant(json, "float", [&] { json.attribute("bits", bits); });
}

void Exporter::typeKind(OStream &json, QualType value) {
  if (const auto *builtin = dyn_cast<BuiltinType>(value))
    return builtinKind(json, builtin);
  if (const auto *enumeration = dyn_cast<EnumType>(value)) {
    QualType integer = enumeration->getDecl()->getIntegerType();
    return integer.isNull() ? variant(json, "other") : typeKind(json, integer.getCanonicalType());
  }
  if (const auto *pointer = dyn_cast<PointerType>(value))
    return variant(json, "pointer", [&, to = type(pointer->getPointeeType())] { json.attribute("to", to); });
  if (const auto *array = dyn_cast<ConstantArrayType>(value))
    return variant(json, "array", [&, elem = type(array->getElementType())] {
      json.attribute("elem", elem);
      json.attribute("len", static_cast<uint64_t>(array->getZExtSize()));
    });
  if (const auto *array = dyn_cast<IncompleteArrayType>(value))
    return variant(json, "incomplete_array", [&, elem = type(array->getElementType())] { json.attribute("elem", elem); });
  if (const auto *array = dyn_cast<VariableArrayType>(value))
    return variant(json, "variable_array", [&, elem = type(array->getElementType()), len = extent(array->getSizeExpr())] {
      json.attribute("elem", elem);
      optional(json, "len", len);
    });
  if (const auto *complex = dyn_cast<ComplexType>(value))
    return variant(json, "complex", [&, elem = type(complex->getElementType())] { json.attribute("elem", elem); });
  if (const auto *aggregate = value->getAsRecordDecl())
    return variant(json, "record", [&, id = record(aggregate)] { json.attribute("record", id); });
  const auto *function = dyn_cast<FunctionType>(value);
  if (!function)
    return variant(json, "other");
  // Another convention than C's is clang's business.
  if (function->getCallConv() != CC_C)
    return variant(json, "other");
  const auto *prototype = dyn_cast<FunctionProtoType>(function);
  uint32_t result = type(function->getReturnType());
  std::vector<uint32_t> params;
  if (prototype)
    for (QualType param : prototype->param_types())
      params.push_back(type(param));
  variant(json, "function", [&] {
    json.attribute("ret", result);
    json.attributeArray("params", [&] { for (uint32_t id : params) json.value(id); });
    json.attribute("variadic", prototype && prototype->isVariadic());
    json.attribute("prototyped", prototype != nullptr);
  });
}

uint32_t Exporter::record(const RecordDecl *written) {
  const RecordDecl *definition = written->getDefinition();
  const RecordDecl *decl = definition ? definition : cast_or_null<RecordDecl>(written->getCanonicalDecl());
  auto [entry, isNew] = recordIds.try_emplace(decl, records.size());
  if (!isNew)
    return entry->second;
  uint32_t id = records.size();
  records.emplace_back();
  records[id] = object([&](OStream &json) {
    json.attribute("name", utf8(decl->getNameAsString()));
    json.attribute("is_union", decl->isUnion());
    json.attribute("is_packed", decl->hasAttr<PackedAttr>());
    json.attributeArray("fields", [&] {
      if (!definition || definition->isInvalidDecl())
        return;
      const ASTRecordLayout &layout = context.getASTRecordLayout(definition);
      for (const FieldDecl *field : definition->fields())
        json.object([&] {
          json.attribute("name", utf8(field->getName()));
          json.attribute("ty", type(field->getType()));
          json.attribute("offset_bits", layout.getFieldOffset(field->getFieldIndex()));
          if (field->isBitField())
            json.attribute("bit_width", static_cast<int64_t>(field->getBitWidthValue()));
        });
    });
  });
  return id;
}

//===- Declarations ------------------------------------------------------------------------===//

StringRef Exporter::storage(const ValueDecl *decl) {
  if (isa<FunctionDecl>(decl))
    return "function";
  const auto *var = cast<VarDecl>(decl);
  if (isa<ParmVarDecl>(var))
    return "param";
  if (var->isStaticLocal())
    return "static_local";
  return var->hasLocalStorage() ? "local" : "global";
}

/// The name that clang gives the symbol; empty for locals, and for a static local whose name clang has to number.
std::string Exporter::symbol(const ValueDecl *decl) {
  if (const auto *label = decl->getMostRecentDecl()->getAttr<AsmLabelAttr>())
    return label->getLabel().str();
  const auto *var = dyn_cast<VarDecl>(decl);
  if (!var || !var->hasLocalStorage()) {
    if (!var || !var->isStaticLocal()) {
      // `overloadable` functions have names of their own.
      if (!mangling->shouldMangleDeclName(decl))
        return decl->getNameAsString();
      const auto *function = dyn_cast<FunctionDecl>(decl);
      std::string name;
      llvm::raw_string_ostream out(name);
      mangling->mangleName(function ? GlobalDecl(function) : GlobalDecl(cast<VarDecl>(decl)), out);
      return name;
    }
    const auto *owner = dyn_cast<FunctionDecl>(var->getDeclContext()->getNonClosureAncestor());
    std::string name = (owner ? symbol(owner) : "") + "." + var->getNameAsString();
    return staticLocals.insert(name).second ? name : "";
  }
  return "";
}

/// Notes symbols that do not stand for one variable each.
void Exporter::noteOtherName(const VarDecl *var) {
  const auto *latest = var->getMostRecentDecl();
  const auto *alias = latest->getAttr<AliasAttr>();
  if (var->hasLocalStorage() || (!alias && !latest->hasAttr<AsmLabelAttr>()))
    return;
  otherNames.insert(symbol(latest));
  if (alias)
    otherNames.insert(alias->getAliasee().str());
}

uint32_t Exporter::decl(const ValueDecl *written) {
  const auto *canonical = cast<ValueDecl>(written->getCanonicalDecl());
  auto [entry, isNew] = declIds.try_emplace(canonical, decls.size());
  if (!isNew)
    return entry->second;
  uint32_t id = decls.size();
  decls.emplace_back(canonical);
  decls[id].symbol = symbol(canonical);
  if (const auto *var = dyn_cast<VarDecl>(canonical))
    noteOtherName(var);
  // The most recent declaration completes the type (`extern int a[]; int a[10];`).
  const auto *latest = cast<ValueDecl>(canonical->getMostRecentDecl());
  uint32_t typeId = type(latest->getType());
  decls[id].type = typeId;
  return id;
}

void Exporter::localDecl(const VarDecl *var) {
  uint32_t id = decl(var);
  if (var->hasLocalStorage() && var->getInit()) {
    uint32_t init = expr(var->getInit());
    decls[id].init = init;
  }
}

/// The operand of a `typeof` that has a variable length is evaluated where it stands; its type does not say so.
static bool hasEvaluatedTypeof(QualType type, const ASTContext &context) {
  while (type->isVariablyModifiedType() && !isa<TypeOfExprType>(type)) {
    const ArrayType *array = dyn_cast<ArrayType>(type);
    const auto *pointer = dyn_cast<PointerType>(type);
    QualType inner = array ? array->getElementType() : pointer ? pointer->getPointeeType() : type.getSingleStepDesugaredType(context);
    if (inner == type)
      return false;
    type = inner;
  }
  return type->isVariablyModifiedType();
}

/// The extent of an array parameter is evaluated where the function begins; the parameter's type, a pointer, does not have it.
static bool hasEffectInExtent(const ParmVarDecl *param, const ASTContext &context) {
  QualType written = param->getOriginalType();
  const VariableArrayType *array = context.getAsVariableArrayType(written);
  bool hasEffect = array && array->getSizeExpr() && array->getSizeExpr()->HasSideEffects(context);
  return hasEffect || hasEvaluatedTypeof(written, context);
}

void Exporter::function(const FunctionDecl *function) {
  uint32_t id = decl(function);
  std::vector<uint32_t> params;
  for (const ParmVarDecl *param : function->parameters())
    params.push_back(decl(param));
  uint32_t body = stmt(function->getBody());
  if (llvm::any_of(function->parameters(), [&](const ParmVarDecl *param) { return hasEffectInExtent(param, context); })) {
    uint32_t extents = addStmt(function->getBody(), other("extent of a parameter with an effect"));
    body = addStmt(function->getBody(), [&](OStream &json) {
      variant(json, "compound", [&] { json.attributeArray("body", [&] { for (uint32_t id : {extents, body}) json.value(id); }); });
    });
  }
  bool isFirst = !decls[id].body;
  decls[id].params = std::move(params);
  decls[id].body = body;
  // The definition's own type has the parameters' declared types, also without a prototype.
  decls[id].decl = function;
  // A GNU inline definition gives way to the function's own, which comes behind it.
  if (isFirst)
    functions.push_back(id);
}

void Exporter::attributes(OStream &json, const ValueDecl *decl) {
  json.attributeArray("attributes", [&] {
    for (const Attr *attr : decl->attrs()) {
      if (attr->isImplicit())
        continue;
      json.value(utf8(attr->getSpelling()));
    }
  });
}

/// Clang makes code of calls: there need be no such function. What libraries have under the name is no such builtin, but
/// alloca.
bool Exporter::isBuiltin(const FunctionDecl *function) {
  unsigned builtin = function->getBuiltinID();
  return builtin && (builtin == Builtin::BIalloca || !context.BuiltinInfo.isPredefinedLibFunction(builtin));
}

/// Whether a typedef asks for another alignment than the type behind it has.
bool Exporter::changesAlignment(QualType type) {
  QualType canonical = type.getCanonicalType();
  bool isSized = !canonical->isIncompleteType() && !canonical->isFunctionType() && !canonical->isVariablyModifiedType();
  return isSized && context.getTypeAlignInChars(type) != context.getTypeAlignInChars(canonical);
}

bool Exporter::lowersAlignment(QualType type) {
  return changesAlignment(type) && context.getTypeAlignInChars(type) < context.getTypeAlignInChars(type.getCanonicalType());
}

/// Why functions that use the declaration stay clang's; empty if they need not.
StringRef Exporter::clangsOwn(const ValueDecl *decl) {
  if (decl->hasAttr<WeakRefAttr>())
    return "attribute 'weakref'";
  const auto *var = dyn_cast<VarDecl>(decl);
  if (var && var->getStorageClass() == SC_Register && var->hasGlobalStorage())
    return "variable in a register of the whole program";
  const auto *function = dyn_cast<FunctionDecl>(decl);
  if (!function)
    return "";
  if (function->getType()->castAs<FunctionType>()->getCallConv() != CC_C)
    return "calling convention that is not C's";
  // Types of functions are canonical ones.
  auto isChanged = [&](const ParmVarDecl *param) { return changesAlignment(param->getType()); };
  if (changesAlignment(function->getReturnType()) || llvm::any_of(function->parameters(), isChanged))
    return "parameter or result whose typedef changes the alignment";
  return "";
}

Row Exporter::declRow(const DeclRow &row) {
  return object([&](OStream &json) {
    const auto *var = dyn_cast<VarDecl>(row.decl);
    const auto *function = dyn_cast<FunctionDecl>(row.decl);
    json.attribute("name", utf8(row.decl->getNameAsString()));
    json.attribute("symbol", utf8(row.symbol));
    json.attribute("ty", row.type);
    json.attribute("storage", storage(row.decl));
    location(json, "loc", row.decl->getLocation());
    json.attribute("is_internal", !row.symbol.empty() && row.decl->getFormalLinkage() != Linkage::External);
    json.attribute("is_thread_local", var && var->getTLSKind() != VarDecl::TLS_None);
    json.attribute("has_other_name", var && !var->hasLocalStorage() && otherNames.count(row.symbol));
    json.attribute("is_inline", function && function->isInlined());
    json.attribute("no_return", function && function->isNoReturn());
    json.attribute("is_builtin", function && isBuiltin(function));
    json.attribute("address_taken", row.addressTaken);
    const auto *latest = cast<ValueDecl>(row.decl->getMostRecentDecl());
    attributes(json, latest);
    if (var)
      json.attribute("align", context.getDeclAlign(latest).getQuantity());
    if (StringRef reason = clangsOwn(latest); !reason.empty())
      json.attribute("clangs_own", reason);
    if (row.init)
      json.attribute("init", *row.init);
    if (!row.params.empty())
      json.attributeArray("params", [&] { for (uint32_t id : row.params) json.value(id); });
    if (row.body)
      json.attribute("body", *row.body);
  });
}

/// Marks the variable whose storage `lvalue` names.
void Exporter::markAddress(const Expr *lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParens();
    if (const auto *member = dyn_cast<MemberExpr>(lvalue); member && !member->isArrow()) {
      lvalue = member->getBase();
    } else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(lvalue)) {
      const auto *decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (!decay || decay->getCastKind() != CK_ArrayToPointerDecay)
        return;
      lvalue = decay->getSubExpr();
    } else if (const auto *ref = dyn_cast<DeclRefExpr>(lvalue)) {
      if (isa<VarDecl>(ref->getDecl())) {
        uint32_t id = decl(ref->getDecl());
        decls[id].addressTaken = true;
      }
      return;
    } else {
      return;
    }
  }
}

/// A file-scope initializer exports nothing, but the addresses in it have escaped.
void Exporter::markInitializer(const Stmt *initializer) {
  std::vector<const Stmt *> pending{initializer};
  while (!pending.empty()) {
    const Stmt *next = pending.back();
    pending.pop_back();
    if (!next)
      continue;
    if (const auto *address = dyn_cast<UnaryOperator>(next); address && address->getOpcode() == UO_AddrOf)
      markAddress(address->getSubExpr());
    if (const auto *decay = dyn_cast<ImplicitCastExpr>(next); decay && decay->getCastKind() == CK_ArrayToPointerDecay)
      markAddress(decay->getSubExpr());
    for (const Stmt *child : next->children())
      pending.push_back(child);
  }
}

void Exporter::markFunction(const FunctionDecl *function) {
  if (auto known = declIds.find(cast<ValueDecl>(function->getCanonicalDecl())); known != declIds.end())
    decls[known->second].addressTaken = true;
}

/// Whatever else the unit does with functions and variables, in places that are not exported as well.
struct OtherUses : RecursiveASTVisitor<OtherUses> {
  std::vector<const DeclRefExpr *> functions;
  std::vector<const Expr *> staticInitializers;
  std::vector<const FunctionDecl *> cleanups;
  std::set<std::string> aliasees;
  bool hasAssembly = false;

  bool VisitDeclRefExpr(DeclRefExpr *ref) {
    if (isa<FunctionDecl>(ref->getDecl()))
      functions.push_back(ref);
    return true;
  }
  bool VisitVarDecl(VarDecl *var) {
    if (var->isStaticLocal() && var->getInit())
      staticInitializers.push_back(var->getInit());
    return true;
  }
  bool VisitDecl(Decl *decl) {
    if (const auto *cleanup = decl->getAttr<CleanupAttr>())
      cleanups.push_back(cleanup->getFunctionDecl());
    if (const auto *alias = decl->getAttr<AliasAttr>())
      aliasees.insert(alias->getAliasee().str());
    if (const auto *resolved = decl->getAttr<IFuncAttr>())
      aliasees.insert(resolved->getResolver().str());
    hasAssembly |= isa<FileScopeAsmDecl>(decl);
    return true;
  }
};

/// A function whose name stands anywhere but in calls that are exported may have callers that nobody sees. The initializers
/// of static locals are not exported, but the addresses in them have escaped.
void Exporter::markOtherUses() {
  OtherUses uses;
  uses.TraverseDecl(context.getTranslationUnitDecl());
  for (const Expr *initializer : uses.staticInitializers)
    markInitializer(initializer);
  for (const DeclRefExpr *ref : uses.functions)
    if (!calledNames.count(ref))
      markFunction(cast<FunctionDecl>(ref->getDecl()));
  for (const FunctionDecl *cleanup : uses.cleanups)
    markFunction(cleanup);
  for (DeclRow &row : decls)
    if (isa<FunctionDecl>(row.decl) && (uses.hasAssembly || uses.aliasees.count(row.symbol)))
      row.addressTaken = true;
}

//===- Expressions -------------------------------------------------------------------------===//

/// How products and quotients of complex numbers are computed, as `ComplexRange` of ast.rs numbers it.
static int complexRange(FPOptions options) {
  switch (options.getComplexRange()) {
  case LangOptions::CX_Basic: return 1;
  case LangOptions::CX_Improved: case LangOptions::CX_Promoted: return 2;
  default: return 0;
  }
}

/// What may be done with a floating-point operation, as `Floats` of ast.rs numbers it; 0 for other expressions.
int64_t Exporter::floatOptions(const Expr *at) {
  const auto *binary = dyn_cast<BinaryOperator>(at);
  const auto *unary = dyn_cast<UnaryOperator>(at);
  const Expr *operand = binary ? binary->getRHS() : unary ? unary->getSubExpr() : nullptr;
  if (!operand || !(operand->getType()->isRealFloatingType() || operand->getType()->isComplexType()))
    return 0;
  FPOptions options = at->getFPFeaturesInEffect(context.getLangOpts());
  const bool flags[] = {
      options.allowFPContractWithinStatement(), options.getAllowFPReassociate(), options.getNoHonorNaNs(),
      options.getNoHonorInfs(), options.getNoSignedZero(), options.getAllowReciprocal(),
      options.allowFPContractAcrossStatement(), options.getAllowApproxFunc()};
  int64_t bits = 0;
  for (size_t i = 0; i < std::size(flags); ++i)
    bits |= int64_t(flags[i]) << i;
  return bits | int64_t(complexRange(options)) << std::size(flags);
}

uint32_t Exporter::addExpr(const Expr *at, llvm::function_ref<void(OStream &)> kind, bool foldable) {
  std::optional<int64_t> constant;
  Expr::EvalResult result;
  bool isInteger = at->isPRValue() && at->getType()->isIntegralOrEnumerationType();
  if (foldable && isInteger && at->EvaluateAsInt(result, context))
    constant = bits64(result.Val.getInt());
  uint32_t typeId = type(at->getType(), at->isLValue() && accessMayAlias(at));
  exprs.push_back(object([&](OStream &json) {
    kind(json);
    json.attribute("ty", typeId);
    location(json, "loc", at->getExprLoc());
    if (at->isLValue())
      json.attribute("is_lvalue", true);
    if (constant)
      json.attribute("constant", *constant);
    if (int64_t options = floatOptions(at))
      json.attribute("floats", options);
  }));
  constants.push_back(constant.has_value());
  return exprs.size() - 1;
}

uint32_t Exporter::intExpr(const Expr *at, int64_t value) {
  return addExpr(at, [&](OStream &json) { variant(json, "int", [&] { json.attribute("value", value); }); }, true);
}

/// What is left to clang: `what`, or the expression's class.
uint32_t Exporter::otherExpr(const Expr *at, StringRef what) {
  std::vector<uint32_t> args;
  for (const Stmt *child : at->children())
    if (const auto *arg = dyn_cast_or_null<Expr>(child))
      args.push_back(expr(arg));
  return addExpr(at, [&](OStream &json) {
    variant(json, "other", [&] {
      json.attribute("class", what.empty() ? at->getStmtClassName() : what);
      json.attributeArray("args", [&] { for (uint32_t id : args) json.value(id); });
    });
  }, true);
}

uint32_t Exporter::declRef(const DeclRefExpr *ref) {
  if (const auto *enumerator = dyn_cast<EnumConstantDecl>(ref->getDecl())) {
    std::optional<int64_t> value = bits64(enumerator->getInitVal());
    return value ? intExpr(ref, *value) : otherExpr(ref);
  }
  if (!isa<VarDecl, FunctionDecl>(ref->getDecl()))
    return otherExpr(ref);
  uint32_t id = decl(ref->getDecl());
  return addExpr(ref, [&](OStream &json) { variant(json, "ref", [&] { json.attribute("decl", id); }); }, false);
}

uint32_t Exporter::binary(const BinaryOperator *op) {
  StringRef name = binaryName(op->getOpcode());
  if (name.empty() && op->getOpcode() != BO_Assign)
    return otherExpr(op);
  uint32_t lhs = expr(op->getLHS()), rhs = expr(op->getRHS());
  auto operands = [&](OStream &json) {
    json.attribute("lhs", lhs);
    json.attribute("rhs", rhs);
  };
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(op)) {
    uint32_t lhsType = type(compound->getComputationLHSType()), resultType = type(compound->getComputationResultType());
    return addExpr(op, [&](OStream &json) {
      variant(json, "compound_assign", [&] {
        json.attribute("op", name);
        operands(json);
        json.attribute("compute_lhs_ty", lhsType);
        json.attribute("compute_ty", resultType);
      });
    }, false);
  }
  if (op->getOpcode() == BO_Assign)
    return addExpr(op, [&](OStream &json) { variant(json, "assign", [&] { operands(json); }); }, false);
  // Of operands that are no integers nobody has noted whether they are constant.
  bool mayCompareOthers = op->isComparisonOp() || (op->isLogicalOp() && !op->getLHS()->getType()->isIntegerType());
  return addExpr(op, [&](OStream &json) {
    variant(json, "binary", [&] {
      json.attribute("op", name);
      operands(json);
    });
  }, mayCompareOthers || isConstant(lhs) || (op->isLogicalOp() && isConstant(rhs)));
}

uint32_t Exporter::unary(const UnaryOperator *op) {
  if (op->getOpcode() == UO_Extension)
    return expr(op->getSubExpr());
  StringRef name = unaryName(op->getOpcode());
  if (name.empty())
    return otherExpr(op);
  if (op->getOpcode() == UO_AddrOf)
    markAddress(op->getSubExpr());
  uint32_t arg = expr(op->getSubExpr());
  return addExpr(op, [&](OStream &json) {
    variant(json, "unary", [&] {
      json.attribute("op", name);
      json.attribute("arg", arg);
    });
  }, op->getOpcode() == UO_LNot || isConstant(arg));
}

/// The value of a read of a floating const variable (clang's code generator folds it and then may not emit the variable)
/// or of a builtin such as that behind INFINITY.
std::optional<llvm::APFloat> Exporter::constantFloat(const Expr *at) {
  Expr::EvalResult result;
  if (!at->getType()->isRealFloatingType() || !at->EvaluateAsRValue(result, context) || !result.Val.isFloat() ||
      result.HasSideEffects)
    return std::nullopt;
  return result.Val.getFloat();
}

uint32_t Exporter::conversion(const CastExpr *cast) {
  if (cast->getCastKind() == CK_ArrayToPointerDecay)
    markAddress(cast->getSubExpr());
  bool readsConst = cast->getCastKind() == CK_LValueToRValue && cast->getSubExpr()->getType().isConstQualified();
  if (readsConst)
    if (std::optional<llvm::APFloat> value = constantFloat(cast))
      return floating(cast, *value);
  uint32_t arg = expr(cast->getSubExpr());
  bool fromAddress = readsConst || cast->getCastKind() == CK_PointerToIntegral || cast->getCastKind() == CK_FloatingToIntegral;
  return addExpr(cast, [&](OStream &json) {
    variant(json, "cast", [&] {
      json.attribute("cast", castName(cast->getCastKind()));
      json.attribute("arg", arg);
    });
  }, isConstant(arg) || fromAddress);
}

uint32_t Exporter::call(const CallExpr *call) {
  if (call->getBuiltinCallee())
    if (std::optional<llvm::APFloat> value = constantFloat(call))
      return floating(call, *value);
  if (call->getBuiltinCallee() == Builtin::BI__builtin_complex)
    return initializers(call, {expr(call->getArg(0)), expr(call->getArg(1))});
  uint32_t callee = expr(call->getCallee());
  if (const auto *name = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
    calledNames.insert(name);
  std::vector<uint32_t> args;
  bool allConstant = true;
  for (const Expr *arg : call->arguments()) {
    args.push_back(expr(arg));
    allConstant &= isConstant(args.back());
  }
  unsigned builtin = call->getBuiltinCallee();
  std::string name = builtin ? context.BuiltinInfo.getName(builtin) : std::string();
  bool foldable = builtin && (allConstant || !context.BuiltinInfo.isPredefinedLibFunction(builtin));
  return addExpr(call, [&](OStream &json) {
    variant(json, "call", [&] {
      json.attribute("callee", callee);
      json.attributeArray("args", [&] { for (uint32_t id : args) json.value(id); });
      json.attribute("builtin", name);
    });
  }, foldable);
}

uint32_t Exporter::conditional(const Expr *at, const Expr *cond, const Expr *then, const Expr *other) {
  uint32_t condId = expr(cond), thenId = expr(then), otherId = expr(other);
  return addExpr(at, [&](OStream &json) {
    variant(json, "conditional", [&] {
      json.attribute("cond", condId);
      json.attribute("then", thenId);
      json.attribute("other", otherId);
    });
  }, isConstant(condId));
}

/// The base of a subscript may be an array that decays: that is no escape of its address.
uint32_t Exporter::subscript(const ArraySubscriptExpr *subscript) {
  const auto *decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
  uint32_t base;
  if (decay && decay->getCastKind() == CK_ArrayToPointerDecay) {
    uint32_t array = expr(decay->getSubExpr());
    base = addExpr(decay, [&](OStream &json) {
      variant(json, "cast", [&] {
        json.attribute("cast", "array_to_pointer");
        json.attribute("arg", array);
      });
    }, false);
  } else {
    base = expr(subscript->getBase());
  }
  uint32_t index = expr(subscript->getIdx());
  auto hasEffects = [&](const Expr *part) { return part->HasSideEffects(context); };
  if (subscript->getLHS() == subscript->getIdx() && (hasEffects(subscript->getLHS()) || hasEffects(subscript->getRHS())))
    return indexFirst(subscript, base, index);
  return addExpr(subscript, [&](OStream &json) {
    variant(json, "subscript", [&] {
      json.attribute("base", base);
      json.attribute("index", index);
    });
  }, false);
}

/// `index[base]` as `*(index + base)`, which says in which order they are evaluated.
uint32_t Exporter::indexFirst(const ArraySubscriptExpr *subscript, uint32_t base, uint32_t index) {
  uint32_t sum = addExpr(subscript->getBase(), [&](OStream &json) {
    variant(json, "binary", [&] {
      json.attribute("op", "add");
      json.attribute("lhs", index);
      json.attribute("rhs", base);
    });
  }, false);
  return addExpr(subscript, [&](OStream &json) {
    variant(json, "unary", [&] {
      json.attribute("op", "deref");
      json.attribute("arg", sum);
    });
  }, false);
}

uint32_t Exporter::member(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!field)
    return otherExpr(member);
  uint32_t base = expr(member->getBase()), owner = record(field->getParent());
  return addExpr(member, [&](OStream &json) {
    variant(json, "member", [&] {
      json.attribute("base", base);
      json.attribute("record", owner);
      json.attribute("field", field->getFieldIndex());
      json.attribute("arrow", member->isArrow());
    });
  }, false);
}

uint32_t Exporter::floating(const Expr *at, const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  value.toString(text);
  std::string bits = llvm::toString(value.bitcastToAPInt(), 16, /*Signed=*/false);
  return addExpr(at, [&](OStream &json) {
    variant(json, "float", [&] {
      json.attribute("bits", bits);
      json.attribute("text", text.str());
    });
  }, false);
}

/// The bytes fill the literal's type: `char a[10] = "abc"` has ten.
uint32_t Exporter::string(const Expr *at, const StringLiteral *literal) {
  std::string bytes = literal->getBytes().str();
  bytes.resize(context.getTypeSizeInChars(literal->getType()).getQuantity());
  return addExpr(at, [&](OStream &json) {
    variant(json, "string", [&] { json.attribute("bytes", llvm::toHex(bytes)); });
  }, false);
}

uint32_t Exporter::initList(const InitListExpr *written) {
  const InitListExpr *list = written->isSemanticForm() ? written : written->getSemanticForm();
  bool isComplex = list->getType()->isAnyComplexType() && list->getNumInits() == 2;
  bool isAggregate = list->getType()->isArrayType() || list->getType()->isRecordType() || isComplex;
  if (list->isTransparent() || list->isStringLiteralInit() || (!isAggregate && list->getNumInits() == 1))
    return expr(list->getInit(0));
  if (!isAggregate)
    return addExpr(list, [](OStream &json) { variant(json, "implicit_zero"); }, false);
  std::vector<std::optional<uint32_t>> inits;
  const Expr *previous = nullptr;
  auto add = [&](const Expr *init) {
    if (!init || isa<ImplicitValueInitExpr>(init))
      inits.push_back(std::nullopt);
    else if (init == previous) // a range designator repeats its initializer
      inits.push_back(inits.back());
    else
      inits.push_back(expr(init));
    previous = init;
  };
  const RecordDecl *record = list->getType()->getAsRecordDecl();
  if (record && record->isUnion()) {
    if (const FieldDecl *field = list->getInitializedFieldInUnion()) {
      inits.resize(field->getFieldIndex());
      add(list->getNumInits() ? list->getInit(0) : nullptr);
    }
  } else if (record) {
    unsigned next = 0;
    for (const FieldDecl *field : record->getDefinition()->fields())
      add(field->isUnnamedBitField() || next >= list->getNumInits() ? nullptr : list->getInit(next++));
  } else {
    for (const Expr *init : list->inits())
      add(init);
  }
  return initializers(list, inits);
}

uint32_t Exporter::initializers(const Expr *at, llvm::ArrayRef<std::optional<uint32_t>> inits) {
  return addExpr(at, [&](OStream &json) {
    variant(json, "init_list", [&] {
      json.attributeArray("inits", [&] {
        for (std::optional<uint32_t> id : inits)
          id ? json.value(*id) : json.value(nullptr);
      });
    });
  }, false);
}

uint32_t Exporter::sizeOf(const UnaryExprOrTypeTraitExpr *size) {
  Expr::EvalResult result;
  if (size->EvaluateAsInt(result, context))
    return intExpr(size, bits64(result.Val.getInt()).value_or(0));
  if (size->getKind() != UETT_SizeOf)
    return otherExpr(size);
  uint32_t of = type(size->getTypeOfArgument());
  return addExpr(size, [&](OStream &json) { variant(json, "sizeof_vla", [&] { json.attribute("of", of); }); }, false);
}

/// Expressions whose row holds no more than one child.
uint32_t Exporter::simpleExpr(const Expr *e) {
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(e)) {
    uint32_t init = expr(literal->getInitializer());
    return addExpr(e, [&](OStream &json) { variant(json, "compound_literal", [&] { json.attribute("init", init); }); }, false);
  }
  if (const auto *argument = dyn_cast<VAArgExpr>(e)) {
    uint32_t list = expr(argument->getSubExpr());
    return addExpr(e, [&](OStream &json) { variant(json, "va_arg", [&] { json.attribute("list", list); }); }, false);
  }
  if (const auto *statement = dyn_cast<StmtExpr>(e)) {
    uint32_t body = stmt(statement->getSubStmt());
    return addExpr(e, [&](OStream &json) { variant(json, "stmt_expr", [&] { json.attribute("body", body); }); }, false);
  }
  if (const auto *literal = dyn_cast<ImaginaryLiteral>(e))
    return initializers(e, {std::nullopt, expr(literal->getSubExpr())});
  if (isa<ImplicitValueInitExpr>(e))
    return addExpr(e, [](OStream &json) { variant(json, "implicit_zero"); }, false);
  if (const auto *choice = dyn_cast<BinaryConditionalOperator>(e)) {
    // `a ?: b` evaluates `a` once; repeating it is right only without side effects.
    if (choice->getCommon()->HasSideEffects(context))
      return otherExpr(e);
    return conditional(e, choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  }
  Expr::EvalResult result;
  if (isa<OffsetOfExpr>(e) && e->EvaluateAsInt(result, context))
    return intExpr(e, bits64(result.Val.getInt()).value_or(0));
  return otherExpr(e);
}

/// The extent of a variable-length array. A type with qualifiers for its elements is another type with the same extent, which is
/// evaluated once.
std::optional<uint32_t> Exporter::extent(const Expr *e) {
  if (!e) return std::nullopt;
  auto known = extents.find(e);
  if (known != extents.end()) return known->second;
  uint32_t id = expr(e);
  extents[e] = id;
  return id;
}

/// Whether a typedef changes the alignment of what the expression accesses. A variable's own and that of a record's members
/// is known all the same.
bool Exporter::isClangsAccess(const Expr *e) {
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return member->isArrow() && lowersAlignment(member->getBase()->getType()->getPointeeType());
  if (isa<CompoundLiteralExpr>(e))
    return changesAlignment(e->getType());
  const auto *op = dyn_cast<UnaryOperator>(e);
  bool isElement = isa<ArraySubscriptExpr>(e) || (op && op->getOpcode() == UO_Deref);
  return isElement && lowersAlignment(e->getType());
}

uint32_t Exporter::expr(const Expr *e) {
  // Wrappers that have neither effect nor type of their own.
  if (const auto *wrapper = dyn_cast<ParenExpr>(e)) return expr(wrapper->getSubExpr());
  if (const auto *wrapper = dyn_cast<FullExpr>(e)) return expr(wrapper->getSubExpr());
  if (const auto *wrapper = dyn_cast<MaterializeTemporaryExpr>(e)) return expr(wrapper->getSubExpr());
  if (const auto *wrapper = dyn_cast<GenericSelectionExpr>(e)) return expr(wrapper->getResultExpr());
  if (const auto *wrapper = dyn_cast<ChooseExpr>(e)) return expr(wrapper->getChosenSubExpr());
  if (const auto *wrapper = dyn_cast<OpaqueValueExpr>(e); wrapper && wrapper->getSourceExpr())
    return expr(wrapper->getSourceExpr());
  if (const auto *literal = dyn_cast<IntegerLiteral>(e)) {
    llvm::APSInt value(literal->getValue(), literal->getType()->isUnsignedIntegerType());
    std::optional<int64_t> bits = bits64(value);
    return bits ? intExpr(e, *bits) : otherExpr(e);
  }
  if (isa<CharacterLiteral>(e)) {
    Expr::EvalResult result;
    return e->EvaluateAsInt(result, context) ? intExpr(e, bits64(result.Val.getInt()).value_or(0)) : otherExpr(e);
  }
  if (isClangsAccess(e)) return otherExpr(e, "typedef that changes an alignment");
  if (const auto *literal = dyn_cast<FloatingLiteral>(e)) return floating(e, literal->getValue());
  if (const auto *literal = dyn_cast<StringLiteral>(e)) return string(e, literal);
  if (const auto *name = dyn_cast<PredefinedExpr>(e); name && name->getFunctionName()) return string(e, name->getFunctionName());
  if (const auto *ref = dyn_cast<DeclRefExpr>(e)) return declRef(ref);
  if (const auto *op = dyn_cast<BinaryOperator>(e)) return binary(op);
  if (const auto *op = dyn_cast<UnaryOperator>(e)) return unary(op);
  if (const auto *change = dyn_cast<CastExpr>(e)) return conversion(change);
  if (const auto *function = dyn_cast<CallExpr>(e)) return call(function);
  if (const auto *choice = dyn_cast<ConditionalOperator>(e))
    return conditional(e, choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) return subscript(element);
  if (const auto *field = dyn_cast<MemberExpr>(e)) return member(field);
  if (const auto *list = dyn_cast<InitListExpr>(e)) return initList(list);
  if (const auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(e)) return sizeOf(size);
  return simpleExpr(e);
}

//===- Statements --------------------------------------------------------------------------===//

uint32_t Exporter::addStmt(const Stmt *at, llvm::function_ref<void(OStream &)> kind) {
  stmts.push_back(object([&](OStream &json) {
    kind(json);
    location(json, "loc", at->getBeginLoc());
    location(json, "end", at->getEndLoc());
  }));
  return stmts.size() - 1;
}

uint32_t Exporter::compound(const CompoundStmt *body) {
  std::vector<uint32_t> children;
  for (const Stmt *child : body->body())
    children.push_back(stmt(child));
  return addStmt(body, [&](OStream &json) {
    variant(json, "compound", [&] { json.attributeArray("body", [&] { for (uint32_t id : children) json.value(id); }); });
  });
}

static bool hasLabelAddress(const Stmt *s) {
  return s && (isa<AddrLabelExpr>(s) || llvm::any_of(s->children(), hasLabelAddress));
}

uint32_t Exporter::declStmt(const DeclStmt *declaration) {
  std::vector<uint32_t> vars;
  for (const Decl *declared : declaration->decls()) {
    const auto *alias = dyn_cast<TypedefNameDecl>(declared);
    if (alias && alias->getUnderlyingType()->isVariablyModifiedType())
      // Its extent is evaluated here, not where the name is used.
      return addStmt(declaration, other("typedef of a variable-length type"));
    if (const auto *var = dyn_cast<VarDecl>(declared)) {
      if (hasEvaluatedTypeof(var->getType(), context))
        return addStmt(declaration, other("typeof of a variable-length type"));
      // Only the function that has the labels may have their addresses.
      if (var->isStaticLocal() && var->getInit() && hasLabelAddress(var->getInit()))
        return addStmt(declaration, other("address of a label"));
      localDecl(var);
      vars.push_back(decl(var));
    }
  }
  return addStmt(declaration, [&](OStream &json) {
    variant(json, "decl", [&] { json.attributeArray("decls", [&] { for (uint32_t id : vars) json.value(id); }); });
  });
}

uint32_t Exporter::forStmt(const ForStmt *loop) {
  auto init = optionalStmt(loop->getInit());
  auto cond = optionalExpr(loop->getCond()), inc = optionalExpr(loop->getInc());
  uint32_t body = stmt(loop->getBody());
  return addStmt(loop, [&](OStream &json) {
    variant(json, "for", [&] {
      optional(json, "init", init);
      optional(json, "cond", cond);
      optional(json, "inc", inc);
      json.attribute("body", body);
    });
  });
}

uint32_t Exporter::caseStmt(const CaseStmt *label) {
  auto value = [&](const Expr *e) -> std::optional<int64_t> {
    return e ? bits64(e->EvaluateKnownConstInt(context)) : std::nullopt;
  };
  std::optional<int64_t> low = value(label->getLHS()), high = value(label->getRHS());
  uint32_t body = stmt(label->getSubStmt());
  return addStmt(label, [&](OStream &json) {
    if (!low || (label->getRHS() && !high))
      return other(label->getStmtClassName())(json);
    variant(json, "case", [&] {
      json.attribute("low", *low);
      optional(json, "high", high);
      json.attribute("body", body);
    });
  });
}

/// Jumps, labels and what has one child.
uint32_t Exporter::simpleStmt(const Stmt *s) {
  auto one = [&](StringRef kind, StringRef part, uint32_t id) {
    return addStmt(s, [&](OStream &json) { variant(json, kind, [&] { json.attribute(part, id); }); });
  };
  auto none = [&](StringRef kind) { return addStmt(s, [&](OStream &json) { variant(json, kind); }); };
  if (isa<NullStmt>(s)) return none("null");
  if (const auto *jump = dyn_cast<BreakStmt>(s); jump && !jump->hasLabelTarget()) return none("break");
  if (const auto *jump = dyn_cast<ContinueStmt>(s); jump && !jump->hasLabelTarget()) return none("continue");
  if (const auto *label = dyn_cast<DefaultStmt>(s)) return one("default", "body", stmt(label->getSubStmt()));
  if (const auto *jump = dyn_cast<IndirectGotoStmt>(s)) return one("indirect_goto", "target", expr(jump->getTarget()));
  if (const auto *jump = dyn_cast<GotoStmt>(s))
    return addStmt(s, [&](OStream &json) { variant(json, "goto", [&] { json.attribute("label", utf8(jump->getLabel()->getName())); }); });
  if (const auto *label = dyn_cast<LabelStmt>(s)) {
    uint32_t body = stmt(label->getSubStmt());
    return addStmt(s, [&](OStream &json) {
      variant(json, "label", [&] {
        json.attribute("name", utf8(label->getName()));
        json.attribute("body", body);
      });
    });
  }
  if (const auto *result = dyn_cast<ReturnStmt>(s)) {
    auto value = optionalExpr(result->getRetValue());
    return addStmt(s, [&](OStream &json) { variant(json, "return", [&] { optional(json, "value", value); }); });
  }
  return addStmt(s, other(s->getStmtClassName()));
}

uint32_t Exporter::stmt(const Stmt *s) {
  auto controlled = [&](StringRef kind, const Expr *cond, const Stmt *body) {
    uint32_t condId = expr(cond), bodyId = stmt(body);
    return addStmt(s, [&](OStream &json) {
      variant(json, kind, [&] {
        json.attribute("cond", condId);
        json.attribute("body", bodyId);
      });
    });
  };
  if (const auto *e = dyn_cast<Expr>(s)) {
    uint32_t id = expr(e);
    return addStmt(s, [&](OStream &json) { variant(json, "expr", [&] { json.attribute("expr", id); }); });
  }
  if (const auto *body = dyn_cast<CompoundStmt>(s)) return compound(body);
  if (const auto *declaration = dyn_cast<DeclStmt>(s)) return declStmt(declaration);
  if (const auto *attributed = dyn_cast<AttributedStmt>(s)) {
    bool isTailCall = llvm::any_of(attributed->getAttrs(), [](const Attr *attr) { return isa<MustTailAttr>(attr); });
    return isTailCall ? addStmt(s, other("attribute 'musttail'")) : stmt(attributed->getSubStmt());
  }
  if (const auto *loop = dyn_cast<ForStmt>(s)) return forStmt(loop);
  if (const auto *loop = dyn_cast<WhileStmt>(s)) return controlled("while", loop->getCond(), loop->getBody());
  if (const auto *loop = dyn_cast<DoStmt>(s)) return controlled("do", loop->getCond(), loop->getBody());
  if (const auto *choice = dyn_cast<SwitchStmt>(s)) return controlled("switch", choice->getCond(), choice->getBody());
  if (const auto *label = dyn_cast<CaseStmt>(s)) return caseStmt(label);
  if (const auto *choice = dyn_cast<IfStmt>(s)) {
    uint32_t cond = expr(choice->getCond()), then = stmt(choice->getThen());
    auto other = optionalStmt(choice->getElse());
    return addStmt(s, [&](OStream &json) {
      variant(json, "if", [&] {
        json.attribute("cond", cond);
        json.attribute("then", then);
        optional(json, "other", other);
      });
    });
  }
  return simpleStmt(s);
}

//===- The unit ----------------------------------------------------------------------------===//

void Exporter::translationUnit() {
  for (const Decl *declared : context.getTranslationUnitDecl()->decls()) {
    const auto *candidate = dyn_cast<FunctionDecl>(declared);
    if (candidate && candidate->doesThisDeclarationHaveABody())
      function(candidate);
    else if (candidate && sources.isWrittenInMainFile(sources.getExpansionLoc(candidate->getLocation())))
      // Nothing here may call it, but the attributes of a stub file's declaration count elsewhere.
      decl(candidate);
    const auto *var = dyn_cast<VarDecl>(declared);
    if (var)
      noteOtherName(var);
    if (var && var->getInit())
      markInitializer(var->getInit());
  }
  markOtherUses();
}

void Exporter::write(llvm::raw_ostream &out) {
  OStream json(out);
  auto table = [&](StringRef name, const std::vector<Row> &rows) {
    json.attributeArray(name, [&] { for (const Row &row : rows) json.rawValue(row); });
  };
  json.object([&] {
    json.attribute("triple", context.getTargetInfo().getTriple().str());
    json.attribute("data_layout", context.getTargetInfo().getDataLayoutString());
    switch (context.getLangOpts().getSignedOverflowBehavior()) {
    case LangOptions::SOB_Undefined: json.attribute("signed_overflow", "undefined"); break;
    case LangOptions::SOB_Defined: json.attribute("signed_overflow", "wraps"); break;
    case LangOptions::SOB_Trapping: json.attribute("signed_overflow", "traps"); break;
    }
    json.attribute("pointers_wrap", context.getLangOpts().PointerOverflowDefined != 0);
    json.attribute("relaxed_aliasing", relaxedAliasing);
    json.attribute("half_in_float", QualType(context.Float16Ty).UseExcessPrecision(context));
    json.attribute("math_errno", context.getLangOpts().MathErrno != 0);
    table("types", types);
    table("records", records);
    json.attributeArray("decls", [&] { for (const DeclRow &row : decls) json.rawValue(declRow(row)); });
    table("exprs", exprs);
    table("stmts", stmts);
    json.attributeArray("functions", [&] { for (uint32_t id : functions) json.value(id); });
    table("pragmas", pragmas);
    json.attributeArray("files", [&] { for (const std::string &file : files) json.value(utf8(file)); });
  });
}

/// Runs `body` on a stack that nesting of any depth clang itself accepts cannot exhaust; pages are taken as they are touched.
template <typename Body> bool onLargeStack(Body body) {
  constexpr size_t bytes = size_t(4) << 30;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  auto entry = [](void *argument) -> void * {
    (*static_cast<Body *>(argument))();
    return nullptr;
  };
  bool started = pthread_create(&thread, &attributes, entry, &body) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, nullptr);
  return started;
}

struct PragmaRecorder : PPCallbacks {
  explicit PragmaRecorder(std::vector<SourceLocation> &pragmas) : pragmas(pragmas) {}
  void PragmaDirective(SourceLocation at, PragmaIntroducerKind) override { pragmas.push_back(at); }
  std::vector<SourceLocation> &pragmas;
};

/// What the command line asks of the plugin.
struct Request {
  std::string path;
  /// Functions to make a thunk for, by C name.
  std::vector<std::string> defined, called;
};

class ExportConsumer : public ASTConsumer {
public:
  ExportConsumer(CompilerInstance &compiler, Request request) : compiler(compiler), request(std::move(request)) {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<PragmaRecorder>(pragmas));
  }

  /// Clang's code generator replaces reads of a const pointer by its initial value and may then leave the variable out.
  /// Imported functions read the variable (a string literal has no name to share), so it has to be there.
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declared : group) {
      auto *var = dyn_cast<VarDecl>(declared);
      if (var && var->getInit() && !var->isExternallyVisible() && var->getType()->isPointerType() &&
          var->getType().isConstQualified() && !var->hasAttr<UsedAttr>())
        var->addAttr(UsedAttr::CreateImplicit(compiler.getASTContext()));
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext &context) override {
    DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    if (diagnostics.hasErrorOccurred())
      return;
    std::error_code error;
    // Whoever waits for the file takes it as soon as it is there.
    bool isDevice = StringRef(request.path).starts_with("/dev/");
    std::string unfinished = isDevice ? request.path : request.path + ".part";
    llvm::raw_fd_ostream out(unfinished, error);
    if (!error && !onLargeStack([&] { run(context, out); }))
      error = std::make_error_code(std::errc::not_enough_memory);
    out.close();
    if (!error)
      error = out.error();
    out.clear_error();
    if (!error && !isDevice)
      error = llvm::sys::fs::rename(unfinished, request.path);
    if (error) {
      unsigned id = diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "cannot write the syntax tree to '%0': %1");
      diagnostics.Report(id) << request.path << error.message();
    }
    // Clang's code generator comes after this consumer, and has not finished the unit.
    for (const std::string &name : request.defined)
      if (const FunctionDecl *function = raddle::function(context, name); function && function->hasBody())
        generate(raddle::definitionThunk(context, function));
    for (const std::string &name : request.called)
      if (FunctionDecl *function = raddle::function(context, name))
        generate(raddle::callThunk(context, function));
  }

private:
  void generate(FunctionDecl *function) { compiler.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(function)); }

  void run(ASTContext &context, llvm::raw_ostream &out) {
    Exporter exporter(context, compiler.getCodeGenOpts().RelaxedAliasing);
    exporter.translationUnit();
    for (SourceLocation at : pragmas)
      exporter.pragma(at);
    exporter.write(out);
  }

  CompilerInstance &compiler;
  Request request;
  std::vector<SourceLocation> pragmas;
};

class ExportAction : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<ExportConsumer>(compiler, request);
  }

  bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &args) override {
    for (StringRef arg : args) {
      if (arg.consume_front("ast-out="))
        request.path = arg.str();
      else if (arg.consume_front("define="))
        request.defined.push_back(arg.str());
      else if (arg.consume_front("call="))
        request.called.push_back(arg.str());
    }
    if (!request.path.empty())
      return true;
    DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "plugin 'raddle' needs -fplugin-arg-raddle-ast-out=FILE"));
    return false;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  Request request;
};

FrontendPluginRegistry::Add<ExportAction> registration("raddle", "write the syntax tree for Raddle's importer");

} // namespace
