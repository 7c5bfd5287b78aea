//! The parallel discipline: which arrays and elements an iteration may touch.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::*;

impl Generator {
    pub(super) fn parallel_rules(&mut self) -> Rules {
        let shared = self.shared_arrays();
        let count = self.rng.random_range(1..=2);
        let mut reserved: Vec<ArrayId> = shared.choose_multiple(&mut self.rng, count).copied().collect();
        let rows = |id: &&ArrayId| matches!(self.function.arrays[**id].form, Form::Rows(_));
        if let Some(&rows) = shared.iter().find(rows)
            && self.chance(60)
        {
            // Whether rows lie apart is asked where they are written.
            reserved.retain(|id| *id != rows);
            reserved.insert(0, rows);
        }
        let updated = self.chance(15).then(|| self.updated_array());
        let shift = if self.chance(12) { self.pick(&[1, 1, 2, -1]) } else { 0 };
        let scratch = self.chance(12).then(|| self.scratch());
        let (is_seen, trusting) = (self.chance(10), self.chance(15));
        Rules {
            parallel: true,
            reserved,
            own: vec![],
            updated,
            is_seen,
            trusting,
            shift,
            scratch,
            stepped: None,
            sums: vec![],
        }
    }

    /// Steps of unsigned integers wrap, so that they may be written as they are.
    pub(super) fn stepped_scalar(&mut self, scope: &Scope) -> Option<Stepped> {
        let is_unsigned = |it: &ScalarId| matches!(self.function.scalars[*it], Elem::U32 | Elem::U64);
        let all: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(is_unsigned).collect();
        let scalar = all.choose(&mut self.rng).copied().filter(|_| self.chance(60))?;
        Some(Stepped { scalar, often: self.pick(&[30, 70]) })
    }

    pub(super) fn scratch(&mut self) -> Scratch {
        let (elem, size) = (self.elem(), self.rng.random_range(3..=8));
        let form = self.pick(&[Form::Global, Form::Linear]);
        self.function.arrays.push(Array::new(elem, vec![Extent::Fixed(size)], form));
        Scratch { array: self.function.arrays.len() - 1, is_written: false }
    }

    /// A loop over the scratch array, or over a part of it that depends on the loop around.
    pub(super) fn fill_scratch(&mut self, scope: &Scope, array: ArrayId, rules: &Rules, outer: VarId) -> Option<Stmt> {
        let var = self.next_var;
        self.next_var += 1;
        let size = self.function.elements(array);
        let (mut lower, mut upper) = (Affine::constant(0), Affine::constant(size));
        match self.rng.random_range(0..8) {
            0 => upper.terms.push((-1, Atom::Var(outer))),
            1 => lower = Affine::atom(Atom::Var(outer), 0),
            2 => upper.constant -= 1,
            _ => {}
        }
        let body = vec![];
        let mut lp = Loop {
            var,
            index: Index::Int,
            lower,
            upper,
            colour: None,
            step: 1,
            named: false,
            test: Test::Strict,
            outside: None,
            body,
        };
        let inner = bounds::inside_checked(&self.function, scope, &lp)?;
        let target = Access { array, subscripts: vec![Subscript::Affine(Affine::var(var))] };
        if !bounds::check_access(&self.function, &inner, &target) {
            return None;
        }
        let value = self.expr(&inner, rules, self.function.arrays[array].elem, 2);
        let store = Stmt::Store { target, update: Update::Set, value };
        let condition = match self.rng.random_range(0..10) {
            0..=1 => Some(self.less(&inner, rules)),
            2 => Some(self.guard(&inner, rules, &[outer, var])),
            _ => None,
        };
        lp.body.push(match condition {
            Some(condition) => Stmt::If { condition, then: vec![store], otherwise: vec![] },
            None => store,
        });
        Some(Stmt::For(lp))
    }

    /// A new array of integers, and an operator whose updates commute.
    pub(super) fn updated_array(&mut self) -> (ArrayId, Update) {
        let elem = self.pick(&[Elem::I32, Elem::U32, Elem::I64, Elem::U64, Elem::I16]);
        let rank = self.pick(&[1, 1, 2]);
        let extents = (0..rank).map(|_| Extent::Fixed(self.rng.random_range(3..=12))).collect();
        self.function.arrays.push(Array::new(elem, extents, Form::Global));
        (self.function.arrays.len() - 1, self.pick(&[Update::Add, Update::Sub, Update::Xor, Update::Max]))
    }

    /// An element that no other iteration of the loops in its subscripts touches.
    pub(super) fn own_target(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Access {
        let array = self.pick(&rules.reserved);
        if let Some(own) = rules.own.iter().find(|own| own.array == array) {
            return own.clone();
        }
        // Mostly outer loops first; now and then transposed, or a loop left out, which then carries something.
        let mut order = vars.to_vec();
        if self.chance(15) {
            order.shuffle(&mut self.rng);
        }
        let mut subscripts = Vec::new();
        for &extent in &self.function.arrays[array].extents {
            let fits = |var: &VarId| {
                let range = scope.interval(&self.function, &Affine::var(*var));
                range.is_some_and(|range| range.low >= 0 && range.high < self.function.extent(extent))
            };
            let form = match order.iter().position(fits) {
                Some(place) => Affine::var(order.remove(place)),
                None => Affine::default(),
            };
            subscripts.push(Subscript::Affine(form));
        }
        let access = Access { array, subscripts };
        rules.own.push(access.clone());
        access
    }

    pub(super) fn shared_arrays(&self) -> Vec<ArrayId> {
        (0..self.function.arrays.len()).filter(|&id| !self.function.arrays[id].form.is_local()).collect()
    }

    /// May an expression read the array?
    pub(super) fn may_read(&self, rules: &Rules, array: ArrayId) -> bool {
        let settled = rules.own.iter().any(|own| own.array == array);
        let updated = !rules.is_seen && rules.updated.is_some_and(|updated| updated.0 == array);
        let waits = rules.scratch.is_some_and(|scratch| scratch.array == array && !scratch.is_written);
        let clashes = |other: ArrayId| {
            other == array || !rules.trusting && self.function.memory(other) == self.function.memory(array)
        };
        settled || !updated && !waits && !rules.reserved.iter().any(|&other| clashes(other))
    }
}
