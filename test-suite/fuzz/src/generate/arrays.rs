//! The arrays of a function.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::*;

impl Generator {
    pub(super) fn array(&mut self) {
        let forms = [Form::Vla, Form::Vla, Form::Linear, Form::Linear, Form::Global, Form::Record, Form::Member];
        let form = self.pick(&forms);
        if self.chance(7) {
            let extents = vec![self.extent()];
            return self.function.arrays.push(Array::new(Elem::I32, extents, Form::Cells));
        }
        let is_vector = |id: &ArrayId| {
            let array = &self.function.arrays[*id];
            matches!(array.form, Form::Linear | Form::Cells) && array.extents.len() == 1
        };
        let vectors: Vec<ArrayId> = (0..self.function.arrays.len()).filter(is_vector).collect();
        if !vectors.is_empty() && self.chance(35) {
            let of = self.pick(&vectors);
            let form = Form::Overlap { of, offset: self.overlap() };
            let Array { elem, extents, .. } = self.function.arrays[of].clone();
            return self.function.arrays.push(Array::new(elem, extents, form));
        }
        let linear = |id: &ArrayId| self.function.arrays[*id].form == Form::Linear;
        let linear: Vec<ArrayId> = (0..self.function.arrays.len()).filter(linear).collect();
        // One of the same shape, whose memory another call may give to both.
        if !linear.is_empty() && self.chance(20) {
            let of = self.pick(&linear);
            return self.function.arrays.push(self.function.arrays[of].clone());
        }
        let rows = |id: &ArrayId| matches!(self.function.arrays[*id].form, Form::Rows(_));
        let rows: Vec<ArrayId> = (0..self.function.arrays.len()).filter(rows).collect();
        if !rows.is_empty() && self.chance(30) {
            let of = self.pick(&rows);
            let form = Form::Overlap { of, offset: self.overlap() };
            let (elem, extents) = (self.function.arrays[of].elem, vec![self.extent()]);
            return self.function.arrays.push(Array::new(elem, extents, form));
        }
        let is_matrix = |id: &ArrayId| {
            self.function.arrays[*id].form == Form::Linear && self.function.arrays[*id].extents.len() > 1
        };
        let matrices: Vec<ArrayId> = (0..self.function.arrays.len()).filter(is_matrix).collect();
        if !matrices.is_empty() && self.chance(25) {
            let of = self.pick(&matrices);
            let (elem, size) = (self.function.arrays[of].elem, self.function.elements(of));
            let form = Form::Flat { of };
            return self.function.arrays.push(Array::new(elem, vec![Extent::Fixed(size)], form));
        }
        let rank = self.pick(&[1, 1, 2, 2, 2, 3]);
        let mut extents: Vec<Extent> = (0..rank).map(|_| self.extent()).collect();
        if form == Form::Record {
            extents = vec![Extent::N];
            if self.chance(40) {
                extents.push(Extent::Fixed(self.rng.random_range(2..=4)));
            }
        }
        let elem = self.elem();
        let form = match form {
            Form::Vla | Form::Global if extents.len() > 1 && self.chance(30) => Form::Rows(self.row_order()),
            form => form,
        };
        self.function.arrays.push(Array::new(elem, extents, form));
    }

    /// How far behind another array one begins; often there, so that both are one array.
    fn overlap(&mut self) -> i64 {
        if self.chance(40) { 0 } else { self.rng.random_range(1..=6) }
    }

    /// Who calls the function: mostly one call of external linkage.
    pub(super) fn calls_of_it(&mut self) -> Calls {
        let mut aliases = Vec::new();
        for array in 0..self.function.arrays.len() {
            aliases.extend((0..self.function.arrays.len()).map(|by| Alias { array, by }));
        }
        let stays_defined =
            |alias: &Alias| bounds::check(&Function { calls: Calls::Twice(*alias), ..self.function.clone() });
        aliases.retain(|alias| self.function.is_alias(*alias) && stays_defined(alias));
        match (self.rng.random_range(0..10), aliases.choose(&mut self.rng)) {
            (0..=1, _) => Calls::Static,
            (2..=3, Some(alias)) => Calls::Twice(*alias),
            (4, Some(alias)) => Calls::Pointer(*alias),
            (5, Some(alias)) => Calls::Recursive(*alias),
            (4..=7, _) => self.smaller_call().unwrap_or(Calls::Once),
            _ => Calls::Once,
        }
    }

    /// A second call with sizes that the function also means something with; they may be zero.
    fn smaller_call(&mut self) -> Option<Calls> {
        let Function { n, m, .. } = self.function;
        let mut pairs = Vec::new();
        for n in (0..=n).filter(|it| LENGTHS.contains(it)) {
            pairs.extend((0..=m).filter(|it| LENGTHS.contains(it)).map(|m| Smaller { n, m }));
        }
        let stays_defined =
            |smaller: &Smaller| bounds::check(&Function { calls: Calls::Smaller(*smaller), ..self.function.clone() });
        pairs.shuffle(&mut self.rng);
        pairs.truncate(8);
        pairs.into_iter().find(stays_defined).map(Calls::Smaller)
    }

    /// An element that is a bound.
    pub(super) fn cell(&mut self) -> Option<Atom> {
        let cells: Vec<ArrayId> =
            (0..self.function.arrays.len()).filter(|&id| self.function.arrays[id].form == Form::Cells).collect();
        let array = *cells.choose(&mut self.rng)?;
        Some(Atom::Cell(array, self.rng.random_range(0..3)))
    }

    pub(super) fn row_order(&mut self) -> Order {
        if self.chance(25) { Order::Forward } else { self.pick(&Order::ALL) }
    }

    pub(super) fn extent(&mut self) -> Extent {
        match self.rng.random_range(0..10) {
            0..=4 => Extent::N,
            5..=6 => Extent::M,
            7 => Extent::Above(self.rng.random_range(1..=3)),
            _ => Extent::Fixed(self.rng.random_range(3..=12)),
        }
    }
}
