//! Plans as text, for people and tests. Never parsed.

use super::poly::Poly;
use super::spell;
use crate::ast::{ExprId, Unit};
use crate::plan::{
    Access, Affine, Arm, Base, Check, Nest, Node, Relation, Stride, Subscript, Sum, Target, Term, Value, View, Written,
};
use std::fmt::{self, Write};

/// A nest over several lines.
pub fn print(unit: &Unit, nest: &Nest) -> String {
    let mut printer = Printer { unit, nest, out: String::new() };
    // Writing to a string does not fail.
    let _ = printer.nest();
    printer.out
}

struct Printer<'a> {
    unit: &'a Unit,
    nest: &'a Nest,
    out: String,
}

impl Printer<'_> {
    fn nest(&mut self) -> fmt::Result {
        let nest = self.nest;
        let text = |e: ExprId| spell::expr(self.unit, e);
        for symbol in &nest.symbols {
            let value = match &symbol.value {
                Value::Expr(e) => text(*e),
                Value::Product(factors) => self.sum(&vec![(factors.clone(), 1)]),
                Value::Quotient { of, by } => format!("({}) / ({})", self.sum(of), self.sum(by)),
                Value::Function(function) => format!("&{}", self.unit.decl(*function).name),
                Value::Address(e) => text(*e),
                Value::Difference { to, from, bytes } => format!("({} - {}) / {bytes}", text(*to), text(*from)),
            };
            let guarded = match symbol.level {
                0 => String::new(),
                1 => " guarded".into(),
                level => format!(" guarded {level}"),
            };
            writeln!(self.out, "symbol {} = {value}{guarded}", symbol.name)?;
        }
        for Check::NonNegative(_, check) in &nest.checks {
            writeln!(self.out, "check {check}")?;
        }
        for watch in &nest.watches {
            for Written { object, low, high } in &watch.written {
                let (object, low, high) = (&nest.objects[object.0 as usize].name, self.sum(low), self.sum(high));
                writeln!(self.out, "watch {} apart from {object} + {low} .. {high}", text(watch.place))?;
            }
        }
        for object in &nest.objects {
            let base = match object.base {
                Base::Variable(decl) => format!("&{}", self.unit.decl(decl).name),
                Base::Pointer(e) => text(e),
            };
            let distinct = object.distinct.map_or("unknown".into(), |n| format!("distinct {n}"));
            writeln!(
                self.out,
                "object {} = {base} {distinct}{}",
                object.name,
                if object.live_out { "" } else { " dead" }
            )?;
        }
        for (number, view) in nest.views.iter().enumerate() {
            let view = self.view(view);
            writeln!(self.out, "view %{number} = {view}")?;
        }
        for local in &nest.locals {
            writeln!(self.out, "local {} {:?} {:?}", self.unit.decl(local.decl).name, local.elem, local.dims)?;
        }
        for (expr, access) in &nest.accesses {
            if matches!(access.target, Target::View(_)) || !access.subscripts.is_empty() {
                let access = self.access(access);
                writeln!(self.out, "access {} = {access}", text(*expr))?;
            }
        }
        self.nodes(&nest.body, 0)?;
        let Some(version) = &nest.unblocked else { return Ok(()) };
        let conditions = version.conditions.iter().map(|it| text(*it)).collect::<Vec<_>>().join(" and ");
        let summed = if version.is_summed { ", an element in a variable" } else { "" };
        writeln!(self.out, "without blocks, {} loops{summed}, if {conditions}:", version.loops)?;
        self.out += &print(self.unit, &version.nest);
        Ok(())
    }

    fn view(&self, view: &View) -> String {
        let stride = |stride: &Stride| {
            let factors = stride.factors.iter().map(|factor| format!("*({})", self.affine(factor)));
            format!("{}{}", stride.bytes, factors.collect::<String>())
        };
        let dims = view.dims.iter().map(|dim| {
            format!(
                "[{}:{}]",
                dim.extent.as_ref().map_or("?".into(), |extent| self.affine(extent)),
                stride(&dim.stride)
            )
        });
        let object = &self.nest.objects[view.object.0 as usize].name;
        let rows = if view.rows > 0 { format!(" behind {} pointers", view.rows) } else { String::new() };
        let dims = dims.collect::<String>();
        format!("{} of {object} + {} {dims}{:?}{rows}", view.name, self.affine(&view.offset), view.elem)
    }

    fn access(&self, access: &Access) -> String {
        let target = match access.target {
            Target::View(view) => format!("%{}", view.0),
            Target::Local(decl) => self.unit.decl(decl).name.clone(),
            Target::Index(id) => self.term(Term::Loop(id)),
            Target::Symbol(id) => self.term(Term::Symbol(id)),
        };
        let subscript = |subscript: &Subscript| match subscript {
            Subscript::Affine(affine) => format!("[{}]", self.affine(affine)),
            Subscript::Opaque { terms, plus } => {
                let terms = terms.iter().map(|(e, factor)| format!("{factor}*`{}` + ", spell::expr(self.unit, *e)));
                format!("[{}{}]", terms.collect::<String>(), self.affine(plus))
            }
        };
        target + &access.subscripts.iter().map(subscript).collect::<String>()
    }

    fn term(&self, term: Term) -> String {
        match term {
            Term::Loop(id) => self.unit.decl(self.nest.loops[id.0 as usize].index).name.clone(),
            Term::Symbol(id) => self.nest.symbols[id.0 as usize].name.clone(),
            Term::Opaque(id) => format!("opaque {id}"),
        }
    }

    fn affine(&self, affine: &Affine) -> String {
        spell::poly(&Poly::from_affine(affine), |term| self.term(term))
    }

    fn sum(&self, sum: &Sum) -> String {
        let monomial =
            |(product, c): &(Vec<_>, i64)| Poly::monomial(product.iter().copied().map(Term::Symbol).collect(), *c);
        let poly = sum.iter().map(monomial).try_fold(Poly::default(), |sum, term| sum.add(&term));
        poly.map_or_else(|| "?".into(), |poly| spell::poly(&poly, |term| self.term(term)))
    }

    fn affines(&self, all: &[Affine]) -> String {
        all.iter().map(|affine| self.affine(affine)).collect::<Vec<_>>().join(", ")
    }

    fn nodes(&mut self, nodes: &[Node], depth: usize) -> fmt::Result {
        nodes.iter().try_for_each(|node| self.node(node, depth))
    }

    fn node(&mut self, node: &Node, depth: usize) -> fmt::Result {
        let pad = "  ".repeat(depth);
        match node {
            Node::Loop(id, body) => {
                let entry = &self.nest.loops[id.0 as usize];
                let store = entry.store_index.map_or(String::new(), |view| format!(" store %{}", view.0));
                let (index, lower, upper) =
                    (self.term(Term::Loop(*id)), self.affines(&entry.lower), self.affines(&entry.upper));
                let shift = entry.shift.as_ref();
                let shift = shift.map_or(String::new(), |it| format!(" + ({}) mod {}", self.affine(&it.of), it.by));
                writeln!(self.out, "{pad}for {index} = {lower}{shift} to {upper} step {}{store}", entry.step)?;
                self.nodes(body, depth + 1)
            }
            Node::AffineIf { cond, then, other, .. } => {
                let constraint = |c: &crate::plan::Constraint| {
                    let expr = self.affine(&c.expr);
                    match c.relation {
                        Relation::NonNegative => format!("{expr} >= 0"),
                        Relation::Zero => format!("{expr} == 0"),
                        Relation::Multiple(number) => format!("({expr}) mod {number} == 0"),
                    }
                };
                let cond = cond.iter().map(constraint).collect::<Vec<_>>().join(" and ");
                writeln!(self.out, "{pad}if affine {cond}")?;
                self.branches(then, other, depth)
            }
            Node::If { cond, then, other, .. } => {
                writeln!(self.out, "{pad}if {}", spell::expr(self.unit, *cond))?;
                self.branches(then, other, depth)
            }
            Node::While { cond, body, inc, test_first, stop, .. } => {
                let word = if *test_first { "while" } else { "do while" };
                let inc = inc.map_or(String::new(), |inc| format!(" then {}", spell::expr(self.unit, inc)));
                let cond = cond.map_or(String::new(), |cond| format!(" {}", spell::expr(self.unit, cond)));
                let stop = stop.map_or(String::new(), |stop| format!(" until flag {}", stop.0));
                writeln!(self.out, "{pad}{word}{cond}{inc}{stop}")?;
                self.nodes(body, depth + 1)
            }
            Node::Switch { cond, arms, .. } => {
                writeln!(self.out, "{pad}switch {}", spell::expr(self.unit, *cond))?;
                arms.iter().try_for_each(|arm| self.arm(arm, depth + 1))
            }
            Node::Flag(flag) => writeln!(self.out, "{pad}flag {}", flag.0),
            Node::Set(flag) => writeln!(self.out, "{pad}set flag {}", flag.0),
            Node::Unless(flag, body) => {
                writeln!(self.out, "{pad}unless flag {}", flag.0)?;
                self.nodes(body, depth + 1)
            }
            Node::Expr(e) => writeln!(self.out, "{pad}{}", spell::expr(self.unit, *e)),
            Node::Declare(decl) => {
                let init = self
                    .unit
                    .decl(*decl)
                    .init
                    .map_or(String::new(), |init| format!(" = {}", spell::expr(self.unit, init)));
                writeln!(self.out, "{pad}declare {}{init}", self.unit.decl(*decl).name)
            }
        }
    }

    fn arm(&mut self, arm: &Arm, depth: usize) -> fmt::Result {
        let value = |&(low, high): &(i64, i64)| match low == high {
            true => low.to_string(),
            false => format!("{low}..={high}"),
        };
        let values = arm.values.iter().map(value).collect::<Vec<_>>().join(", ");
        let but = if arm.is_for_others { "all but " } else { "" };
        writeln!(self.out, "{}case {but}{values}", "  ".repeat(depth))?;
        self.nodes(&arm.body, depth + 1)
    }

    fn branches(&mut self, then: &[Node], other: &[Node], depth: usize) -> fmt::Result {
        self.nodes(then, depth + 1)?;
        if !other.is_empty() {
            writeln!(self.out, "{}else", "  ".repeat(depth))?;
            self.nodes(other, depth + 1)?;
        }
        Ok(())
    }
}
