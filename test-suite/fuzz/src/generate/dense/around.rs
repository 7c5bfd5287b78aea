//! What stands in a dense nest: the sum and statements around it, at the places where its loops leave room.
//!
//! Never reorders loops.

use super::matrices::access;
use super::*;

impl Generator {
    pub(super) fn assembled(&mut self, mut plan: Plan) -> Vec<Stmt> {
        let loops = std::mem::take(&mut plan.loops);
        let split = loops.iter().position(|lp| !mentions(&plan.target, lp.var)).unwrap_or(loops.len());
        let (outer, inner) = loops.split_at(split);
        let sums_only = inner.iter().all(|lp| !mentions(&plan.target, lp.var));
        let mut body = match plan.how {
            How::Update(update) if sums_only && self.chance(25) => self.by_scalar(&plan, inner, update),
            How::Update(_) | How::Scaled | How::Extremum(_) => self.in_memory(&mut plan, inner, &loops),
        };
        let vars: Vec<VarId> = outer.iter().map(|lp| lp.var).collect();
        if self.chance(8)
            && let Some(condition) = self.dense_guard(&vars, None)
        {
            body = vec![Stmt::If { condition, then: body, otherwise: vec![] }];
        }
        wrapped(outer, body)
    }

    /// The loops from the first one that sums on, with what comes before and after them.
    fn in_memory(&mut self, plan: &mut Plan, inner: &[Loop], loops: &[Loop]) -> Vec<Stmt> {
        let mut body = Vec::new();
        if self.chance(45)
            && let Some((loops, element)) = self.elements(plan, inner)
        {
            let first = self.before(plan, element);
            body.extend(wrapped(&loops, vec![first]));
        }
        let sum = self.sum(plan, loops);
        body.extend(wrapped(inner, sum));
        if self.chance(10) {
            // The same loops again, with other factors.
            let [a, b] = plan.factors.clone();
            let term = self.term(plan, [&b, &a]);
            let again = self.accumulated(&plan.target, plan.how, term);
            let inner: Vec<Loop> = inner.iter().map(|lp| Loop { outside: None, ..lp.clone() }).collect();
            body.extend(wrapped(&inner, vec![again]));
        }
        if self.chance(30)
            && let Some((loops, element)) = self.elements(plan, inner)
        {
            let last = self.after(plan, element);
            body.extend(last.into_iter().flat_map(|last| wrapped(&loops, vec![last])));
        }
        body
    }

    /// The innermost statements.
    fn sum(&mut self, plan: &Plan, loops: &[Loop]) -> Vec<Stmt> {
        let [a, b] = &plan.factors;
        let mut value = self.term(plan, [a, b]);
        let same = |a: &Access, b: &Access| self.function.arrays[a.array] == self.function.arrays[b.array];
        // `a[i][k] * b[k][j] + b[i][k] * a[k][j]`, of arrays of one shape.
        if same(a, b) && self.chance(20) {
            let exchanged = [Access { array: a.array, ..b.clone() }, Access { array: b.array, ..a.clone() }];
            let other = self.term(plan, [&exchanged[1], &exchanged[0]]);
            let elem = self.function.elem(&value);
            value = Expr::Binary(Binary::Add, elem, Box::new(value), Box::new(other));
        }
        let mut body = vec![self.accumulated(&plan.target, plan.how, value)];
        if !plan.feeds_back && self.chance(12) {
            let second = if self.chance(50) { self.second_sum(plan) } else { self.other_sum(plan) };
            body.extend(second);
        }
        let vars: Vec<VarId> = loops.iter().map(|lp| lp.var).collect();
        if self.chance(14)
            && let Some(condition) = self.dense_guard(&vars, Some(a))
        {
            let zero = Expr::Literal(self.function.arrays[plan.target.array].elem, 3);
            let otherwise = if self.chance(20) { vec![self.accumulated(&plan.target, plan.how, zero)] } else { vec![] };
            body = vec![Stmt::If { condition, then: body, otherwise }];
        }
        body
    }

    /// Another matrix, of the same elements, with a sum of its own.
    fn second_sum(&mut self, plan: &Plan) -> Option<Stmt> {
        let forms = affine_forms(&plan.target)?;
        let elem = self.function.arrays[plan.target.array].elem;
        let array = self.matrix(&plan.scope, elem, &[&forms])?;
        let [a, b] = &plan.factors;
        // What is summed must not be a factor.
        let apart = array != a.array && array != b.array;
        let term = self.term(plan, [b, a]);
        apart.then(|| self.accumulated(&access(array, forms), plan.how, term))
    }

    /// Another matrix with the elements of a factor, which sums over another loop: `d[k][j] += a[i][k] * b[k][j]` beside a sum over `k`.
    fn other_sum(&mut self, plan: &Plan) -> Option<Stmt> {
        let elem = self.function.arrays[plan.target.array].elem;
        let forms = affine_forms(&plan.factors[self.rng.random_range(0..2)])?;
        let array = self.matrix(&plan.scope, elem, &[&forms])?;
        let [a, b] = &plan.factors;
        let is_apart = [a.array, b.array, plan.target.array].iter().all(|it| *it != array);
        let term = self.term(plan, [b, a]);
        is_apart.then(|| self.accumulated(&access(array, forms), How::Update(Update::Add), term))
    }

    /// `t = a[i][k];` before the sums, which use `t` besides; or `t = d[k][j];`, what the other sum has not written yet, for the variable's.
    fn share(&mut self, sums: &mut Vec<Stmt>, a: &Access) {
        let written = sums.iter().find_map(|it| match it {
            Stmt::Store { target, .. } => Some(target.clone()),
            _ => None,
        });
        // An element that grows by itself would not end.
        let (shared, for_all) = match written.filter(|_| self.chance(40)) {
            Some(written) => (written, false),
            None => (a.clone(), true),
        };
        let (scalar, elem) = (self.function.scalars.len(), self.function.arrays[shared.array].elem);
        self.function.scalars.push(elem);
        for sum in sums.iter_mut() {
            let value = match sum {
                Stmt::Set { value, .. } => value,
                Stmt::Store { value, .. } if for_all => value,
                _ => continue,
            };
            let twice = (Box::new(Expr::Scalar(scalar)), Box::new(Expr::Literal(elem, 2)));
            let more = Expr::Binary(Binary::Mul, elem, twice.0, twice.1);
            let ty = self.function.elem(value);
            *value = Expr::Binary(Binary::Add, ty, Box::new(value.clone()), Box::new(more));
        }
        sums.insert(0, Stmt::Declare { scalar, value: Expr::Load(shared) });
    }

    /// `s = 0; for (...) s += ...; c[i][j] = s;`
    fn by_scalar(&mut self, plan: &Plan, inner: &[Loop], update: Update) -> Vec<Stmt> {
        let elem = self.function.arrays[plan.target.array].elem;
        let scalar = self.function.scalars.len();
        self.function.scalars.push(elem);
        let old = Expr::Load(plan.target.clone());
        let (value, last) = match self.rng.random_range(0..4) {
            0 => (old, Update::Set),
            1 => (Expr::Literal(elem, 0), Update::Add),
            2 if !plan.feeds_back => (Expr::Literal(elem, 2), Update::Sub),
            _ => (Expr::Literal(elem, 0), Update::Set),
        };
        let [a, b] = &plan.factors;
        let mut sum = Stmt::Set { scalar, update, value: self.term(plan, [a, b]) };
        let vars: Vec<VarId> = plan.scope.ranges.keys().copied().filter(|var| mentions(a, *var)).collect();
        if self.chance(12)
            && let Some(condition) = self.dense_guard(&sorted(vars.into_iter()), Some(b))
        {
            sum = Stmt::If { condition, then: vec![sum], otherwise: vec![] };
        }
        let mut sums = vec![sum];
        if !plan.feeds_back && self.chance(25) {
            let place = self.rng.random_range(0..2);
            self.other_sum(plan).into_iter().for_each(|other| sums.insert(place, other));
            if self.chance(40) {
                self.share(&mut sums, a);
            }
        }
        let mut body = vec![Stmt::Declare { scalar, value }];
        body.extend(wrapped(inner, sums));
        body.push(Stmt::Store { target: plan.target.clone(), update: last, value: Expr::Scalar(scalar) });
        body
    }

    /// New loops over those elements of the target that the loops from the first one that sums on go over, and their
    /// element; none if that depends on a loop that sums.
    fn elements(&mut self, plan: &mut Plan, inner: &[Loop]) -> Option<(Vec<Loop>, Access)> {
        let mut forms = affine_forms(&plan.target)?;
        let mut loops: Vec<Loop> = inner.iter().filter(|lp| mentions(&plan.target, lp.var)).cloned().collect();
        for place in 0..loops.len() {
            let (old, new) = (loops[place].var, self.dense_variable());
            let range = *plan.scope.ranges.get(&old)?;
            plan.scope.ranges.insert(new, range);
            loops[place].var = new;
            let bounds = loops.iter_mut().flat_map(|lp| [&mut lp.lower, &mut lp.upper]);
            bounds.chain(&mut forms).for_each(|form| form.rename(old, new));
        }
        let is_free = |lp: &Loop| [&lp.lower, &lp.upper].iter().all(|it| inner.iter().all(|lp| !it.mentions(lp.var)));
        loops.iter().all(is_free).then(|| (loops, access(plan.target.array, forms)))
    }

    /// What an element is before anything is added to it.
    fn before(&mut self, plan: &Plan, element: Access) -> Stmt {
        let elem = self.function.arrays[element.array].elem;
        let (update, value) = match self.rng.random_range(0..10) {
            0..=4 if !plan.feeds_back => (Update::Set, 0),
            5 if !plan.feeds_back => (Update::Set, 5),
            _ => (Update::Mul, self.pick(&[2, 3, 5, -3])),
        };
        Stmt::Store { target: element, update, value: Expr::Literal(elem, value) }
    }

    /// What becomes of an element after everything was added.
    fn after(&mut self, plan: &Plan, element: Access) -> Option<Stmt> {
        let elem = self.function.arrays[element.array].elem;
        let load = Expr::Load(element.clone());
        let mut forms = affine_forms(&element)?;
        let set = |target, value| Some(Stmt::Store { target, update: Update::Set, value });
        match self.rng.random_range(0..10) {
            0..=2 => {
                let last = forms.pop()?;
                let forms = [last.clone(), last];
                let array = self.matrix(&plan.scope, elem, &[&forms])?;
                let divisor = self.divisor(access(array, forms.to_vec()));
                set(element, Expr::Binary(Binary::Div, elem, Box::new(load), Box::new(divisor)))
            }
            3..=5 => {
                let rank = forms.len();
                forms.swap(rank - 2, rank - 1);
                let mirrored = access(element.array, forms);
                bounds::check_access(&self.function, &plan.scope, &mirrored).then(|| set(mirrored, load))?
            }
            6..=7 => {
                let array = self.matrix(&plan.scope, elem, &[&forms])?;
                (array != element.array).then(|| set(access(array, forms), load))?
            }
            8 if elem.is_float() => {
                let size = Expr::Math(Math::Fabs, elem, Box::new(load));
                set(element, Expr::Math(Math::Sqrt, elem, Box::new(size)))
            }
            _ => Some(Stmt::Store { target: element, update: Update::Mul, value: Expr::Literal(elem, 3) }),
        }
    }

    /// An element, made a number that is not zero.
    fn divisor(&mut self, element: Access) -> Expr {
        let elem = self.function.arrays[element.array].elem;
        let load = Expr::Load(element);
        if !elem.is_float() {
            return load;
        }
        let size = Expr::Math(Math::Fabs, elem, Box::new(load));
        Expr::Binary(Binary::Add, elem, Box::new(size), Box::new(Expr::Literal(elem, 4)))
    }
}

/// The subscripts of an access whose subscripts are all affine.
fn affine_forms(access: &Access) -> Option<Vec<Affine>> {
    let form = |subscript: &Subscript| match subscript {
        Subscript::Affine(form) => Some(form.clone()),
        Subscript::Modulo(_) | Subscript::Cell(_) | Subscript::Near(..) => None,
    };
    access.subscripts.iter().map(form).collect()
}
