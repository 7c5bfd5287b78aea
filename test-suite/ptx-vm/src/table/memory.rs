//! Rows of loads, stores and atomic operations (9.7.9.8, 9.7.9.9, 9.7.9.11, 9.7.13.5).

use super::float::flush;
use super::{Access, AtomicFn, Does, Space, Strength, Table};
use crate::types::{Type, Value};

const SPACES: [Space; 6] = [Space::Generic, Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param];

/// Strong accesses; a scope of `.cta` is refused, since it would not cover other blocks.
const STRONG_LOAD: &str = "(.volatile|.relaxed.gpu|.relaxed.sys|.acquire.gpu|.acquire.sys)";
const STRONG_STORE: &str = "(.volatile|.relaxed.gpu|.relaxed.sys|.release.gpu|.release.sys)";
const ORDER: &str =
    "[.relaxed.gpu|.relaxed.sys|.acquire.gpu|.acquire.sys|.release.gpu|.release.sys|.acq_rel.gpu|.acq_rel.sys]";

pub fn add_rows(t: &mut Table) {
    for space in SPACES {
        add_loads(t, space);
        if space != Space::Const {
            add_stores(t, space);
        }
    }
    for space in [Space::Generic, Space::Global, Space::Shared] {
        add_strong(t, space);
        add_atomics(t, space);
    }
    for (name, ty) in scalars(&["b8", "b16", "b32", "b64", "s8", "s16", "s32"]) {
        let access = Access { space: Space::Global, ty, strength: Strength::Constant };
        t.add("9.7.9.9 ld.global.nc", format!("ld.global.nc.{name}"), Does::Load { access, lanes: 1 });
    }
    for (lanes, name, ty) in vectors() {
        let access = Access { space: Space::Global, ty, strength: Strength::Constant };
        t.add("9.7.9.9 ld.global.nc", format!("ld.global.nc.v{lanes}.{name}"), Does::Load { access, lanes });
    }
}

/// The part of a form that names the space.
fn suffix(space: Space) -> String {
    if space == Space::Generic { String::new() } else { format!(".{space}") }
}

fn scalars<'a>(names: &'a [&'a str]) -> impl Iterator<Item = (&'a str, Type)> + 'a {
    names.iter().filter_map(|&name| Some((name, Type::named(name)?)))
}

/// At most 16 bytes.
fn vectors() -> impl Iterator<Item = (u8, &'static str, Type)> {
    let of = |lanes: u8, names: &'static [&'static str]| scalars(names).map(move |(name, ty)| (lanes, name, ty));
    of(2, &["b8", "b16", "b32", "b64"]).chain(of(4, &["b8", "b16", "b32"]))
}

fn add_loads(t: &mut Table, space: Space) {
    let at = suffix(space);
    let access = |ty| Access { space, ty, strength: Strength::Weak };
    for (name, ty) in scalars(&["b8", "b16", "b32", "b64", "s8", "s16", "s32"]) {
        t.add("9.7.9.8 ld", format!("ld{at}.{name}"), Does::Load { access: access(ty), lanes: 1 });
    }
    for (lanes, name, ty) in vectors() {
        t.add("9.7.9.8 ld", format!("ld{at}.v{lanes}.{name}"), Does::Load { access: access(ty), lanes });
    }
}

fn add_stores(t: &mut Table, space: Space) {
    let at = suffix(space);
    let access = |ty| Access { space, ty, strength: Strength::Weak };
    for (name, ty) in scalars(&["b8", "b16", "b32", "b64"]) {
        t.add("9.7.9.11 st", format!("st{at}.{name}"), Does::Store { access: access(ty), lanes: 1 });
    }
    for (lanes, name, ty) in vectors() {
        t.add("9.7.9.11 st", format!("st{at}.v{lanes}.{name}"), Does::Store { access: access(ty), lanes });
    }
}

fn add_strong(t: &mut Table, space: Space) {
    let at = suffix(space);
    for (name, ty) in scalars(&["b8", "b16", "b32", "b64"]) {
        let access = Access { space, ty, strength: Strength::Strong };
        t.add("9.7.9.8 ld", format!("ld{STRONG_LOAD}{at}.{name}"), Does::Load { access, lanes: 1 });
        t.add("9.7.9.11 st", format!("st{STRONG_STORE}{at}.{name}"), Does::Store { access, lanes: 1 });
    }
}

fn add_atomics(t: &mut Table, space: Space) {
    let at = suffix(space);
    let mut add = |name: &str, ty: &str, operands: u8, update: AtomicFn| {
        let Some(ty_bits) = Type::named(ty) else { return };
        let access = Access { space, ty: ty_bits, strength: Strength::Strong };
        t.add("9.7.13.5 atom", format!("atom{ORDER}{at}.{name}.{ty}"), Does::Atomic { access, operands, update });
    };
    // Memory and operands are bits of the type's width, zero above.
    add("add", "u32", 1, |_, old, b, _| u64::from((old as u32).wrapping_add(b as u32)));
    add("add", "u64", 1, |_, old, b, _| old.wrapping_add(b));
    add("add", "f32", 1, |space, old, b, _| add_f32(space, f32::of(old), f32::of(b)).bits());
    add("add", "f64", 1, |_, old, b, _| (f64::of(old) + f64::of(b)).bits());
    for ty in ["b32", "b64"] {
        add("and", ty, 1, |_, old, b, _| old & b);
        add("or", ty, 1, |_, old, b, _| old | b);
        add("xor", ty, 1, |_, old, b, _| old ^ b);
        add("exch", ty, 1, |_, _, b, _| b);
        add("cas", ty, 2, |_, old, b, c| if old == b { c } else { old });
    }
    add("min", "s32", 1, |_, old, b, _| (old as i32).min(b as i32).bits());
    add("max", "s32", 1, |_, old, b, _| (old as i32).max(b as i32).bits());
    add("min", "s64", 1, |_, old, b, _| (old as i64).min(b as i64).bits());
    add("max", "s64", 1, |_, old, b, _| (old as i64).max(b as i64).bits());
    for ty in ["u32", "u64"] {
        add("min", ty, 1, |_, old, b, _| old.min(b));
        add("max", ty, 1, |_, old, b, _| old.max(b));
    }
    add("inc", "u32", 1, |_, old, b, _| if old >= b { 0 } else { old + 1 });
    add("dec", "u32", 1, |_, old, b, _| if old == 0 || old > b { b } else { old - 1 });
}

/// In shared memory subnormal numbers count, elsewhere they are flushed to zero.
fn add_f32(space: Space, a: f32, b: f32) -> f32 {
    if space == Space::Shared { a + b } else { flush(flush(a) + flush(b)) }
}
