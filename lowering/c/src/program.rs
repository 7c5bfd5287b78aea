//! What the units of a program can know of each other: the functions that one offers, small ones and such as only compute a value, and the
//! calls in another's loops that wait for such bodies.
//!
//! ```text
//!     b.c                                       offered
//!     static int twice(int i) { return 2*i; }   f, with twice, their types and no more
//!     int f(int i) { return twice(i) + 1; }
//!     a.c                                       wanted
//!     for (...) a[i] = f(i) + g(i);             { f, g }
//! ```
//!
//! Names are those of symbols, since these are what a program shares. Whether a body is the one that the program will have is
//! for the linker's reader to say; nothing is put in its place here (`stubs::add_body`, `raise::inline`).

use crate::ast::{Decl, DeclId, ExprId, ExprKind, RecordId, StmtId, StmtKind, Storage, TypeId, Unit};
use crate::effects;
use crate::ids::{self, Id};
use crate::import;
use crate::raise::computes;
use crate::raise::inline::{calls_in, is_small};
use crate::raise::promise;
use crate::raise::visit::{self, Item};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What one unit tells the others of its program, and what it would know of them.
#[derive(Debug, Serialize, Deserialize)]
pub struct Interface {
    pub offers: Vec<Offer>,
    /// For each loop that calls functions of unknown body: their symbols.
    pub wants: BTreeSet<BTreeSet<String>>,
    /// What functions do to memory, by symbol, where it is little.
    pub effects: BTreeMap<String, effects::Known>,
    /// Where functions may leave data on devices, by symbol.
    pub reaches: BTreeMap<String, effects::Reach>,
    /// The functions of other units that it calls.
    pub calls: BTreeSet<String>,
}

/// A function whose body may stand for calls in other units.
#[derive(Debug, Serialize, Deserialize)]
pub struct Offer {
    pub symbol: String,
    /// Functions of other units that the body calls, itself or through functions of its own unit.
    pub calls: BTreeSet<String>,
    /// The function, static functions that it calls, and what these need.
    pub excerpt: Unit,
}

impl Interface {
    pub fn of(unit: &Unit) -> Interface {
        let small = unit.functions.iter().copied().filter(|&it| is_small(unit, it));
        let (callable, computing) = computes::for_others(unit);
        let offered: HashSet<DeclId> = small.chain(callable).collect();
        let small = offered.union(&computing).copied().collect();
        let is_public = |function: &&DeclId| !unit.decl(**function).is_internal && offered.contains(*function);
        let offers = unit.functions.iter().filter(is_public).filter_map(|&it| offer(unit, it, &small));
        let offers = if import::is_clangs_own(unit) { vec![] } else { offers.collect() };
        let (effects, reaches) = match import::is_clangs_own(unit) {
            true => Default::default(),
            false => (effects::of(unit), effects::reaches(unit)),
        };
        Interface { offers, wants: wants(unit, &small), effects, reaches, calls: calls_to_others(unit) }
    }
}

fn calls_to_others(unit: &Unit) -> BTreeSet<String> {
    let called = unit.functions.iter().flat_map(|&it| calls(unit, it)).flatten();
    let others = called.filter(|it| unit.decl(*it).body.is_none());
    others.map(|it| unit.decl(it).symbol.clone()).collect()
}

/// None if the body could not stand for calls, or means something in its own unit only.
fn offer(unit: &Unit, function: DeclId, small: &HashSet<DeclId>) -> Option<Offer> {
    let functions = with_static_callees(unit, function, small)?;
    if unit.reads_errno() && functions.iter().any(|&it| calls_library(unit, it)) {
        return None;
    }
    let callees = functions.iter().flat_map(|&it| calls(unit, it)).flatten();
    let calls = callees.filter(|it| !functions.contains(it)).map(|it| unit.decl(it).symbol.clone()).collect();
    Some(Offer { symbol: unit.decl(function).symbol.clone(), calls, excerpt: excerpt(unit, &functions) })
}

/// The function and the static functions that it calls, if calls of all can be replaced by their bodies, or made in nests.
fn with_static_callees(unit: &Unit, function: DeclId, small: &HashSet<DeclId>) -> Option<Vec<DeclId>> {
    let mut functions = vec![function];
    let mut next = 0;
    while let Some(&function) = functions.get(next) {
        for callee in calls(unit, function) {
            let callee = callee?;
            if unit.decl(callee).is_internal && !functions.contains(&callee) {
                functions.push(callee);
            }
        }
        next += 1;
    }
    functions.iter().all(|it| small.contains(it)).then_some(functions)
}

/// The functions that a function calls, but for pure ones of the library; None for a call through a pointer.
fn calls(unit: &Unit, function: DeclId) -> Vec<Option<DeclId>> {
    unit.decl(function).body.map_or(vec![], |body| called(unit, body))
}

fn called(unit: &Unit, root: StmtId) -> Vec<Option<DeclId>> {
    let is_function = |id: &DeclId| unit.decl(*id).storage == Storage::Function;
    calls_in(unit, Item::Stmt(root)).into_iter().map(|callee| callee.filter(is_function)).collect()
}

/// The library may report an error in `errno`.
fn calls_library(unit: &Unit, function: DeclId) -> bool {
    let Some(body) = unit.decl(function).body else { return false };
    let mut found = false;
    visit::walk(unit, Item::Stmt(body), |item| {
        found |= matches!(item, Item::Expr(e)
            if matches!(&unit.expr(e).kind, ExprKind::Call { builtin, .. } if !builtin.is_empty()));
        !found
    });
    found
}

fn wants(unit: &Unit, small: &HashSet<DeclId>) -> BTreeSet<BTreeSet<String>> {
    let is_loop =
        |s: &StmtId| matches!(unit.stmt(*s).kind, StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Do { .. });
    let loops = (0..unit.stmts.len() as u32).map(StmtId).filter(is_loop);
    let unknown = loops.filter_map(|s| unknown_calls(unit, s, small));
    unknown.filter(|symbols| !symbols.is_empty()).collect()
}

/// The functions of other units that a loop calls; None if bodies of these would not help.
fn unknown_calls(unit: &Unit, root: StmtId, small: &HashSet<DeclId>) -> Option<BTreeSet<String>> {
    let mut pending = called(unit, root);
    let (mut seen, mut unknown) = (HashSet::new(), BTreeSet::new());
    while let Some(callee) = pending.pop() {
        let callee = callee?;
        if !seen.insert(callee) || promise(unit, callee).is_some() {
            continue;
        }
        if unit.decl(callee).body.is_none() {
            unknown.insert(unit.decl(callee).symbol.clone());
        } else if small.contains(&callee) {
            pending.extend(calls(unit, callee));
        } else {
            return None;
        }
    }
    Some(unknown)
}

/// The functions with all that they mention, as a unit of its own. Other functions have no body there.
fn excerpt(unit: &Unit, functions: &[DeclId]) -> Unit {
    let mut kept = Kept::default();
    functions.iter().for_each(|&function| kept.add(Node::Decl(function)));
    while let Some(node) = kept.pending.pop() {
        kept.visit(unit, node, functions);
    }
    kept.cut_out(unit, functions)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Node {
    File(u32),
    Type(TypeId),
    Record(RecordId),
    Decl(DeclId),
    Expr(ExprId),
    Stmt(StmtId),
}

impl Node {
    fn of(id: &Id) -> Node {
        match id {
            Id::File(it) => Node::File(**it),
            Id::Type(it) => Node::Type(**it),
            Id::Record(it) => Node::Record(**it),
            Id::Decl(it) => Node::Decl(**it),
            Id::Expr(it) => Node::Expr(**it),
            Id::Stmt(it) => Node::Stmt(**it),
        }
    }
}

/// What an excerpt has of its unit.
#[derive(Default)]
struct Kept {
    nodes: BTreeSet<Node>,
    pending: Vec<Node>,
}

impl Kept {
    fn add(&mut self, node: Node) {
        if self.nodes.insert(node) {
            self.pending.push(node);
        }
    }

    fn visit(&mut self, unit: &Unit, node: Node, functions: &[DeclId]) {
        let mut add = |id: Id| self.add(Node::of(&id));
        match node {
            Node::File(_) => {}
            Node::Type(id) => ids::of_type(&mut unit.ty(id).clone(), &mut add),
            Node::Record(id) => ids::of_record(&mut unit.record(id).clone(), &mut add),
            Node::Decl(id) => ids::of_decl(&mut declaration(unit, id, functions), &mut add),
            Node::Expr(id) => ids::of_expr(&mut unit.expr(id).clone(), &mut add),
            Node::Stmt(id) => ids::of_stmt(&mut unit.stmt(id).clone(), &mut add),
        }
    }

    fn cut_out(&self, unit: &Unit, functions: &[DeclId]) -> Unit {
        let mut counts = HashMap::new();
        let mut place = |node: &Node| {
            let count: &mut u32 = counts.entry(std::mem::discriminant(node)).or_default();
            *count += 1;
            (*node, *count - 1)
        };
        let places: HashMap<Node, u32> = self.nodes.iter().map(&mut place).collect();
        let mut rename = |id: Id| {
            let place = places[&Node::of(&id)];
            *id.number() = place;
        };
        let mut res = header(unit);
        for &node in &self.nodes {
            match node {
                Node::File(id) => res.files.push(unit.files.get(id as usize).cloned().unwrap_or_default()),
                Node::Type(id) => res.types.push(renamed(unit.ty(id), |it| ids::of_type(it, &mut rename))),
                Node::Record(id) => res.records.push(renamed(unit.record(id), |it| ids::of_record(it, &mut rename))),
                Node::Decl(id) => {
                    let decl = declaration(unit, id, functions);
                    res.decls.push(renamed(&decl, |it| ids::of_decl(it, &mut rename)));
                }
                Node::Expr(id) => res.exprs.push(renamed(unit.expr(id), |it| ids::of_expr(it, &mut rename))),
                Node::Stmt(id) => res.stmts.push(renamed(unit.stmt(id), |it| ids::of_stmt(it, &mut rename))),
            }
        }
        res.functions = functions.to_vec();
        res.functions.iter_mut().for_each(|it| rename(Id::Decl(it)));
        res
    }
}

fn renamed<T: Clone>(entry: &T, rename: impl FnOnce(&mut T)) -> T {
    let mut entry = entry.clone();
    rename(&mut entry);
    entry
}

/// What counts for the unit as a whole.
fn header(unit: &Unit) -> Unit {
    Unit {
        triple: unit.triple.clone(),
        data_layout: unit.data_layout.clone(),
        signed_overflow: unit.signed_overflow,
        pointers_wrap: unit.pointers_wrap,
        relaxed_aliasing: unit.relaxed_aliasing,
        half_in_float: unit.half_in_float,
        math_errno: unit.math_errno,
        ..Unit::default()
    }
}

/// What the excerpt says of a variable or function.
fn declaration(unit: &Unit, id: DeclId, functions: &[DeclId]) -> Decl {
    let mut decl = unit.decl(id).clone();
    if decl.body.is_some() && !functions.contains(&id) {
        (decl.body, decl.params) = (None, vec![]);
    }
    decl
}
