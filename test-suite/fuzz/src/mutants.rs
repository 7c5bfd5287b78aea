//! Errors that are planted into a copy of the compiler to see whether random programs find them. Never part of the product.
//!
//! An error replaces one expression. All are planted at once; `RADDLE_MUTANT` in the environment says which one is in
//! effect, so that one build serves for all.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::print::Files;
use crate::tree::Numerics;

/// The variable that names the error in effect.
pub const SELECTOR: &str = "RADDLE_MUTANT";

/// An expression of the sources and what may stand there instead.
pub struct Place {
    pub file: &'static str,
    /// Text that occurs once, with the expression between `«` and `»`.
    pub text: &'static str,
    /// Names and wrong expressions.
    pub mutants: &'static [(&'static str, &'static str)],
}

const KERNEL: &str = "lowering/gpu/src/kernel.rs";
const DEPENDENCE: &str = "lowering/poly/src/analysis/dependence.rs";
const PRIVATIZE: &str = "lowering/poly/src/analysis/privatize.rs";
const ANALYSIS: &str = "lowering/poly/src/analysis.rs";
const RANGES: &str = "lowering/region/src/ranges.rs";
const VIEWS: &str = "lowering/region/src/views.rs";
const REDUCE: &str = "lowering/region/src/reduce.rs";
const REDUCTIONS: &str = "lowering/region/src/reductions.rs";

/// Errors in what `--fp reproducible` does: only its programs can show them.
const REPRODUCIBLE: &[&str] = &["trees of floats are left out without a workspace"];

/// What programs have to be compared with for the error to show.
pub fn numerics(name: &str) -> Numerics {
    if REPRODUCIBLE.contains(&name) { Numerics::Reproducible } else { Numerics::Strict }
}

/// Errors in what is done with several files.
const TWO_FILES: &[&str] = &[];

/// How many files the programs have that may show the error.
pub fn files(name: &str) -> Files {
    if TWO_FILES.contains(&name) { Files::Two } else { Files::One }
}

pub const PLACES: &[Place] = &[
    Place {
        file: KERNEL,
        text: "b.cmpi(«CmpI::Slt», *id, *extent)",
        mutants: &[("the guard of work items lets one more pass", "CmpI::Sle")],
    },
    Place {
        file: KERNEL,
        text: "let below = b.cmpi(CmpI::Slt, «iv», copy.1);",
        mutants: &[("the guard of triangular loops is gone", "copy.0")],
    },
    Place {
        file: KERNEL,
        text: "let scaled = if «dim.step == 1» {",
        mutants: &[("the step is left out of lower + step * id", "true")],
    },
    Place {
        file: KERNEL,
        text: "let id = ids[«dims.len() - 1 - number»];",
        mutants: &[("the innermost loop is not on x", "number")],
    },
    Place {
        file: RANGES,
        text: "trips(b, lower, b.addi(last, «b.constant_index(1)»), step)",
        mutants: &[("the hull is one iteration short", "b.constant_index(0)")],
    },
    Place {
        file: "lowering/gpu/src/transfers.rs",
        text: "if range.flags & «flags::OVERWRITTEN» == 0 {",
        mutants: &[("what is written in part is not copied in", "flags::WRITE")],
    },
    Place {
        file: DEPENDENCE,
        text: "pairs.filter(|&(a, b)| «self.is_write(a) || self.is_write(b)»)",
        mutants: &[
            ("write after read is no dependence", "self.is_write(a)"),
            ("write after write is no dependence", "self.is_write(a) != self.is_write(b)"),
        ],
    },
    Place {
        file: DEPENDENCE,
        text: "if from != to && «self.any_dependence(id, sources, sinks, ignore)» {",
        mutants: &[(
            "distribution: backward dependences do not count",
            "from < to && self.any_dependence(id, sources, sinks, ignore)",
        )],
    },
    Place {
        file: ANALYSIS,
        text: "«pairs.order_lt(Dim::In, depth, Dim::Out, depth)»",
        mutants: &[("iterations are compared the wrong way", "pairs.order_gt(Dim::In, depth, Dim::Out, depth)")],
    },
    Place {
        file: ANALYSIS,
        text: "if «!self.access(a).certain || !self.is_affine(a) || self.branches(a).any(|branch| !branch.accesses.contains(&b))»\n",
        mutants: &[("privatization: conditional writes are certain", "!self.is_affine(a)")],
    },
    Place {
        file: PRIVATIZE,
        text: "if «item.live_out && item.local_to.is_none()» {",
        mutants: &[("nothing is live after a nest", "false")],
    },
    Place {
        file: PRIVATIZE,
        text: "Ok(«self.last_iteration_writes_all(id, &inside)?».ok_or(Obstacle::LiveAfter(reader)))",
        mutants: &[("the last iteration is taken to write all", "Some(CopyOut::LastIteration)")],
    },
    Place {
        file: RANGES,
        text: "!apart(a) && !apart(b) && «unknown(&a.range, &b.range) && written(&a.range, &b.range)»)",
        mutants: &[("split loops are not checked for overlap", "false")],
    },
    Place {
        file: RANGES,
        text: "(lo, b.addi(hi, «b.constant_index(view.elem_bytes)»))",
        mutants: &[("the last element of a range is not copied", "b.constant_index(0)")],
    },
    Place {
        file: RANGES,
        text: "old.range.hi = «b.binary(\"arith.maxsi\", old.range.hi, new.range.hi)»;",
        mutants: &[("the range of one pointer is that of its first view", "old.range.hi")],
    },
    Place {
        file: VIEWS,
        text: "true => «!a.other_field(b)»,",
        mutants: &[("views of one pointer never share", "false")],
    },
    Place {
        file: VIEWS,
        text: "merged.faithful &= «it.faithful && it.views.iter().all(|other| same_array(view, other))»;",
        mutants: &[("views of different shape are one array", "true")],
    },
    Place {
        file: "lowering/region/src/extract.rs",
        text: "Some(it) if negate => inner.guard.push(«format!(\"not ({it})\")»),",
        mutants: &[("an else branch is analysed under the condition", "format!(\"({it})\")")],
    },
    Place {
        file: "lowering/region/src/partials.rs",
        text: "(Operator::Min(Order::Signed), _) => «b.constant_int(self.elem, i64::MAX >> unused)»,",
        mutants: &[("partial minima start at zero", "b.constant_int(self.elem, 0)")],
    },
    Place {
        file: REDUCE,
        text: "    «blocks.rest(&behind, rows)»;",
        mutants: &[("iterations that fill no row of items are left out", "None")],
    },
    Place {
        file: REDUCE,
        text: "FloatOrder::Source => «Err(\"--fp reproducible would run it in parallel\".into())»,",
        mutants: &[("sums of floats follow a tree in strict programs", "Ok(())")],
    },
    Place {
        file: REDUCE,
        text: "    if «plan.is_tree» {\n        let b = rest_of_tree",
        mutants: &[("trees of floats are left out without a workspace", "false")],
    },
    Place {
        file: REDUCTIONS,
        text: "let alike = statements.iter().all(|it| «it.operator == operator»);",
        mutants: &[("reductions by two operators are one", "true")],
    },
    Place {
        file: REDUCTIONS,
        text: "let complete = «analysis.apart(id, &own, &terms)»;",
        mutants: &[("other uses of what is reduced do not count", "true")],
    },
    Place {
        file: "lowering/region/src/atomics.rs",
        text: ".filter(|(update, width)| «self.target.has(*update, *width)»);",
        mutants: &[("elements of any width are updated atomically", "true")],
    },
    Place {
        file: "lowering/region/src/updates.rs",
        text: "Update::Xor => (\"xor\", 15, «6»),",
        mutants: &[("atomic xor is or on CPU threads", "5")],
    },
    Place {
        file: "lowering/c/src/raise/induction.rs",
        text: "|at| Use { at, path: self.path.clone(), offset: «sum.constant» });",
        mutants: &[("steps before a use in the same iteration do not count", "0")],
    },
    Place {
        file: "lowering/c/src/raise/induction.rs",
        text: "it.offset = it.offset.checked_add(«sum.constant»)?;",
        mutants: &[("steps before an inner loop do not count in it", "0")],
    },
    Place {
        file: "lowering/c/src/raise/closed_form.rs",
        text: "let more = if includes_bound { «step» } else { step - 1 };",
        mutants: &[("loops to and including their bound step once less", "step - 1")],
    },
    Place {
        file: "lowering/region/src/math_code.rs",
        text: "self.unary(«\"math.roundeven\"»)",
        mutants: &[("rint takes halves away from zero", "\"math.round\"")],
    },
    Place {
        file: "lowering/math/src/modulo.rs",
        text: "result);\n    valid(a, x, y, «result.copysign(x)»)\n}\n\n/// x - n y",
        mutants: &[("fmod forgets the sign", "result")],
    },
    Place {
        file: "backends/runtime/src/ranges.rs",
        text: ".find(|other| «one.may_conflict(other) && one.overlaps(other)»)?",
        mutants: &[("the runtime finds all ranges disjoint", "false")],
    },
    Place {
        file: "backends/runtime/src/session.rs",
        text: "self.buffer.address.wrapping_add(«host.wrapping_sub(self.span.low as u64)»)",
        mutants: &[("pointers are translated without their offset", "0")],
    },
];

/// The names of all errors.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLACES.iter().flat_map(|place| place.mutants).map(|(name, _)| *name)
}

/// Plants all errors into the sources under `tree`.
pub fn plant(tree: &Path) -> Result<()> {
    for place in PLACES {
        let path = tree.join(place.file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        std::fs::write(&path, place.planted(&text)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

impl Place {
    /// The source with the choice among the right and the wrong expressions.
    fn planted(&self, source: &str) -> Result<String> {
        let (before, after, expression) = self.parts()?;
        let right = format!("{before}{expression}{after}");
        if source.matches(&right).count() != 1 {
            bail!("{} does not have this once: {right}", self.file);
        }
        let wrong: String = self
            .mutants
            .iter()
            .map(|(name, text)| {
                let selected = format!("std::env::var_os({SELECTOR:?}).is_some_and(|it| it == {name:?})");
                format!("if {selected} {{ {text} }} else ")
            })
            .collect();
        Ok(source.replacen(&right, &format!("{before}({wrong}{{ {expression} }}){after}"), 1))
    }

    /// What stands before and after the expression, and the expression.
    fn parts(&self) -> Result<(&str, &str, &str)> {
        let (before, rest) = self.text.split_once('«').context("an expression is marked")?;
        let (expression, after) = rest.split_once('»').context("an expression ends")?;
        Ok((before, after, expression))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_error_has_its_place_in_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for place in PLACES {
            let source = std::fs::read_to_string(root.join(place.file)).unwrap();
            let planted = place.planted(&source).unwrap();
            assert!(planted.contains(place.mutants[0].1) && planted != source, "{}", place.file);
        }
        assert_eq!(names().collect::<HashSet<_>>().len(), names().count(), "names tell errors apart");
        assert!(REPRODUCIBLE.iter().all(|name| names().any(|it| it == *name)));
    }

    #[test]
    fn a_place_that_is_not_there_is_an_error() {
        let place = Place { file: "a.rs", text: "f(«x»)", mutants: &[("name", "y")] };
        assert!(place.planted("g(x)").is_err());
        assert!(place.planted("f(x) + f(x)").is_err());
        let planted = place.planted("1 + f(x)").unwrap();
        assert_eq!(
            planted,
            "1 + f((if std::env::var_os(\"RADDLE_MUTANT\").is_some_and(|it| it == \"name\") { y } else { x }))"
        );
    }
}
