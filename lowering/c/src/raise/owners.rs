//! Memory that is reached in one way only: blocks that a pointer variable owns, and variables whose address nobody keeps.
//!
//! ```text
//!     int n; scanf("%d", &n);                            nobody keeps the address of n
//!     double *x = malloc(n * 8), *y = malloc(n * 8);     x and y own their blocks:
//!     for (i = 0; i < n; i++) y[i] = x[at[i]];           what is stored through y changes neither x[..] nor n
//! ```
//!
//! A local pointer *owns* what it points to if all that it is ever assigned is a new block, null, or made from itself, and its value
//! goes nowhere else: it is followed, compared, freed, or passed to a function that does not keep it. An address is *kept* if it goes
//! anywhere else than that. A function does not keep a parameter of which the same is true, by its body; of the library, by the C
//! standard. Whatever is not understood keeps.
//!
//! Two expressions reach the same object only if `effects::place` gives them the same root, for these variables: what it does not
//! follow counts as kept. Never looks at control flow.

use super::effects::{Root, callee_decl, place};
use super::visit::{self, Item};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, Owners, StmtId, StmtKind, Storage, TypeKind, UnaryOp, Unit,
};
use std::collections::{HashMap, HashSet};

/// Functions of the C library that give a new block, or null.
const ALLOCATE: [&str; 4] = ["malloc", "calloc", "aligned_alloc", "strdup"];

/// Functions of the C library that do not keep the pointers that they are given, in memory or as their value. Their names are reserved.
const KEEP_NOTHING: &str = "\
    free printf fprintf sprintf snprintf scanf fscanf sscanf puts fputs fgetc fputc getc putc fread fwrite feof fclose fflush ferror fseek \
    ftell rewind memcmp strlen strcmp strncmp strspn strcspn atoi atol atoll atof time clock mktime difftime remove rename system \
    perror frexp modf remquo div";

/// As these, but that their value leads where the first argument does.
const RETURN_FIRST: &str = "memcpy memmove memset strcpy strncpy strcat strncat fgets realloc";

/// Fills `unit.owners`. After this, nothing may rewrite the unit.
pub fn find_owners(unit: &mut Unit) {
    let mut search = Search { unit, kept: HashSet::new(), sources: HashMap::new(), makers: HashSet::new() };
    let functions: Vec<DeclId> = unit.functions.iter().chain(&unit.stubs.bodies).copied().collect();
    // What is passed to a parameter that is kept, is kept: the next round knows of it. So it is with functions that give new blocks.
    let owning = loop {
        let before = search.kept.len();
        search.sources.clear();
        functions.iter().filter_map(|it| unit.decl(*it).body).for_each(|body| search.body(body));
        let owning = search.owning();
        let makers: HashSet<DeclId> = functions.iter().copied().filter(|it| search.makes(*it, &owning)).collect();
        if search.kept.len() == before && search.makers == makers {
            break owning;
        }
        search.makers = makers;
    };
    let is_own = |it: &DeclId| matches!(unit.decl(*it).storage, Storage::Local | Storage::Param);
    let taken = (0..unit.decls.len() as u32).map(DeclId).filter(|it| is_own(it) && unit.decl(*it).address_taken);
    let unkept = taken.filter(|it| !search.kept.contains(it) && !unit.decl(*it).has_cleanup()).collect();
    unit.owners = Owners { owning, unkept };
}

struct Search<'u> {
    unit: &'u Unit,
    /// Variables whose value, or whose address, goes where nobody follows it.
    kept: HashSet<DeclId>,
    /// Pointer variables that are assigned: whether each value is a new block, null, or made from the variable itself.
    sources: HashMap<DeclId, bool>,
    /// Functions whose value is a new block, or null.
    makers: HashSet<DeclId>,
}

impl Search<'_> {
    fn owning(&self) -> HashSet<DeclId> {
        let is_local = |it: &DeclId| {
            self.unit.decl(*it).storage == Storage::Local
                && !self.unit.decl(*it).address_taken
                && !self.kept.contains(it)
        };
        self.sources.iter().filter(|(it, is_new)| is_local(it) && **is_new).map(|(it, _)| *it).collect()
    }

    /// Is all that the function returns a new block, or null?
    fn makes(&self, function: DeclId, owning: &HashSet<DeclId>) -> bool {
        let unit = self.unit;
        let is_weak = unit.decl(function).attributes.iter().any(|attribute| attribute == "weak");
        let Some(body) = unit.decl(function).body.filter(|_| !is_weak) else { return false };
        let (mut some, mut all) = (false, true);
        visit::walk(unit, Item::Stmt(body), |item| {
            if let Item::Stmt(s) = item
                && let StmtKind::Return { value: Some(value) } = unit.stmt(s).kind
            {
                let own = self.pointers(value);
                some = true;
                all &= self.is_pointer(value)
                    && own.iter().all(|it| owning.contains(it))
                    && (!own.is_empty() || self.is_new(value));
            }
            all
        });
        some && all
    }

    fn body(&mut self, body: StmtId) {
        let unit = self.unit;
        let mut is_plain = true;
        visit::walk(unit, Item::Stmt(body), |item| {
            match item {
                Item::Stmt(s) => match unit.stmt(s).kind {
                    StmtKind::Return { value: Some(value) } => self.give_back(value),
                    StmtKind::Other { .. } => is_plain = false,
                    _ => {}
                },
                Item::Declare(variable) => {
                    unit.decl(variable).init.into_iter().for_each(|init| self.assign(Some(variable), init));
                }
                Item::Expr(e) => self.expr(e),
            }
            true
        });
        if !is_plain {
            // Assembly and the like may do anything to what it can name.
            visit::walk(unit, Item::Stmt(body), |item| {
                if let Item::Expr(e) = item
                    && let ExprKind::Ref { decl } = unit.expr(e).kind
                {
                    self.kept.insert(decl);
                }
                true
            });
        }
    }

    fn expr(&mut self, e: ExprId) {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Call { callee, args, builtin } => self.call(*callee, args, builtin),
            ExprKind::Assign { lhs, rhs } => {
                let variable = match unit.expr(*lhs).kind {
                    ExprKind::Ref { decl } => Some(decl),
                    _ => None,
                };
                self.assign(variable, *rhs);
            }
            // `p += n` stays in its block.
            ExprKind::CompoundAssign { .. } => {}
            ExprKind::Cast { cast, arg } => match cast {
                CastKind::LvalueToRvalue
                | CastKind::NoOp
                | CastKind::ArrayToPointer
                | CastKind::BitCast
                | CastKind::PointerToBoolean
                | CastKind::ToVoid => {}
                _ => self.keep(*arg),
            },
            ExprKind::Unary { op: UnaryOp::Deref, .. } | ExprKind::Subscript { .. } | ExprKind::Member { .. } => {
                self.follow(e);
            }
            ExprKind::InitList { inits } => inits.iter().flatten().for_each(|it| self.keep(*it)),
            ExprKind::Other { args, .. } => args.iter().for_each(|it| self.keep(*it)),
            ExprKind::CompoundLiteral { init } => self.keep(*init),
            ExprKind::VaArg { list } => self.keep(*list),
            ExprKind::StmtExpr { body } => self.keep_last(*body),
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::String { .. }
            | ExprKind::Ref { .. }
            | ExprKind::SizeofVla { .. }
            | ExprKind::ImplicitZero
            | ExprKind::Binary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Unary { .. } => {}
        }
    }

    /// Of `*p++` and the like, `place` does not know which variable leads there.
    fn follow(&mut self, lvalue: ExprId) {
        let known = match place(self.unit, lvalue).root {
            Root::Variable(decl) => Some(decl),
            Root::Pointer(decl) => decl,
        };
        let found = self.address(lvalue);
        self.kept.extend(found.into_iter().filter(|it| Some(*it) != known));
    }

    /// The value of a statement expression.
    fn keep_last(&mut self, body: StmtId) {
        if let StmtKind::Compound { body } = &self.unit.stmt(body).kind
            && let Some(last) = body.last()
            && let StmtKind::Expr { expr } = self.unit.stmt(*last).kind
        {
            self.keep(expr);
        }
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], builtin: &str) {
        let unit = self.unit;
        let function = self.callee(callee);
        let params = function.filter(|it| unit.decl(*it).body.is_some()).map(|it| &unit.decl(it).params);
        let is_replaceable = |it: DeclId| unit.decl(it).attributes.iter().any(|attribute| attribute == "weak");
        match (params, function) {
            (Some(params), Some(function)) if !is_replaceable(function) => {
                for (number, arg) in args.iter().enumerate() {
                    if params.get(number).is_none_or(|it| self.kept.contains(it) || unit.decl(*it).address_taken) {
                        self.keep(*arg);
                    }
                }
            }
            (None, _) if is_in(self.name(function, builtin), &[KEEP_NOTHING, RETURN_FIRST]) => {}
            _ => args.iter().for_each(|it| self.keep(*it)),
        }
    }

    fn callee(&self, callee: ExprId) -> Option<DeclId> {
        callee_decl(self.unit, callee).map(|it| self.unit.definition(it))
    }

    /// Of a function without a body; standard names are the library's, known to clang or not.
    fn name<'n>(&'n self, function: Option<DeclId>, builtin: &'n str) -> &'n str {
        let external = function.map(|it| self.unit.decl(it)).filter(|it| !it.is_internal && builtin.is_empty());
        external.map_or(builtin, |it| it.name.as_str())
    }

    fn assign(&mut self, variable: Option<DeclId>, value: ExprId) {
        let own: Vec<DeclId> = self.pointers(value);
        let Some(variable) = variable.filter(|it| self.is_pointer_variable(*it)) else {
            self.kept.extend(own);
            return;
        };
        let is_new = own.iter().all(|it| *it == variable) && (!own.is_empty() || self.is_new(value));
        *self.sources.entry(variable).or_insert(true) &= is_new;
        self.kept.extend(own.into_iter().filter(|it| *it != variable));
    }

    fn is_new(&self, value: ExprId) -> bool {
        let unit = self.unit;
        match &unit.expr(value).kind {
            _ if unit.expr(value).constant == Some(0) => true,
            ExprKind::Cast { cast: CastKind::NullToPointer, .. } => true,
            ExprKind::Cast { cast: CastKind::NoOp | CastKind::BitCast, arg } => self.is_new(*arg),
            ExprKind::Call { callee, builtin, args } => {
                let function = self.callee(*callee);
                let is_library = function.is_some_and(|it| unit.decl(it).body.is_none());
                let name = builtin.trim_start_matches("__builtin_");
                function.is_some_and(|it| self.makers.contains(&it))
                    || is_library
                        && (ALLOCATE.contains(&name)
                            || name == "realloc" && args.first().is_some_and(|it| self.is_new(*it)))
            }
            _ => false,
        }
    }

    /// The function ends here: what its own variables lead to has no other name before.
    fn give_back(&mut self, value: ExprId) {
        let found = self.pointers(value);
        let own = |it: &DeclId| self.unit.decl(*it).storage == Storage::Local;
        self.kept.extend(found.into_iter().filter(|it| !own(it)));
    }

    fn keep(&mut self, e: ExprId) {
        let found = self.pointers(e);
        self.kept.extend(found);
    }

    /// The variables whose value, or whose address, the value of a pointer is made from; of an integer made of a pointer, too.
    fn pointers(&self, e: ExprId) -> Vec<DeclId> {
        let unit = self.unit;
        match &unit.expr(e).kind {
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => match unit.expr(*arg).kind {
                ExprKind::Ref { decl } if self.is_pointer_variable(decl) => vec![decl],
                // A struct as a value holds what is in it, and no address of its own.
                _ => vec![],
            },
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => self.address(*arg),
            ExprKind::Cast { arg, .. } => self.pointers(*arg),
            ExprKind::Unary { op: UnaryOp::AddrOf, arg } => self.address(*arg),
            ExprKind::Unary { op: UnaryOp::Extension | UnaryOp::Plus, arg } => self.pointers(*arg),
            ExprKind::Unary { op: UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec, arg } => {
                match unit.expr(*arg).kind {
                    ExprKind::Ref { decl } if self.is_pointer_variable(decl) => vec![decl],
                    _ => vec![],
                }
            }
            ExprKind::Binary { op: BinaryOp::Comma, rhs, .. } => self.pointers(*rhs),
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs } if self.is_pointer(e) => {
                [self.pointers(*lhs), self.pointers(*rhs)].concat()
            }
            ExprKind::Conditional { then, other, .. } => [self.pointers(*then), self.pointers(*other)].concat(),
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                let own = match unit.expr(*lhs).kind {
                    ExprKind::Ref { decl } if self.is_pointer_variable(decl) => vec![decl],
                    _ => vec![],
                };
                [own, self.pointers(*rhs)].concat()
            }
            ExprKind::Call { callee, builtin, args } => {
                let name = self.name(self.callee(*callee), builtin);
                let first = args.first().filter(|_| is_in(name, &[RETURN_FIRST]));
                first.map_or(vec![], |it| self.pointers(*it))
            }
            _ => vec![],
        }
    }

    /// The variables that an lvalue is part of, or whose pointer leads there.
    fn address(&self, lvalue: ExprId) -> Vec<DeclId> {
        let unit = self.unit;
        match &unit.expr(lvalue).kind {
            ExprKind::Ref { decl } => vec![*decl],
            ExprKind::Subscript { base, .. } => self.pointers(*base),
            ExprKind::Member { base, arrow: true, .. } => self.pointers(*base),
            ExprKind::Member { base, arrow: false, .. } => self.address(*base),
            ExprKind::Unary { op: UnaryOp::Deref, arg } => self.pointers(*arg),
            ExprKind::Unary { op: UnaryOp::Extension, arg } | ExprKind::Cast { arg, .. } => self.address(*arg),
            _ => vec![],
        }
    }

    fn is_pointer(&self, e: ExprId) -> bool {
        matches!(self.unit.ty(self.unit.expr(e).ty).kind, TypeKind::Pointer { .. })
    }

    fn is_pointer_variable(&self, decl: DeclId) -> bool {
        matches!(self.unit.ty(self.unit.decl(decl).ty).kind, TypeKind::Pointer { .. })
    }
}

fn is_in(name: &str, lists: &[&str]) -> bool {
    let name = name.trim_start_matches("__builtin_");
    lists.iter().flat_map(|it| it.split_whitespace()).any(|it| it == name)
}
