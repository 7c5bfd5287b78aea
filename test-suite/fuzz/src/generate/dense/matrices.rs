//! The arrays of a dense nest, and what is done to their elements before it. Never accesses what lies outside of them.

use rand::Rng;

use super::headers::counted;
use super::*;

impl Generator {
    /// Accesses of the target and two factors with these subscripts, or nearly these.
    pub(super) fn operands(&mut self, scope: &Scope, subscripts: [Vec<Affine>; 3]) -> Option<[Access; 3]> {
        let [target, left, right] = subscripts.map(|forms| self.near(scope, forms));
        let ranks = [&target, &left, &right].map(Vec::len);
        // Which of the three are one array.
        let mut shared = match self.rng.random_range(0..24) {
            0..=1 => [0, 0, 2],
            2..=3 => [0, 1, 0],
            4 => [0, 0, 0],
            5..=8 => [0, 1, 1],
            _ => [0, 1, 2],
        };
        if (0..3).any(|it| ranks[it] != ranks[shared[it]]) {
            shared = [0, 1, 2];
        }
        let types = self.dense_types();
        let all = [target, left, right];
        let mut arrays: Vec<ArrayId> = Vec::new();
        for (place, elem) in types.into_iter().enumerate() {
            let same: Vec<&[Affine]> = (0..3).filter(|it| shared[*it] == place).map(|it| &all[it][..]).collect();
            let array = match shared[place] == place {
                true => self.matrix(scope, elem, &same)?,
                false => arrays[shared[place]],
            };
            arrays.push(array);
        }
        let mut arrays = arrays.into_iter();
        Some(all.map(|forms| access(arrays.next().expect("there are three"), forms)))
    }

    /// The subscripts, now and then transposed or some elements further on.
    fn near(&mut self, scope: &Scope, mut forms: Vec<Affine>) -> Vec<Affine> {
        if let [.., a, b] = &mut forms[..]
            && self.chance(28)
        {
            std::mem::swap(a, b);
        }
        for form in &mut forms {
            if self.chance(10) {
                let moved = form.plus(self.pick(&[1, 1, 2, 3, -1]));
                if scope.interval(&self.function, &moved).is_some_and(|range| range.low >= 0) {
                    *form = moved;
                }
            }
        }
        forms
    }

    /// The types of the target and two factors; never a float where an integer is accumulated.
    fn dense_types(&mut self) -> [Elem; 3] {
        let sum = self.dense_elem();
        let left = if self.chance(20) { self.narrower(sum) } else { sum };
        let right = match self.rng.random_range(0..10) {
            0..=6 => left,
            7..=8 => sum,
            _ => self.narrower(sum),
        };
        [sum, left, right]
    }

    pub(super) fn dense_elem(&mut self) -> Elem {
        match self.rng.random_range(0..20) {
            0..=8 if self.halves => Elem::F16,
            0..=11 if self.has_complex => self.complex_elem(),
            0..=8 => Elem::F64,
            9..=12 => Elem::F32,
            13..=14 => Elem::I32,
            15 => Elem::I64,
            16 => self.pick(&[Elem::U32, Elem::U64]),
            _ => self.any_elem(),
        }
    }

    fn narrower(&mut self, elem: Elem) -> Elem {
        match elem {
            Elem::C64 => self.pick(&[Elem::C32, Elem::F64, Elem::F64, Elem::F32, Elem::I32]),
            Elem::C32 => self.pick(&[Elem::F32, Elem::F32, Elem::I16]),
            Elem::F64 => self.pick(&[Elem::F32, Elem::F32, Elem::I32]),
            Elem::F32 => self.pick(&[Elem::I16, Elem::U8]),
            Elem::I64 => self.pick(&[Elem::I32, Elem::I32, Elem::I16]),
            Elem::U64 => self.pick(&[Elem::U32, Elem::U8]),
            Elem::I32 => self.pick(&[Elem::I16, Elem::I8, Elem::U8]),
            Elem::U32 => self.pick(&[Elem::U16, Elem::U8]),
            Elem::I8 | Elem::U8 | Elem::I16 | Elem::U16 | Elem::F16 => elem,
        }
    }

    /// An array of the type in which all of these elements lie: an old one, or a new one that is not much larger.
    pub(super) fn matrix(&mut self, scope: &Scope, elem: Elem, all: &[&[Affine]]) -> Option<ArrayId> {
        let rank = all.first()?.len();
        let holds = |id: &ArrayId| {
            let array = &self.function.arrays[*id];
            let is_open = !matches!(array.form, Form::Local { .. } | Form::Cells) && array.elem == elem;
            let inside = |forms: &&[Affine]| bounds::check_access(&self.function, scope, &access(*id, forms.to_vec()));
            is_open && array.extents.len() == rank && all.iter().all(inside)
        };
        let old: Vec<ArrayId> = (0..self.function.arrays.len()).filter(holds).collect();
        if let Some(&array) = old.choose(&mut self.rng)
            && self.chance(35)
        {
            return Some(array);
        }
        let mut extents = Vec::new();
        for dimension in 0..rank {
            let ranges = all.iter().map(|forms| scope.interval(&self.function, &forms[dimension]));
            let last = ranges.map(|range| range.map(|it| it.high)).collect::<Option<Vec<i64>>>()?;
            extents.push(self.extent_from(last.into_iter().max()? + 1));
        }
        let array = self.new_matrix(elem, extents);
        self.function.arrays.push(array);
        Some(self.function.arrays.len() - 1)
    }

    fn new_matrix(&mut self, elem: Elem, extents: Vec<Extent>) -> Array {
        use Form::{Global, Linear, Member, Rows, Vla};
        let any = [Vla, Vla, Vla, Vla, Linear, Linear, Linear, Global, Global, Global, Member];
        let form = match self.matrices.filter(|_| self.rng.random_ratio(85, 100)) {
            Some(form) => form,
            None if extents.len() > 1 && self.chance(4) => Rows(Order::Forward),
            None => self.pick(&any),
        };
        let often = if form == Linear { 25 } else { 45 };
        let restrict = matches!(form, Vla | Linear) && self.chance(often);
        Array { restrict, ..Array::new(elem, extents, form) }
    }

    /// An extent of at least `least`.
    fn extent_from(&mut self, least: i64) -> Extent {
        let Function { n, m, .. } = self.function;
        let near = |size: i64| least <= size && size <= least + 2;
        match self.rng.random_range(0..10) {
            0..=8 if n == least => Extent::N,
            0..=8 if m == least => Extent::M,
            0..=5 if near(n) => Extent::N,
            0..=5 if near(m) => Extent::M,
            0..=7 if n < least && least <= n + 3 => Extent::Above(least - n),
            _ => Extent::Fixed(least + self.pick(&[0, 0, 0, 1, 3])),
        }
    }

    /// Makes the elements of an array of floats so small that their products are smaller. Arrays from `first` on hold
    /// what the program begins with.
    pub(super) fn made_small(&mut self, array: ArrayId, first: ArrayId, diagonal: Diagonal) -> Stmt {
        let Array { elem, extents, .. } = self.function.arrays[array].clone();
        let vars: Vec<VarId> = extents.iter().map(|_| self.dense_variable()).collect();
        let target = access(array, vars.iter().map(|var| Affine::var(*var)).collect());
        let number = |value: i64| Box::new(Expr::Literal(elem, 4 * value));
        let value = if array >= first && self.chance(60) {
            Expr::Load(target.clone())
        } else {
            let terms = vars.iter().zip([3, 5, 7]).map(|(var, factor)| (factor, Atom::Var(*var))).collect();
            let pattern = Expr::Form(Affine { constant: 0, terms });
            let low = Expr::Binary(Binary::And, Elem::I32, Box::new(pattern), Box::new(Expr::Literal(Elem::I32, 31)));
            Expr::Binary(Binary::Sub, elem, Box::new(Expr::Convert(elem, Box::new(low))), number(13))
        };
        let value = Expr::Binary(Binary::Div, elem, Box::new(value), number(2048));
        let mut body = vec![Stmt::Store { target, update: Update::Set, value }];
        for (place, extent) in extents.into_iter().enumerate().rev() {
            let upper = match extent {
                Extent::N => Affine::atom(Atom::N, 0),
                Extent::M => Affine::atom(Atom::M, 0),
                Extent::Above(more) => Affine::atom(Atom::N, more),
                Extent::Fixed(size) => Affine::constant(size),
            };
            if place == 0 && diagonal == Diagonal::Large {
                let target = access(array, vars.iter().map(|_| Affine::var(vars[0])).collect());
                body.push(Stmt::Store { target, update: Update::Add, value: *number(16) });
            }
            body = vec![counted(vars[place], Affine::constant(0), upper, body)];
        }
        body.remove(0)
    }
}

pub(super) fn access(array: ArrayId, forms: Vec<Affine>) -> Access {
    Access { array, subscripts: forms.into_iter().map(Subscript::Affine).collect() }
}
