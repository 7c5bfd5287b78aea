//! Nests that go over an array again and again, and elements that are made of their neighbours: stencils over time, Gauss-Seidel,
//! dynamic programming. No loop of theirs is parallel, or only inner ones are.
//!
//! Never lets floats grow: each is an average of others, or one of them.

use super::headers::counted;
use super::matrices::access;
use super::*;

/// The array that is swept, and its loops.
struct Sweep {
    elem: Elem,
    /// Time, then a variable for each dimension.
    vars: Vec<VarId>,
    size: Affine,
    /// How many elements lie between a swept one and the ends.
    margin: i64,
    scope: Scope,
}

impl Generator {
    pub(super) fn sweep(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let rank = self.pick(&[1, 2, 2]);
        let most = LENGTHS.into_iter().rfind(|it| 12 * it.pow(rank) <= self.dense_work())?;
        let (size, value) = self.length(most);
        let vars: Vec<VarId> = (0..=rank).map(|_| self.dense_variable()).collect();
        let mut scope = scope.clone();
        for var in &vars[1..] {
            scope.ranges.insert(*var, bounds::Interval { low: 0, high: (value - 1).max(0) });
        }
        let elem = self.dense_elem();
        let sweep = Sweep { elem, vars, size, margin: self.pick(&[1, 1, 1, 2]), scope };
        match self.rng.random_range(0..10) {
            0..=3 => self.over_time(&sweep),
            4..=6 => self.in_place(&sweep),
            _ if rank == 2 => self.table(&sweep),
            _ => self.in_place(&sweep),
        }
    }

    /// `for t: (for i: b[i] = f(a[i-1..i+1])), (for i: a[i] = f(b[i-1..i+1]))`, sometimes with three arrays, or the second loop as a copy.
    fn over_time(&mut self, sweep: &Sweep) -> Option<Vec<Stmt>> {
        let count = self.pick(&[2, 2, 2, 3]);
        let arrays: Vec<ArrayId> = (0..count).map(|_| self.swept(sweep)).collect::<Option<_>>()?;
        let mut body = vec![];
        for number in 0..count {
            let (target, source) = (arrays[number], arrays[(number + count - 1) % count]);
            let near = if self.chance(15) { vec![vec![0; sweep.rank()]] } else { self.neighbours(sweep, -1..=1) };
            let mut loads: Vec<Expr> = near.iter().map(|it| sweep.load(source, it)).collect();
            if self.chance(30) {
                loads.push(sweep.load(target, &vec![0; sweep.rank()]));
            }
            body.push(self.swept_loops(sweep, target, loads, None));
        }
        Some(vec![self.again(sweep, body)])
    }

    /// `for t: for i: for j: a[i][j] = f(a[i-1..i+1][j-1..j+1])`, sometimes also of a variable that goes from element to element
    fn in_place(&mut self, sweep: &Sweep) -> Option<Vec<Stmt>> {
        let array = self.swept(sweep)?;
        let mut loads: Vec<Expr> = self.neighbours(sweep, -1..=1).iter().map(|it| sweep.load(array, it)).collect();
        let carried = self.chance(25).then(|| {
            self.function.scalars.push(sweep.elem);
            self.function.scalars.len() - 1
        });
        loads.extend(carried.map(Expr::Scalar));
        let value = sweep.load(array, &vec![0; sweep.rank()]);
        let kept = carried.map(|scalar| Stmt::Set { scalar, update: Update::Set, value });
        let first = carried.map(|scalar| Stmt::Declare { scalar, value: Expr::Literal(sweep.elem, 4) });
        let loops = self.swept_loops(sweep, array, loads, kept);
        let body = first.into_iter().chain([loops]).collect();
        Some(vec![self.again(sweep, body)])
    }

    /// `for i: for j: d[i][j] = f(d[i-1][j-1], d[i-1][j], d[i][j-1], x[j])`, sometimes with the least or greatest of what came before.
    fn table(&mut self, sweep: &Sweep) -> Option<Vec<Stmt>> {
        let array = self.swept(sweep)?;
        let mut loads: Vec<Expr> = self.neighbours(sweep, -1..=0).iter().map(|it| sweep.load(array, it)).collect();
        if self.chance(50) {
            let other = self.swept(sweep)?;
            loads.push(sweep.load(other, &vec![0; sweep.rank()]));
        }
        let mut nest = self.swept_loops(sweep, array, loads, None);
        let k = self.dense_variable();
        if let Stmt::For(rows) = &mut nest
            && let Some(Stmt::For(columns)) = rows.body.first_mut()
            && !sweep.vars.contains(&k)
            && self.chance(40)
        {
            let at = |row, column| access(array, vec![Affine::var(row), Affine::var(column)]);
            let [i, j] = [sweep.vars[1], sweep.vars[2]];
            let [a, b] = [at(i, k), at(k, j)].map(|it| Box::new(Expr::Load(it)));
            let value = match self.chance(50) {
                true => *a,
                false => Expr::Binary(self.pick(&[Binary::Min, Binary::Max]), sweep.elem, a, b),
            };
            let how = How::Extremum(self.pick(&[Binary::Min, Binary::Max]));
            let update = self.accumulated(&at(i, j), how, value);
            let end = if self.chance(70) { Affine::var(j) } else { Affine::var(i) };
            columns.body.push(counted(k, Affine::constant(0), end, vec![update]));
        }
        Some(vec![nest])
    }

    fn swept(&mut self, sweep: &Sweep) -> Option<ArrayId> {
        let forms: Vec<Affine> = sweep.vars[1..].iter().map(|it| Affine::var(*it)).collect();
        self.matrix(&sweep.scope, sweep.elem, &[&forms])
    }

    /// Offsets of some neighbours.
    fn neighbours(&mut self, sweep: &Sweep, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
        let count = self.rng.random_range(1..=4);
        let offset = |it: &mut Self| {
            let far = if it.chance(15) { sweep.margin } else { 1 };
            far * it.rng.random_range(range.clone())
        };
        (0..count).map(|_| (0..sweep.rank()).map(|_| offset(self)).collect()).collect()
    }

    /// The loops over an array, whose elements become an average of the values, or the least or greatest; `after` follows each.
    fn swept_loops(&mut self, sweep: &Sweep, target: ArrayId, loads: Vec<Expr>, after: Option<Stmt>) -> Stmt {
        let count = loads.len() as i64;
        let op = self.pick(&[Binary::Add, Binary::Add, Binary::Max, Binary::Min]);
        let join = |a, b| Expr::Binary(op, sweep.elem, Box::new(a), Box::new(b));
        let mut value = loads.into_iter().reduce(join).expect("there is a neighbour");
        if op == Binary::Add && sweep.elem.is_float() {
            value =
                Expr::Binary(Binary::Div, sweep.elem, Box::new(value), Box::new(Expr::Literal(sweep.elem, 4 * count)));
        }
        let target = access(target, sweep.vars[1..].iter().map(|it| Affine::var(*it)).collect());
        let mut body = vec![Stmt::Store { target, update: Update::Set, value }];
        body.extend(after);
        let mut order = sweep.vars[1..].to_vec();
        if self.chance(15) {
            order.reverse();
        }
        for var in order.into_iter().rev() {
            body = vec![counted(var, Affine::constant(sweep.margin), sweep.size.plus(-sweep.margin), body)];
        }
        body.remove(0)
    }

    /// The loop over time.
    fn again(&mut self, sweep: &Sweep, body: Vec<Stmt>) -> Stmt {
        let times = Affine::constant(self.pick(&[1, 2, 3, 5, 8, 9, 13, 18]));
        counted(sweep.vars[0], Affine::constant(0), times, body)
    }
}

impl Sweep {
    fn rank(&self) -> usize {
        self.vars.len() - 1
    }

    fn load(&self, array: ArrayId, offsets: &[i64]) -> Expr {
        let forms = self.vars[1..].iter().zip(offsets).map(|(var, offset)| Affine::var(*var).plus(*offset));
        Expr::Load(access(array, forms.collect()))
    }
}
