//! The table of all instruction forms that the machine accepts, one row each, with its section of the PTX ISA 9.0 and
//! what it does. A form without a row is refused when a module is read. Nothing else knows a semantics: the
//! interpreter moves operands and asks the row.
//!
//! A form may name alternatives that make no difference here: `[.a|.b]` for one or none, `(.a|.b)` for one of them.
//! Threads run one after the other and memory is never reordered, so scopes and orders beyond "strong" do nothing.

mod compare;
mod control;
mod convert;
mod float;
mod integer;
mod logic;
mod memory;
mod transfer;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::types::{Type, Width};

/// Results from the bits of up to four operands. An error says why the ISA leaves the result open.
pub type ValueFn = fn([u64; 4]) -> Result<u64, &'static str>;
/// The new content of memory from where it is, the old content and up to two operands.
pub type AtomicFn = fn(Space, u64, u64, u64) -> u64;
/// The predicates of the lower and the upper halves of two operands.
pub type PairFn = fn(u64, u64) -> [bool; 2];
/// The result and the new carry from two operands and the old carry.
pub type CarryFn = fn(u64, u64, bool) -> (u64, bool);

#[derive(Debug)]
pub struct Row {
    /// Number and name.
    pub section: &'static str,
    pub form: String,
    pub does: Does,
    /// The ISA bounds the error only.
    pub approximate: bool,
    pub fit: Fit,
}

/// Which registers an operand of a type may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Exact,
    /// Loads, stores and conversions admit wider registers (9.4.1).
    OrWider,
}

impl Fit {
    pub fn admits(self, register: Width, ty: Type) -> bool {
        match self {
            Self::Exact => register == ty.width(),
            Self::OrWider => register >= ty.width() && (register == Width::Pred) == (ty == Type::Pred),
        }
    }
}

/// Index of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowId(pub u16);

/// What an instruction does.
#[derive(Debug, Clone, Copy)]
pub enum Does {
    /// Writes what a function of its operands says.
    Value {
        out: Type,
        args: &'static [Type],
        value: ValueFn,
    },
    /// Copies a register, constant, special register or address of a variable.
    Move(Type),
    /// `{low, high}` to one register, and back.
    Split(Type),
    Select(Type),
    /// Compares the halves of two `.b32` registers: `p|q`.
    ComparePair(PairFn),
    /// Extended precision, with the condition code register.
    Carry {
        ty: Type,
        takes_carry: bool,
        value: CarryFn,
    },
    /// Between addresses of a space and generic ones.
    ConvertAddress {
        space: Space,
        to: Target,
    },
    Load {
        access: Access,
        lanes: u8,
    },
    Store {
        access: Access,
        lanes: u8,
    },
    Atomic {
        access: Access,
        /// Operands beside the address.
        operands: u8,
        update: AtomicFn,
    },
    Branch,
    BranchIndexed,
    Call,
    Return,
    Exit,
    Trap,
    Barrier(Alignment),
    Fence,
    Shuffle(Shuffle),
    Vote(Vote),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub space: Space,
    pub ty: Type,
    pub strength: Strength,
}

/// State spaces, 5.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    Param,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Generic => "generic",
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Local => "local",
            Self::Const => "const",
            Self::Param => "param",
        })
    }
}

/// How an access relates to others of the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    Weak,
    /// Two strong operations do not race with each other (8.2.1 Data-races; narrower scopes than the grid are refused).
    Strong,
    /// A load of what must not change while the kernel runs.
    Constant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Generic,
    Space,
}

/// Must all threads of a warp wait at the same instruction?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    Aligned,
    Unaligned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

pub struct Table {
    rows: Vec<Row>,
    by_form: HashMap<String, Vec<RowId>>,
}

/// All rows.
pub static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { rows: Vec::new(), by_form: HashMap::new() };
    integer::add_rows(&mut table);
    float::add_rows(&mut table);
    compare::add_rows(&mut table);
    logic::add_rows(&mut table);
    convert::add_rows(&mut table);
    transfer::add_rows(&mut table);
    memory::add_rows(&mut table);
    control::add_rows(&mut table);
    table
});

impl Table {
    pub fn rows(&self) -> impl Iterator<Item = (RowId, &Row)> {
        self.rows.iter().enumerate().map(|(i, row)| (RowId(i as u16), row))
    }

    pub fn row(&self, id: RowId) -> &Row {
        &self.rows[usize::from(id.0)]
    }

    /// The rows of a form: more than one if operands decide.
    pub fn named(&self, form: &str) -> &[RowId] {
        self.by_form.get(form).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, section: &'static str, form: impl Into<String>, does: Does) {
        let (id, form) = (RowId(self.rows.len() as u16), form.into());
        for name in alternatives(&form) {
            self.by_form.entry(name).or_default().push(id);
        }
        let approximate = form.split('.').any(|it| it == "approx") || float::UNROUNDED.contains(&form.as_str());
        let fit = if section == convert::CVT { Fit::OrWider } else { Fit::Exact };
        self.rows.push(Row { section, form, does, approximate, fit });
    }
}

/// All forms that a pattern stands for.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find(['[', '(']) else { return vec![pattern.to_owned()] };
    let close = pattern[open..].find([']', ')']).map_or(pattern.len(), |at| open + at);
    let none = pattern[open..].starts_with('[').then_some("");
    let choices = none.into_iter().chain(pattern[open + 1..close].split('|'));
    let tails = alternatives(pattern.get(close + 1..).unwrap_or_default());
    choices.flat_map(|choice| tails.iter().map(move |tail| format!("{}{choice}{tail}", &pattern[..open]))).collect()
}

/// Adds a row whose result is a function of its operands: `value!(table, section, form, |a: T, b: T| -> T { a + b })`.
/// `partial!` is the same for a body that answers a `Result`.
macro_rules! value {
    ($table:expr, $section:expr, $form:expr, |$($arg:ident: $ty:ty),*| -> $out:ty $body:block) => {
        partial!($table, $section, $form, |$($arg: $ty),*| -> $out { Ok($body) })
    };
}

macro_rules! partial {
    ($table:expr, $section:expr, $form:expr, |$($arg:ident: $ty:ty),*| -> $out:ty $body:block) => {
        $table.add($section, $form, $crate::table::Does::Value {
            out: <$out as $crate::types::Value>::TYPE,
            args: const { &[$(<$ty as $crate::types::Value>::TYPE),*] },
            value: |operands| {
                let [$($arg,)* ..] = operands;
                $(let $arg = <$ty as $crate::types::Value>::of($arg);)*
                let result: Result<$out, &'static str> = $body;
                result.map(<$out as $crate::types::Value>::bits)
            },
        })
    };
}

/// Runs a block for each type: `each!((T, name) in [s16 s32] { ... })`.
macro_rules! each {
    (($T:ident, $name:ident) in [$($ty:ident)*] $body:block) => { $({
        #[allow(dead_code, reason = "some bodies need the name only")]
        type $T = $ty;
        let $name = stringify!($ty);
        $body
    })* };
}

use {each, partial, value};

/// PTX's names of Rust's integers, for the tables.
#[allow(non_camel_case_types, reason = "PTX's own names")]
mod names {
    pub type s8 = i8;
    pub type s16 = i16;
    pub type s32 = i32;
    pub type s64 = i64;
    pub type b16 = u16;
    pub type b32 = u32;
    pub type b64 = u64;
    pub type pred = bool;
    pub type f16 = crate::half::F16;
    pub type f16x2 = [f16; 2];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_their_alternatives() {
        assert_eq!(alternatives("ret"), ["ret"]);
        assert_eq!(alternatives("bra[.uni]"), ["bra", "bra.uni"]);
        assert_eq!(alternatives("a(.x|.y)[.z].b"), ["a.x.b", "a.x.z.b", "a.y.b", "a.y.z.b"]);
    }

    #[test]
    fn a_form_with_several_rows_is_told_apart_by_operands() {
        for (form, rows) in &TABLE.by_form {
            let moves = rows.iter().filter(|row| matches!(TABLE.row(**row).does, Does::Move(_) | Does::Split(_)));
            assert!(rows.len() == 1 || moves.count() == rows.len(), "{form} has {} rows", rows.len());
        }
    }

    #[test]
    fn sections_are_numbers_with_names() {
        for (_, row) in TABLE.rows() {
            let (number, name) = row.section.split_once(' ').unwrap_or_default();
            assert!(number.starts_with("9.7.") && !name.is_empty(), "{}: '{}'", row.form, row.section);
        }
    }
}
