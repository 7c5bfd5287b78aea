//! The loops that realize a tree. isl writes them; here they become plain values.

use std::{collections::BTreeMap, fmt};

use super::{Dependences, Form, Registers, Row, StatementId, Tree};
use crate::{
    analysis::{Comparison, Cond, Expr},
    isl::{
        self, AstExpr, Dim, IslError, Map, Set, UnionMap, UnionSet,
        tree::{Code as Written, CodeNode, Loops, Schedule},
    },
};

/// Basic isl operations for the loops of one tree; PolyBench's original trees need 2,000 to 60,000.
const OPERATIONS: u64 = 2_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    Block(Vec<Code>),
    For(Box<For>),
    /// The iterator of a loop that runs once has this value in the body.
    Let(String, Expr, Box<Code>),
    If(Cond, Box<Code>, Option<Box<Code>>),
    /// A statement, with the values of the iterators of its loops, then those of the forms that were asked for.
    Statement(StatementId, Vec<Expr>),
    /// The tile of this number comes next, in a row of tiles that runs beside the row before: waits for that one's.
    Await(Expr),
}

/// `for (iterator = first; iterator < end; iterator += step)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct For {
    pub iterator: String,
    pub first: Expr,
    pub end: Expr,
    /// Positive.
    pub step: i64,
    pub body: Code,
}

impl Code {
    /// The loops of a legal tree. `more` are values that statements are given besides their iterators.
    pub fn of(dependences: &Dependences<'_>, tree: &Tree, more: &More) -> isl::Result<Code> {
        Self::within(dependences, tree, more, dependences.analysis().context())
    }

    /// The same where parameters are in `context`.
    pub fn within(dependences: &Dependences<'_>, tree: &Tree, more: &More, context: &Set) -> isl::Result<Code> {
        let analysis = dependences.analysis();
        analysis.allow_more(OPERATIONS);
        let schedule = Writer { dependences, more }.schedule(tree, &dependences.ids())?;
        let schedule = schedule.with_loops(loops(dependences, tree, &mut vec![])?)?;
        let mut code = read(&schedule.code(context)?)?;
        code.keep_to_tiles(tree);
        Ok(code)
    }
}

/// How isl is to write the loop of each row, the innermost first, a sequence's parts in order. `outer` are the rows around the tree.
fn loops(dependences: &Dependences<'_>, tree: &Tree, outer: &mut Vec<Row>) -> isl::Result<Vec<Loops>> {
    match tree {
        Tree::Leaf => Ok(vec![]),
        Tree::Band(rows, child) => {
            outer.extend(rows.iter().cloned());
            let mut all = loops(dependences, child, outer)?;
            outer.truncate(outer.len() - rows.len());
            all.extend(rows.iter().map(|_| Loops::Atomic));
            Ok(all)
        }
        Tree::Sequence(parts) => {
            let mut all = vec![];
            for (_, child) in parts {
                all.extend(loops(dependences, child, outer)?);
            }
            Ok(all)
        }
        Tree::Registers(tile) => {
            let mut all: Vec<Loops> = (1..tile.as_rows().len()).map(|_| Loops::Atomic).collect();
            all.push(Loops::Isolated(full_tiles(dependences, tile, outer)?));
            Ok(all)
        }
    }
}

/// The values of the rows before and of the first loop of a register tile for which it is full.
fn full_tiles(dependences: &Dependences<'_>, tile: &Registers, outer: &[Row]) -> isl::Result<Map> {
    let [height, width] = tile.sizes;
    let position = |form: Form| {
        let found = outer.iter().position(|row| row.get(&tile.statement) == Some(&form));
        found.ok_or_else(|| failed("a register tile without rows that choose it"))
    };
    let mut chosen = vec![position(tile.rows.tile(height))?, position(tile.lanes.tile(width))?];
    chosen.extend(tile.around().into_iter().map(position).collect::<isl::Result<Vec<_>>>()?);
    chosen.push(outer.len());
    let names =
        |prefix: &str, count: usize| (0..count).map(|it| format!("{prefix}{it}")).collect::<Vec<_>>().join(", ");
    let equal: Vec<_> = chosen.iter().enumerate().map(|(from, to)| format!("c{to} = p{from}")).collect();
    let (from, to, equal) = (names("p", chosen.len()), names("c", outer.len() + 1), equal.join(" and "));
    let spread = Map::read(dependences.analysis().isl(), &format!("{{ [{from}] -> [{to}] : {equal} }}"))?;
    tile.full_places(dependences)?.apply(&spread)?.split_at(outer.len() as u32)
}

/// Values that statements are given besides their iterators.
pub type More = BTreeMap<StatementId, Vec<Form>>;

struct Writer<'d, 'a> {
    dependences: &'d Dependences<'a>,
    more: &'d More,
}

impl Writer<'_, '_> {
    fn schedule(&self, tree: &Tree, ids: &[StatementId]) -> isl::Result<Schedule> {
        match tree {
            Tree::Leaf => Schedule::from_domain(&self.domain(ids)?),
            Tree::Band(rows, child) => {
                let inner = self.schedule(child, ids)?;
                rows.iter().rev().try_fold(inner, |inner, row| {
                    let mut times = ids.iter().map(|id| self.time(row, *id));
                    let first: UnionMap = times.next().ok_or_else(|| failed("a band without statements"))??;
                    inner.insert(&times.try_fold(first, |all, next| all.union(&next?))?)
                })
            }
            Tree::Registers(tile) => self.schedule(&Tree::Band(tile.as_rows(), Box::new(Tree::Leaf)), ids),
            Tree::Sequence(parts) => {
                let mut parts = parts.iter().map(|(ids, child)| self.schedule(child, ids));
                let first = parts.next().ok_or_else(|| failed("a sequence without parts"))??;
                parts.try_fold(first, |all, next| all.sequence(&next?))
            }
        }
    }

    /// From an instance to its iterators and the other values.
    fn arguments(&self, id: StatementId) -> isl::Result<Map> {
        let domain = self.dependences.domain(id);
        let more = self.more.get(&id).map_or(&[][..], Vec::as_slice);
        more.iter().try_fold(domain.identity()?, |all, form| {
            let value = form.on(domain)?.to_map()?;
            all.flat_range_product(&value)
        })
    }

    fn time(&self, row: &Row, id: StatementId) -> isl::Result<UnionMap> {
        let time = self.arguments(id)?.reverse()?.apply_range(&self.dependences.time(row, id)?)?;
        time.set_tuple_name(Dim::In, &name(id))?.to_union()
    }

    fn domain(&self, ids: &[StatementId]) -> isl::Result<UnionSet> {
        let named = |id: &StatementId| {
            let all = self.dependences.domain(*id).apply(&self.arguments(*id)?)?;
            all.set_tuple_name(&name(*id))?.to_union()
        };
        let mut named = ids.iter().map(named);
        let first = named.next().ok_or_else(|| failed("a leaf without statements"))??;
        named.try_fold(first, |all, next| all.union(&next?))
    }
}

/// What isl calls a statement.
fn name(id: StatementId) -> String {
    format!("S{}", id.0)
}

fn read(code: &Written) -> isl::Result<Code> {
    Ok(match code.node()? {
        CodeNode::Block(children) => Code::Block(children.iter().map(read).collect::<Result<_, _>>()?),
        CodeNode::For { iterator, first, body, once: true, .. } => {
            Code::Let(iterator, Expr::from_ast(&first)?, Box::new(read(&body)?))
        }
        CodeNode::For { iterator, first, condition, step, body, once: false } => {
            let end = end(&iterator, &condition)?;
            let Expr::Const(step @ 1..) = Expr::from_ast(&step)? else {
                return Err(failed("a step that is not positive"));
            };
            Code::For(Box::new(For { iterator, first: Expr::from_ast(&first)?, end, step, body: read(&body)? }))
        }
        CodeNode::If { condition, then, other } => {
            let other = other.as_ref().map(read).transpose()?;
            Code::If(Cond::from_ast(&condition)?, Box::new(read(&then)?), other.map(Box::new))
        }
        CodeNode::Statement(name, arguments) => {
            let number = name.strip_prefix('S').and_then(|it| it.parse().ok());
            let id = StatementId(number.ok_or_else(|| failed("an unknown statement"))?);
            Code::Statement(id, arguments.iter().map(Expr::from_ast).collect::<Result<_, _>>()?)
        }
    })
}

/// What the iterator is less than.
fn end(iterator: &str, condition: &AstExpr) -> isl::Result<Expr> {
    match Cond::from_ast(condition)? {
        Cond::Compare(comparison, left, right) if *left == Expr::Name(iterator.into()) => match comparison {
            Comparison::Lt => Ok(*right),
            Comparison::Le => Ok(one_more(*right)),
            Comparison::Eq | Comparison::Ge | Comparison::Gt => Err(failed("a loop that counts down")),
        },
        _ => Err(failed("a loop with an unusual condition")),
    }
}

/// `expr + 1`, under minima, which stay outermost.
fn one_more(expr: Expr) -> Expr {
    match expr {
        Expr::Min(a, b) => Expr::Min(Box::new(one_more(*a)), Box::new(one_more(*b))),
        Expr::Const(value) if value < i64::MAX => Expr::Const(value + 1),
        Expr::Add(a, b) if matches!(*b, Expr::Const(_)) => match (*a, one_more(*b)) {
            (a, Expr::Const(0)) => a,
            (a, b) => Expr::Add(Box::new(a), Box::new(b)),
        },
        Expr::Sub(a, b) if *b == Expr::Const(1) => *a,
        other => Expr::Add(Box::new(other), Box::new(Expr::Const(1))),
    }
}

fn failed(what: &str) -> IslError {
    IslError::Failed(what.into())
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Code {
    fn write(&self, f: &mut fmt::Formatter, depth: usize) -> fmt::Result {
        let margin = "  ".repeat(depth);
        match self {
            Code::Block(children) => children.iter().try_for_each(|it| it.write(f, depth)),
            Code::For(it) => {
                let For { iterator, first, end, step, body } = &**it;
                let by = if *step == 1 { String::new() } else { format!(" by {step}") };
                writeln!(f, "{margin}for {iterator} = {first} to {end}{by}")?;
                body.write(f, depth + 1)
            }
            Code::Let(iterator, value, body) => {
                writeln!(f, "{margin}{iterator} = {value}")?;
                body.write(f, depth)
            }
            Code::If(condition, then, other) => {
                writeln!(f, "{margin}if {condition}")?;
                then.write(f, depth + 1)?;
                if let Some(other) = other {
                    writeln!(f, "{margin}else")?;
                    other.write(f, depth + 1)?;
                }
                Ok(())
            }
            Code::Statement(id, iterators) => {
                let iterators: Vec<_> = iterators.iter().map(ToString::to_string).collect();
                writeln!(f, "{margin}S{}({})", id.0, iterators.join(", "))
            }
            Code::Await(tile) => writeln!(f, "{margin}await {tile}"),
        }
    }
}
