//! Nests that compute in place, as factorizations and triangular solvers do. They need not be any known algorithm.
//!
//! Never begins with floats that are not small, except for those on a diagonal that is divided by.

use super::headers::counted;
use super::matrices::access;
use super::*;

/// A square matrix and the variables of three loops over its size.
struct Square {
    size: Affine,
    scope: Scope,
    vars: [VarId; 3],
    array: ArrayId,
    elem: Elem,
    /// Arrays from here on are the nest's own.
    first: ArrayId,
}

impl Generator {
    pub(super) fn solver(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let square = self.square(scope)?;
        match self.rng.random_range(0..8) {
            0..=1 => Some(self.by_columns(&square)),
            2 => Some(self.by_rows(&square)),
            3 => Some(self.symmetric(&square)),
            4..=6 => self.triangular(&square),
            _ => Some(self.paths(&square)),
        }
    }

    fn square(&mut self, scope: &Scope) -> Option<Square> {
        let most = LENGTHS.into_iter().rfind(|it| it.pow(3) <= self.dense_work())?;
        let (size, value) = self.length(most);
        let (vars, mut scope) = (std::array::from_fn(|_| self.dense_variable()), scope.clone());
        for var in vars {
            scope.ranges.insert(var, bounds::Interval { low: 0, high: (value - 1).max(0) });
        }
        let (elem, first) = (self.dense_elem(), self.function.arrays.len());
        let array = self.matrix(&scope, elem, &[&[Affine::var(vars[0]), Affine::var(vars[0])]])?;
        Some(Square { size, scope, vars, array, elem, first })
    }

    /// The square's matrix made small, if it is of floats.
    fn prepared(&mut self, square: &Square, diagonal: Diagonal) -> Vec<Stmt> {
        let &Square { array, elem, first, .. } = square;
        elem.is_float().then(|| self.made_small(array, first, diagonal)).into_iter().collect()
    }

    /// `for k: for i > k: a[i][k] /= a[k][k]; for i, j > k: a[i][j] -= a[i][k] * a[k][j]`
    fn by_columns(&mut self, square: &Square) -> Vec<Stmt> {
        let &Square { vars: [i, j, k], array, .. } = square;
        let (size, after) = (&square.size, Affine::atom(Atom::Var(k), 1));
        let mut nest = self.prepared(square, Diagonal::Large);
        let divided = square.divided(at(array, i, k), at(array, k, k));
        let updated = square.updated(at(array, i, j), at(array, i, k), at(array, k, j), Update::Sub);
        let mut inner = vec![counted(j, after.clone(), size.clone(), vec![updated.clone()])];
        let body = if self.chance(50) {
            inner.insert(0, divided);
            vec![counted(i, after, size.clone(), inner)]
        } else {
            let columns = counted(i, after.clone(), size.clone(), vec![divided]);
            // With names of their own, the loops in any order.
            let [a, b] = if self.chance(50) { [i, j] } else { [j, i] };
            let inner = vec![counted(b, after.clone(), size.clone(), vec![updated])];
            vec![columns, counted(a, after, size.clone(), inner)]
        };
        nest.push(counted(k, Affine::constant(0), size.clone(), body));
        nest
    }

    /// The same row by row: `for i: for j < i: (for k < j: ...; a[i][j] /= a[j][j]); for j >= i: for k < i: ...`
    fn by_rows(&mut self, square: &Square) -> Vec<Stmt> {
        let &Square { vars: [i, j, k], array, .. } = square;
        let (size, zero) = (&square.size, Affine::constant(0));
        let mut nest = self.prepared(square, Diagonal::Large);
        let updated = square.updated(at(array, i, j), at(array, i, k), at(array, k, j), Update::Sub);
        let short = counted(k, zero.clone(), Affine::var(j), vec![updated.clone()]);
        let divided = square.divided(at(array, i, j), at(array, j, j));
        let lower = counted(j, zero.clone(), Affine::var(i), vec![short, divided]);
        let long = counted(k, zero.clone(), Affine::var(i), vec![updated]);
        let upper = counted(j, Affine::var(i), size.clone(), vec![long]);
        nest.push(counted(i, zero, size.clone(), vec![lower, upper]));
        nest
    }

    /// `for i: for j < i: (for k < j: a[i][j] -= a[i][k] * a[j][k]; a[i][j] /= a[j][j]); ... a[i][i] = sqrt(a[i][i])`
    fn symmetric(&mut self, square: &Square) -> Vec<Stmt> {
        let &Square { vars: [i, j, k], array, elem, .. } = square;
        let (size, zero) = (&square.size, Affine::constant(0));
        let mut nest = self.prepared(square, Diagonal::Large);
        let updated = square.updated(at(array, i, j), at(array, i, k), at(array, j, k), Update::Sub);
        let short = counted(k, zero.clone(), Affine::var(j), vec![updated]);
        let divided = square.divided(at(array, i, j), at(array, j, j));
        let lower = counted(j, zero.clone(), Affine::var(i), vec![short, divided]);
        let diagonal = square.updated(at(array, i, i), at(array, i, k), at(array, i, k), Update::Sub);
        let mut body = vec![lower, counted(k, zero.clone(), Affine::var(i), vec![diagonal])];
        if elem.is_float() {
            let size = Expr::Math(Math::Fabs, elem, Box::new(Expr::Load(at(array, i, i))));
            let value = Expr::Math(Math::Sqrt, elem, Box::new(size));
            body.push(Stmt::Store { target: at(array, i, i), update: Update::Set, value });
        }
        nest.push(counted(i, zero, size.clone(), body));
        nest
    }

    /// `b[i][j] += a[i][k] * b[k][j]` for k below or above i, transposed or not, in any order of loops; mostly something
    /// happens to `b[i][j]` besides.
    fn triangular(&mut self, square: &Square) -> Option<Vec<Stmt>> {
        let &Square { vars: [i, j, k], array, elem, .. } = square;
        let (size, zero) = (square.size.clone(), Affine::constant(0));
        let (columns, value) = self.length(self.dense_work() / 70 / 70);
        let mut scope = square.scope.clone();
        scope.ranges.insert(j, bounds::Interval { low: 0, high: (value - 1).max(0) });
        let other = self.matrix(&scope, elem, &[&[Affine::var(i), Affine::var(j)]])?;
        let mut nest = self.prepared(square, Diagonal::Large);
        let factor = if self.chance(50) { at(array, i, k) } else { at(array, k, i) };
        let update = self.pick(&[Update::Sub, Update::Sub, Update::Add]);
        let updated = square.updated(at(other, i, j), factor, at(other, k, j), update);
        let (lower, upper) = match self.rng.random_range(0..3) {
            0..=1 => (zero.clone(), Affine::var(i)),
            _ => (Affine::atom(Atom::Var(i), 1), size.clone()),
        };
        let scaled = match self.rng.random_range(0..4) {
            0 => None,
            1 => Some(Stmt::Store { target: at(other, i, j), update: Update::Mul, value: Expr::Literal(elem, 3) }),
            _ => Some(square.divided(at(other, i, j), at(array, i, i))),
        };
        nest.push(match self.rng.random_range(0..3) {
            0 => {
                // The loop of the sum around the one over columns.
                let inner = counted(j, zero.clone(), columns.clone(), vec![updated]);
                let mut body = vec![counted(k, lower, upper, vec![inner])];
                if let Some(scaled) = scaled {
                    body.push(counted(j, zero.clone(), columns, vec![scaled]));
                }
                counted(i, zero, size, body)
            }
            order => {
                let mut body = vec![counted(k, lower, upper, vec![updated])];
                body.extend(scaled);
                let [a, b] = if order == 1 { [(i, size), (j, columns)] } else { [(j, columns), (i, size)] };
                let inner = vec![counted(b.0, zero.clone(), b.1, body)];
                counted(a.0, zero, a.1, inner)
            }
        });
        Some(nest)
    }

    /// `d[i][j] = min(d[i][j], d[i][k] + d[k][j])`, the loops mostly in the usual order.
    fn paths(&mut self, square: &Square) -> Vec<Stmt> {
        let &Square { array, elem, .. } = square;
        let [i, j, k] = square.vars;
        let [a, b] = [at(array, i, k), at(array, k, j)].map(|access| Box::new(Expr::Load(access)));
        let mut how = How::Extremum(self.pick(&[Binary::Min, Binary::Max]));
        if self.chance(50) {
            how = How::Update(self.pick(&[Update::Min, Update::Max]));
        }
        let mut body = self.accumulated(&at(array, i, j), how, Expr::Binary(Binary::Add, elem, a, b));
        let mut order = [k, i, j];
        if self.chance(30) {
            order.shuffle(&mut self.rng);
        }
        for var in order.into_iter().rev() {
            body = counted(var, Affine::constant(0), square.size.clone(), vec![body]);
        }
        vec![body]
    }
}

impl Square {
    fn updated(&self, target: Access, a: Access, b: Access, update: Update) -> Stmt {
        let [a, b] = [a, b].map(|access| Box::new(Expr::Load(access)));
        Stmt::Store { target, update, value: Expr::Binary(Binary::Mul, self.elem, a, b) }
    }

    fn divided(&self, target: Access, by: Access) -> Stmt {
        let [a, b] = [target.clone(), by].map(|access| Box::new(Expr::Load(access)));
        Stmt::Store { target, update: Update::Set, value: Expr::Binary(Binary::Div, self.elem, a, b) }
    }
}

fn at(array: ArrayId, row: VarId, column: VarId) -> Access {
    access(array, vec![Affine::var(row), Affine::var(column)])
}
