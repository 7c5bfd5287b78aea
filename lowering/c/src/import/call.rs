//! Function calls.

use super::function::{Function, Res, value_attributes};
use super::place::Place;
use super::types::{Scalar, Signature};
use crate::ast::{CastKind, Decl, ExprId, ExprKind, Loc, TypeId, TypeKind, UnaryOp};
use crate::plan;
use melior::ir::Attribute;
use raddle_dialects::Val;
use raddle_dialects::region::CallOp;

/// Functions after which execution may continue a second time: the whole function is clang's.
const RETURNS_TWICE: [&str; 8] =
    ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "savectx", "vfork", "getcontext", "__builtin_setjmp"];

impl<'c, 'u> Function<'c, 'u> {
    /// The call's value (of a record, its address); None if the function has none.
    pub fn call(&mut self, id: ExprId, callee: ExprId, args: &[ExprId], builtin: &str) -> Res<Option<Val<'c>>> {
        let loc = self.unit.expr(id).loc;
        if let Some(Place::Value(value)) = self.nest_place(id)? {
            return Ok(Some(value));
        }
        let direct = self.direct_callee(callee);
        if let Some(call) = self.nest_call(id) {
            return self.computing_call(id, callee, call, args).map(Some);
        }
        if let Some(decl) = direct {
            if let Some(reason) = &decl.clangs_own {
                return self.stop(reason, loc);
            }
            let twice = RETURNS_TWICE.contains(&decl.name.as_str());
            if twice || decl.attributes.iter().any(|attribute| attribute == "returns_twice") {
                return self.stop(format!("call of '{}'", decl.name), loc);
            }
            // A function with a body here is not the library's, whatever its name.
            if !builtin.is_empty() && decl.body.is_none() {
                if let Some(value) = self.builtin(id, decl, args, builtin)? {
                    return Ok(value.into_option());
                }
                if decl.is_builtin && library_name(builtin).is_none() {
                    return self.stop(builtin, loc);
                }
            }
        }
        if self.nest.is_some() && direct.is_none() {
            return self.stop("indirect call in a nest", loc);
        }
        self.plain_call(id, callee, direct, args, builtin)
    }

    fn direct_callee(&self, callee: ExprId) -> Option<&'u Decl> {
        let mut id = callee;
        loop {
            match self.unit.expr(id).kind {
                ExprKind::Ref { decl } => {
                    let decl = self.unit.decl(decl);
                    return matches!(self.unit.ty(decl.ty).kind, TypeKind::Function { .. }).then_some(decl);
                }
                ExprKind::Cast { cast: CastKind::FunctionToPointer | CastKind::BuiltinToFunction, arg } => id = arg,
                // `(*f)(x)` and `(&f)(x)`
                ExprKind::Unary { op: UnaryOp::Deref | UnaryOp::AddrOf, arg } => id = arg,
                _ => return None,
            }
        }
    }

    fn function_type(&self, callee: ExprId, loc: Loc) -> Res<TypeId> {
        match self.unit.ty(self.unit.expr(callee).ty).kind {
            TypeKind::Pointer { to } if self.unit.ty(to).kind == TypeKind::Other => {
                self.stop("calling convention that is not C's", loc)
            }
            TypeKind::Pointer { to } => Ok(to),
            TypeKind::Function { .. } => Ok(self.unit.expr(callee).ty),
            _ => self.stop("call of something that is no function", loc),
        }
    }

    fn plain_call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        direct: Option<&'u Decl>,
        args: &[ExprId],
        builtin: &str,
    ) -> Res<Option<Val<'c>>> {
        let loc = self.unit.expr(id).loc;
        let declared = match direct {
            Some(decl) if !builtin.is_empty() => decl.ty,
            _ => self.function_type(callee, loc)?,
        };
        let Some(mut signature) = Signature::of(self.unit, declared) else {
            return match direct {
                Some(decl) if !builtin.starts_with("__builtin_") || decl.body.is_some() => {
                    self.call_by_address(id, decl, args)
                }
                _ => self.stop("call that passes or returns by value", loc),
            };
        };
        let symbol = direct.map(|decl| library_name(builtin).unwrap_or(&decl.symbol));
        let (symbol, mut operands) = self.callee(callee, symbol, &signature)?;
        let scalars = self.argument_types(args)?;
        for arg in args {
            let value = self.rvalue(*arg)?;
            let scalar = self.scalar_of(*arg)?;
            operands.push(self.passed(value, scalar));
        }
        self.set_location(loc);
        if !signature.prototyped {
            // Clang calls functions without a prototype as if all arguments were variadic.
            signature = Signature { params: Vec::new(), variadic: true, ..signature };
        } else if scalars.len() < signature.params.len() {
            return self.stop("call with too few arguments", loc);
        }
        let value = self.emit_call(symbol, &operands, &scalars, &signature);
        if direct.is_some_and(|decl| decl.no_return) && self.nest.is_none() {
            self.ops.unreachable();
            let result = signature.result.map(|scalar| scalar.value_type(self.context()));
            return Ok(result.map(|ty| self.ops.undefined(ty)));
        }
        Ok(value)
    }

    /// A call in a nest, of a function that only computes a value.
    fn computing_call(&mut self, id: ExprId, callee: ExprId, call: &plan::Call, args: &[ExprId]) -> Res<Val<'c>> {
        let loc = self.unit.expr(id).loc;
        let (declared, scalars) = (self.function_type(callee, loc)?, self.argument_types(args)?);
        let signature = Signature::of(self.unit, declared).filter(|it| it.params.len() == scalars.len());
        let Some((signature, result)) = signature.and_then(|it| it.result.map(|result| (it, result))) else {
            return self.stop("call that passes by value", loc);
        };
        let mut operands = vec![];
        for (number, arg) in args.iter().enumerate() {
            let address = call.addresses.iter().find(|it| it.0 == number);
            operands.push(match address {
                Some((_, symbol)) => self.nest_symbol(*symbol, loc)?,
                None => self.rvalue(*arg)?,
            });
        }
        self.set_location(loc);
        let name = self.direct_callee(callee).map_or("", |it| &it.name);
        let pointers: Vec<i64> = call.addresses.iter().map(|it| it.0 as i64).collect();
        let (address, place) = (self.nest_symbol(call.function, loc)?, self.ops.at());
        let ty = result.passed_type(self.context());
        let attrs = self.call_attributes(&scalars, &signature);
        let called = CallOp::build(&place, (name, address), &operands, ty, (&pointers, call.picoseconds), &attrs);
        Ok(called.result())
    }

    /// The symbol to call or, where its declared type is another, its address as the first operand.
    fn callee<'s>(
        &mut self,
        callee: ExprId,
        symbol: Option<&'s str>,
        signature: &Signature,
    ) -> Res<(Option<&'s str>, Vec<Val<'c>>)> {
        let Some(name) = symbol else { return Ok((None, vec![self.rvalue(callee)?])) };
        let unprototyped = Signature { params: Vec::new(), variadic: true, ..signature.clone() };
        let declared = if signature.prototyped { signature } else { &unprototyped };
        let agrees = self.symbols.function(name, Some(declared));
        if agrees && signature.prototyped {
            return Ok((Some(name), Vec::new()));
        }
        Ok((None, vec![self.ops.address_of(name)]))
    }

    fn argument_types(&self, args: &[ExprId]) -> Res<Vec<Scalar>> {
        args.iter().map(|arg| self.argument_type(*arg)).collect()
    }

    fn argument_type(&self, arg: ExprId) -> Res<Scalar> {
        match self.scalar_of(arg)? {
            Scalar::Int { bits: 128, .. } => self.stop("argument of type __int128", self.unit.expr(arg).loc),
            scalar => Ok(scalar),
        }
    }

    /// How arguments and result are passed.
    fn call_attributes(&mut self, scalars: &[Scalar], signature: &Signature) -> Vec<(&'static str, Attribute<'c>)> {
        let (unit, place) = (self.unit, self.ops.at());
        let arguments: Vec<_> = scalars.iter().map(|scalar| value_attributes(unit, place, *scalar, false)).collect();
        let result = signature.result.map(|it| place.array(&[value_attributes(unit, place, it, false)]));
        let attrs = [Some(("arg_attrs", place.array(&arguments))), result.map(|it| ("res_attrs", it))];
        attrs.into_iter().flatten().collect()
    }

    pub fn emit_call(
        &mut self,
        symbol: Option<&str>,
        operands: &[Val<'c>],
        scalars: &[Scalar],
        signature: &Signature,
    ) -> Option<Val<'c>> {
        let (context, place) = (self.context(), self.ops.at());
        let mut attrs = self.call_attributes(scalars, signature);
        if signature.variadic {
            attrs.push(("var_callee_type", place.type_attr(signature.function_type(context))));
        }
        let result = signature.result.map(|scalar| scalar.passed_type(context));
        let value = self.ops.call(symbol, operands, result, &attrs)?;
        Some(signature.result.map_or(value, |scalar| self.received(value, scalar)))
    }
}

/// Library functions that `__builtin_NAME` means, besides those of `raddle_math`.
const LIBRARY: &str = "\
    memcpy memmove memset memcmp memchr strlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr strspn \
    strcspn strpbrk strdup stpcpy printf fprintf sprintf snprintf vprintf vfprintf vsprintf vsnprintf puts putchar fputs \
    fputc fwrite malloc calloc realloc free abort exit sqrt sqrtf isalpha isdigit toupper tolower";

/// The library function that clang calls for a builtin of the same meaning.
fn library_name(builtin: &str) -> Option<&str> {
    let name = builtin.strip_prefix("__builtin_")?;
    // Fortified variants exist in the C library under their own names.
    let is_fortified = name.starts_with("__") && name.ends_with("_chk");
    let is_known = LIBRARY.split_whitespace().any(|known| known == name) || raddle_math::find(name).is_some();
    (is_fortified || is_known).then_some(name)
}
