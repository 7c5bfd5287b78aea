//! Random functions. A seed gives the same function every time.
//!
//! Half of the nests follow a parallel discipline: each iteration of the outer loops stores elements of its own, reads
//! what is stored only there, and keeps scalars private. The others do anything.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};

use crate::bounds::{self, Scope};
use crate::tree::{
    Access, Affine, Array, ArrayId, Atom, Binary, Cond, Elem, Expr, Extent, Form, Function, Index, Loop, Math,
    Numerics, Order, ScalarId, Start, Stmt, Subscript, Test, Update, VarId, While,
};

/// Loops inside each other.
const MAX_DEPTH: usize = 4;

/// The function of a seed.
pub fn function(seed: u64) -> Function {
    function_for(Numerics::Strict, false, seed)
}

/// The function of a seed under this comparison; most of its types are `_Float16` if `halves` says so.
pub fn function_for(numerics: Numerics, halves: bool, seed: u64) -> Function {
    // A function that turns out too costly is thrown away; the next stream of the same seed decides.
    let attempts = (0..).map(|attempt| Generator::new(numerics, halves, seed, attempt).function());
    attempts.into_iter().find(bounds::check).unwrap_or_else(|| empty(seed))
}

fn empty(seed: u64) -> Function {
    let body = vec![Stmt::Declare { scalar: 0, value: Expr::Literal(Elem::I32, 0) }];
    Function { seed, n: 5, m: 4, arrays: vec![], scalars: vec![Elem::I32], result: 0, body }
}

/// What a nest may do.
#[derive(Clone, Default)]
struct Rules {
    /// The parallel discipline holds.
    parallel: bool,
    /// Under it: the arrays stored to; nothing else that shares their memory is touched.
    reserved: Vec<ArrayId>,
    /// The elements of reserved arrays that are each iteration's own, once that is settled.
    own: Vec<Access>,
    /// An array besides whose elements all iterations update, by one operator; nothing else touches it.
    updated: Option<(ArrayId, Update)>,
    /// Except that expressions may read it, which makes its updates visible.
    is_seen: bool,
    /// How far from its own elements an iteration reads, in the first subscript: all in one direction.
    shift: i64,
    /// An array that each iteration of the outermost loop writes from its beginning on, before it reads it.
    scratch: Option<Scratch>,
    /// A scalar that is only stepped, by constants.
    stepped: Option<Stepped>,
}

#[derive(Clone, Copy)]
struct Stepped {
    scalar: ScalarId,
    /// How often a statement is a step, in percent.
    often: u32,
}

#[derive(Clone, Copy)]
struct Scratch {
    array: ArrayId,
    is_written: bool,
}

struct Generator {
    rng: SmallRng,
    function: Function,
    next_var: VarId,
    /// The types that occur.
    palette: Vec<Elem>,
    /// Functions are called: also where floats become integers, to keep them in range.
    calls: bool,
    numerics: Numerics,
    halves: bool,
}

impl Generator {
    fn new(numerics: Numerics, halves: bool, seed: u64, attempt: u64) -> Generator {
        let mut rng = SmallRng::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(attempt));
        let function = Function {
            seed,
            n: rng.random_range(5..=20),
            m: rng.random_range(4..=9),
            arrays: vec![],
            scalars: vec![],
            result: 0,
            body: vec![],
        };
        let calls = rng.random_ratio(15, 100);
        let mut generator = Generator { rng, function, next_var: 0, palette: vec![], calls, numerics, halves };
        for _ in 0..generator.pick(&[1, 2, 2, 3]) {
            let elem = generator.any_elem();
            generator.palette.push(elem);
        }
        generator
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_ratio(percent, 100)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(&mut self.rng).expect("a list of choices is not empty")
    }

    fn function(mut self) -> Function {
        for _ in 0..self.rng.random_range(2..=5) {
            self.array();
        }
        let mut scope = Scope::default();
        let mut body = Vec::new();
        for _ in 0..self.rng.random_range(1..=3) {
            let elem = self.elem();
            let value = Expr::Literal(elem, self.rng.random_range(0..8));
            body.push(self.declare(elem, value, &mut scope));
        }
        if self.chance(15) {
            let elem = self.pick(&[Elem::U32, Elem::U64]);
            let value = Expr::Literal(elem, self.rng.random_range(0..8));
            body.push(self.declare(elem, value, &mut scope));
        }
        for _ in 0..self.rng.random_range(1..=3) {
            let nest = self.nest(&scope);
            body.extend(nest);
        }
        self.function.body = body;
        self.function
    }

    fn elem(&mut self) -> Elem {
        self.palette.choose(&mut self.rng).copied().unwrap_or(Elem::I32)
    }

    /// May a value of type `from` stand where one of type `to` is wanted?
    fn fits(&self, from: Elem, to: Elem) -> bool {
        self.calls || to.is_float() || !from.is_float()
    }

    fn any_elem(&mut self) -> Elem {
        match self.rng.random_range(0..10) {
            0..=2 if self.halves => Elem::F16,
            0..=3 => Elem::F64,
            4 => Elem::F32,
            5 => Elem::I32,
            _ => self.pick(&Elem::ALL),
        }
    }

    fn array(&mut self) {
        let forms = [Form::Vla, Form::Vla, Form::Linear, Form::Linear, Form::Global, Form::Record, Form::Member];
        let form = self.pick(&forms);
        let vectors: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| self.function.arrays[id].form == Form::Linear && self.function.arrays[id].extents.len() == 1)
            .collect();
        if !vectors.is_empty() && self.chance(35) {
            let of = self.pick(&vectors);
            let form = Form::Overlap { of, offset: self.rng.random_range(0..=6) };
            let Array { elem, extents, .. } = self.function.arrays[of].clone();
            return self.function.arrays.push(Array { elem, extents, form });
        }
        let is_matrix = |id: &ArrayId| {
            self.function.arrays[*id].form == Form::Linear && self.function.arrays[*id].extents.len() > 1
        };
        let matrices: Vec<ArrayId> = (0..self.function.arrays.len()).filter(is_matrix).collect();
        if !matrices.is_empty() && self.chance(25) {
            let of = self.pick(&matrices);
            let (elem, size) = (self.function.arrays[of].elem, self.function.elements(of));
            let form = Form::Flat { of };
            return self.function.arrays.push(Array { elem, extents: vec![Extent::Fixed(size)], form });
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
        self.function.arrays.push(Array { elem, extents, form });
    }

    fn row_order(&mut self) -> Order {
        if self.chance(50) { Order::Forward } else { self.pick(&Order::ALL) }
    }

    fn extent(&mut self) -> Extent {
        match self.rng.random_range(0..10) {
            0..=4 => Extent::N,
            5..=7 => Extent::M,
            _ => Extent::Fixed(self.rng.random_range(3..=12)),
        }
    }

    fn declare(&mut self, elem: Elem, value: Expr, scope: &mut Scope) -> Stmt {
        let scalar = self.function.scalars.len();
        self.function.scalars.push(elem);
        scope.scalars.insert(scalar);
        Stmt::Declare { scalar, value }
    }

    // Loops

    fn nest(&mut self, scope: &Scope) -> Vec<Stmt> {
        let depth = self.pick(&[1, 1, 2, 2, 2, 3, 3, MAX_DEPTH]);
        let vectors: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| {
                let array = &self.function.arrays[id];
                array.extents.len() == 1 && bounds::is_contiguous(array.form)
            })
            .collect();
        if self.chance(8)
            && let Some(nest) = self.long_reductions(scope)
        {
            return vec![nest];
        }
        if self.chance(8)
            && let Some(search) = self.long_search(scope)
        {
            return search;
        }
        if !vectors.is_empty() && self.chance(4) {
            let array = self.pick(&vectors);
            let elem = self.function.arrays[array].elem;
            let (update, rest) = (self.update(), self.leaf(scope, &Rules::default(), elem));
            let value = self.combine(elem, Expr::Here(elem), rest);
            return vec![Stmt::Walk { array, update, value }];
        }
        let mut rules = if self.chance(80) { self.parallel_rules() } else { Rules::default() };
        rules.stepped = self.stepped_scalar(scope);
        vec![self.for_loop(scope, depth, rules, &mut Vec::new())]
    }

    /// A loop that only reduces, into scalars, and is long enough for rows and blocks of partial results. Its elements are
    /// picked modulo the extents.
    fn long_reductions(&mut self, scope: &Scope) -> Option<Stmt> {
        let mut lp = self.long_header();
        let (var, inner) = (lp.var, scope.inside(&self.function, &lp)?);
        let mut scalars = sorted(scope.scalars.iter().copied());
        scalars.shuffle(&mut self.rng);
        scalars.truncate(self.rng.random_range(1..=2));
        // Now and then one scalar is reduced twice, or used besides: no reduction then, unless the operators are one.
        if self.chance(15) {
            scalars.push(scalars[0]);
        }
        let used = scalars.last().copied().filter(|_| self.chance(8));
        for scalar in scalars {
            use Update::{Add, Max, Min, Mul, Sub, Xor};
            let (update, mut value) = (self.pick(&[Add, Sub, Mul, Xor, Max, Min]), self.long_term(scalar, var));
            let elem = self.function.scalars[scalar];
            if let Some(other) = used.filter(|it| self.fits(self.function.scalars[*it], elem)) {
                value = self.combine(elem, value, Expr::Scalar(other));
            }
            let set = Stmt::Set { scalar, update, value };
            let condition = if self.chance(30) { Some(self.guard(&inner, &Rules::default(), &[var])) } else { None };
            lp.body.push(match condition {
                // Nothing else may look at what is reduced.
                Some(condition @ (Cond::NonNegative(_) | Cond::Congruent { .. })) => {
                    Stmt::If { condition, then: vec![set], otherwise: vec![] }
                }
                Some(Cond::Less(..) | Cond::AtMost(..) | Cond::Both(..)) | None => set,
            });
        }
        Some(Stmt::For(lp))
    }

    fn long_header(&mut self) -> Loop {
        let var = self.next_var;
        self.next_var += 1;
        let upper =
            Affine { constant: self.rng.random_range(0..=130), terms: vec![(self.pick(&[16, 64, 300]), Atom::N)] };
        let (index, step) = (self.pick(&[Index::Int, Index::Long, Index::Unsigned]), self.pick(&[1, 1, 1, 2, 3]));
        let lower = Affine::constant(self.pick(&[0, 0, 1, 7]));
        Loop { var, index, lower, upper, step, test: Test::Strict, outside: None, body: vec![] }
    }

    /// A loop as long that looks for a minimum or maximum and keeps its place, or something else, in the result; guarded or
    /// chosen, in any order, and what it found in the result after it.
    fn long_search(&mut self, scope: &Scope) -> Option<Vec<Stmt>> {
        let result = self.function.result;
        let others: Vec<ScalarId> =
            sorted(scope.scalars.iter().copied()).into_iter().filter(|it| *it != result).collect();
        let best = *others.choose(&mut self.rng)?;
        let elem = self.function.scalars[best];
        let mut lp = self.long_header();
        let inner = scope.inside(&self.function, &lp)?;
        let (term, old) = (self.long_term(best, lp.var), Expr::Scalar(best));
        let kept = if self.chance(60) { Expr::Var(lp.var) } else { self.long_term(result, lp.var) };
        let (a, b) = if self.chance(50) { (term.clone(), old) } else { (old, term.clone()) };
        let compare = if self.chance(50) { Cond::Less } else { Cond::AtMost };
        let condition = compare(Box::new(a), Box::new(b));
        let set = |scalar, value| Stmt::Set { scalar, update: Update::Set, value };
        lp.body = if self.chance(60) {
            let mut then = vec![set(best, term), set(result, kept)];
            then.shuffle(&mut self.rng);
            vec![Stmt::If { condition, then, otherwise: vec![] }]
        } else {
            let choose = |scalar, elem, value: Expr| {
                let (condition, value) = (Box::new(condition.clone()), Box::new(value));
                set(scalar, Expr::Choose(condition, elem, value, Box::new(Expr::Scalar(scalar))))
            };
            vec![choose(result, self.function.scalars[result], kept), choose(best, elem, term)]
        };
        if let Some(outer @ (Cond::NonNegative(_) | Cond::Congruent { .. })) =
            self.chance(20).then(|| self.guard(&inner, &Rules::default(), &[lp.var]))
        {
            lp.body = vec![Stmt::If { condition: outer, then: lp.body, otherwise: vec![] }];
        }
        let mut all = vec![Stmt::For(lp)];
        if self.fits(elem, self.function.scalars[result]) {
            all.push(Stmt::Set { scalar: result, update: Update::Add, value: Expr::Scalar(best) });
        }
        Some(all)
    }

    /// `a[i % n] op i`, of the scalar's type, or the like without an array: what of it a loop reaches is mostly not known.
    fn long_term(&mut self, scalar: ScalarId, var: VarId) -> Expr {
        let elem = self.function.scalars[scalar];
        let fits = |id: &ArrayId| self.fits(self.function.arrays[*id].elem, elem);
        let arrays: Vec<ArrayId> = self.shared_arrays().into_iter().filter(fits).collect();
        let array = arrays.choose(&mut self.rng).copied();
        let Some(array) = array.filter(|_| self.chance(40)) else {
            let form = Affine { constant: 1, terms: vec![(2, Atom::Var(var)), (-1, Atom::N)] };
            return self.combine(elem, Expr::Form(form), Expr::Var(var));
        };
        let picked = |_: &Extent| Subscript::Modulo(Box::new(Expr::Var(var)));
        let subscripts = self.function.arrays[array].extents.iter().map(picked).collect();
        self.combine(elem, Expr::Load(Access { array, subscripts }), Expr::Var(var))
    }

    fn parallel_rules(&mut self) -> Rules {
        let shared = self.shared_arrays();
        let count = self.rng.random_range(1..=2);
        let reserved = shared.choose_multiple(&mut self.rng, count).copied().collect();
        let updated = self.chance(15).then(|| self.updated_array());
        let shift = if self.chance(12) { self.pick(&[1, 1, 2, -1]) } else { 0 };
        let scratch = self.chance(12).then(|| self.scratch());
        let is_seen = self.chance(10);
        Rules { parallel: true, reserved, own: vec![], updated, is_seen, shift, scratch, stepped: None }
    }

    /// Steps of unsigned integers wrap, so that they may be written as they are.
    fn stepped_scalar(&mut self, scope: &Scope) -> Option<Stepped> {
        let is_unsigned = |it: &ScalarId| matches!(self.function.scalars[*it], Elem::U32 | Elem::U64);
        let all: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(is_unsigned).collect();
        let scalar = all.choose(&mut self.rng).copied().filter(|_| self.chance(60))?;
        Some(Stepped { scalar, often: self.pick(&[30, 70]) })
    }

    fn scratch(&mut self) -> Scratch {
        let (elem, size) = (self.elem(), self.rng.random_range(3..=8));
        let form = self.pick(&[Form::Global, Form::Linear]);
        self.function.arrays.push(Array { elem, extents: vec![Extent::Fixed(size)], form });
        Scratch { array: self.function.arrays.len() - 1, is_written: false }
    }

    /// A loop over the scratch array, or over a part of it that depends on the loop around.
    fn fill_scratch(&mut self, scope: &Scope, array: ArrayId, rules: &Rules, outer: VarId) -> Option<Stmt> {
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
        let mut lp = Loop { var, index: Index::Int, lower, upper, step: 1, test: Test::Strict, outside: None, body };
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
    fn updated_array(&mut self) -> (ArrayId, Update) {
        let elem = self.pick(&[Elem::I32, Elem::U32, Elem::I64, Elem::U64, Elem::I16]);
        let rank = self.pick(&[1, 1, 2]);
        let extents = (0..rank).map(|_| Extent::Fixed(self.rng.random_range(3..=12))).collect();
        self.function.arrays.push(Array { elem, extents, form: Form::Global });
        (self.function.arrays.len() - 1, self.pick(&[Update::Add, Update::Sub, Update::Xor, Update::Max]))
    }

    /// A loop with `depth - 1` more inside it; `vars` are the variables around it.
    fn for_loop(&mut self, scope: &Scope, depth: usize, mut rules: Rules, vars: &mut Vec<VarId>) -> Stmt {
        let mut lp = self.header(scope, &rules, vars);
        // A header that makes no sense (an unsigned variable below zero, say) gives way to the plainest one.
        let inner = match bounds::inside_checked(&self.function, scope, &lp) {
            Some(inner) => inner,
            None => {
                lp = Loop { index: Index::Int, test: Test::Strict, lower: Affine::constant(0), ..lp };
                lp.upper = Affine::atom(Atom::N, 0);
                lp.step = 1;
                scope.inside(&self.function, &lp).unwrap_or_else(|| scope.clone())
            }
        };
        vars.push(lp.var);
        lp.outside = lp.outside.filter(|_| !rules.parallel);
        lp.body = if depth > 1 {
            self.outer_body(inner, depth, &mut rules, vars)
        } else {
            self.inner_body(inner, &mut rules, vars)
        };
        vars.pop();
        Stmt::For(lp)
    }

    fn header(&mut self, scope: &Scope, rules: &Rules, vars: &[VarId]) -> Loop {
        let var = self.next_var;
        self.next_var += 1;
        let mut lower = Affine::constant(self.pick(&[0, 0, 0, 1, 2]));
        let mut upper = self.size(rules, vars.len()).plus(self.pick(&[0, 0, 0, -1, -2]));
        if let Some(&outer) = vars.last()
            && self.chance(30)
        {
            match self.rng.random_range(0..5) {
                0 => lower = Affine::atom(Atom::Var(outer), self.rng.random_range(0..=1)),
                1 => upper = Affine::atom(Atom::Var(outer), self.rng.random_range(0..=2)),
                2 => upper.terms.push((-1, Atom::Var(outer))),
                3 => lower.terms.push((1, Atom::Var(outer))),
                _ => {
                    // A band along the diagonal, or tiles.
                    let factor = self.pick(&[1, 1, 3]);
                    lower = Affine {
                        terms: vec![(factor, Atom::Var(outer))],
                        ..Affine::constant(self.pick(&[-1, 0, 0, 1]))
                    };
                    upper = lower.plus(self.rng.random_range(2..=5));
                }
            }
        }
        // How far an inner loop steps a variable matters to the outer one, whose iterations must know it.
        if let Some(stepped) = rules.stepped
            && !vars.is_empty()
            && self.chance(stepped.often)
        {
            (lower, upper) = (Affine::constant(0), Affine::constant(self.rng.random_range(2..=4)));
        }
        let step = self.pick(&[1, 1, 1, 1, 1, 1, 2, 3, -1, -1, -2]);
        let index = match self.rng.random_range(0..80) {
            0 => Index::Far,
            1..=51 => Index::Int,
            52..=59 => Index::Long,
            60..=71 => Index::Unsigned,
            _ => Index::Size,
        };
        let mut test = self.pick(&[Test::Strict, Test::Strict, Test::Strict, Test::NonStrict]);
        if step == 1 && vars.is_empty() && scope.ranges.is_empty() && self.chance(10) {
            test = Test::NotEqual;
        }
        let starts = [Start::Assigned, Start::Assigned, Start::Seen, Start::Before, Start::Stepped, Start::Adjusted];
        let outside = self.chance(10).then(|| self.pick(&starts));
        Loop { var, index, lower, upper, step, test, outside, body: vec![] }
    }

    /// The number of iterations of a loop with `depth` around it: under the parallel discipline mostly the extent of an
    /// array that is stored to.
    fn size(&mut self, rules: &Rules, depth: usize) -> Affine {
        let extent = rules.reserved.first().and_then(|&array| self.function.arrays[array].extents.get(depth).copied());
        match extent {
            Some(Extent::N) => Affine::atom(Atom::N, 0),
            Some(Extent::M) => Affine::atom(Atom::M, 0),
            Some(Extent::Fixed(size)) => Affine::constant(size),
            None => Affine::atom(self.pick(&[Atom::N, Atom::N, Atom::M]), 0),
        }
    }

    fn outer_body(&mut self, mut scope: Scope, depth: usize, rules: &mut Rules, vars: &mut Vec<VarId>) -> Vec<Stmt> {
        let mut body = Vec::new();
        if let (Some(scratch), &[outer]) = (rules.scratch, &vars[..]) {
            body.extend(self.fill_scratch(&scope, scratch.array, rules, outer));
            rules.scratch = Some(Scratch { is_written: true, ..scratch });
        }
        if self.chance(20) {
            body.extend(self.privates(&mut scope, rules));
        }
        if self.chance(25) {
            body.extend(self.simple(&scope, rules, vars));
        }
        if let Some(stepped) = rules.stepped
            && self.chance(stepped.often)
        {
            body.push(self.step(stepped.scalar));
        }
        let mut inner = vec![self.for_loop(&scope, depth - 1, rules.clone(), vars)];
        if depth > 1 && self.chance(20) {
            inner.push(self.for_loop(&scope, 1, rules.clone(), vars));
        }
        if self.chance(15) {
            let condition = self.guard(&scope, rules, vars);
            inner = vec![Stmt::If { condition, then: inner, otherwise: vec![] }];
        }
        body.extend(inner);
        if self.chance(20) {
            body.extend(self.simple(&scope, rules, vars));
        }
        body
    }

    fn inner_body(&mut self, mut scope: Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        let mut body = Vec::new();
        if self.chance(30) {
            body.extend(self.privates(&mut scope, rules));
        }
        for _ in 0..self.pick(&[1, 1, 1, 2, 2, 3]) {
            body.extend(self.simple(&scope, rules, vars));
        }
        body
    }

    /// Scalars and arrays of one iteration's own.
    fn privates(&mut self, scope: &mut Scope, rules: &Rules) -> Vec<Stmt> {
        if self.chance(25) {
            let (elem, size) = (self.elem(), self.rng.random_range(3..=6));
            let array = self.function.arrays.len();
            let extents = vec![Extent::Fixed(size)];
            self.function.arrays.push(Array { elem, extents, form: Form::Local });
            scope.locals.insert(array);
            return vec![Stmt::Local(array)];
        }
        let elem = self.elem();
        let value = self.expr(scope, rules, elem, 2);
        vec![self.declare(elem, value, scope)]
    }

    // Statements

    fn simple(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Vec<Stmt> {
        if let Some((array, update)) = rules.updated
            && self.chance(40)
        {
            return vec![self.shared_update(scope, rules, array, update)];
        }
        if let Some(stepped) = rules.stepped
            && self.chance(stepped.often)
        {
            // A step and what it is for.
            return vec![self.step(stepped.scalar), self.store(scope, rules, vars)];
        }
        let parallel = rules.parallel;
        match self.rng.random_range(0..100) {
            0..=12 => {
                let condition = self.guard(scope, rules, vars);
                let inside = scope.where_holds(&condition);
                let then = vec![self.store(&inside, rules, vars)];
                let otherwise = if self.chance(50) { vec![self.store(scope, rules, vars)] } else { vec![] };
                vec![Stmt::If { condition, then, otherwise }]
            }
            13..=17 => vec![self.while_loop(scope, rules, vars)],
            18..=27 if !parallel => self.reduction(scope, rules),
            18 => self.reduction(scope, rules),
            28..=29 if !parallel => {
                let condition = self.guard(scope, rules, vars);
                let leave = self.pick(&[Leave::Break, Leave::Continue, Leave::Return]);
                vec![Stmt::If { condition, then: vec![leave.stmt()], otherwise: vec![] }]
            }
            30..=36 if self.calls => {
                let target = self.target(scope, rules, vars);
                let value = self.expr(scope, rules, self.function.arrays[target.array].elem, 1);
                // The argument must have the element's type exactly.
                let value = Expr::Convert(self.function.arrays[target.array].elem, Box::new(value));
                vec![Stmt::Bump { target, value }]
            }
            _ => vec![self.store(scope, rules, vars)],
        }
    }

    fn step(&mut self, scalar: ScalarId) -> Stmt {
        let value = Expr::Literal(self.function.scalars[scalar], self.rng.random_range(1..=3));
        Stmt::Set { scalar, update: self.pick(&[Update::Add, Update::Add, Update::Sub]), value }
    }

    /// `h[k[i]] += e`: any element, whichever iteration it is.
    fn shared_update(&mut self, scope: &Scope, rules: &Rules, array: ArrayId, update: Update) -> Stmt {
        let Array { elem, extents, .. } = self.function.arrays[array].clone();
        let subscript = |generator: &mut Self| {
            let elem = generator.pick(&[Elem::I32, Elem::U32, Elem::U8, Elem::I64]);
            Subscript::Modulo(Box::new(generator.shallow(scope, rules, elem)))
        };
        let subscripts = extents.iter().map(|_| subscript(self)).collect();
        let value = self.expr(scope, rules, elem, 2);
        let update = if self.chance(6) { self.update() } else { update };
        Stmt::Store { target: Access { array, subscripts }, update, value }
    }

    fn reduction(&mut self, scope: &Scope, rules: &Rules) -> Vec<Stmt> {
        let mut scalars = sorted(scope.scalars.iter().copied());
        scalars.retain(|scalar| rules.stepped.is_none_or(|stepped| stepped.scalar != *scalar));
        if scalars.is_empty() {
            return vec![];
        }
        let scalar = self.pick(&scalars);
        let value = self.expr(scope, rules, self.function.scalars[scalar], 2);
        vec![Stmt::Set { scalar, update: self.update(), value }]
    }

    fn while_loop(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Stmt {
        let var = self.next_var;
        self.next_var += 1;
        let limit = self.rng.random_range(2..=5);
        let condition = self.less(scope, rules);
        let mut inner = scope.clone();
        inner.ranges.insert(var, bounds::Interval { low: 0, high: limit - 1 });
        let body = vec![self.store(&inner, rules, vars)];
        Stmt::While(While { var, limit, condition, body })
    }

    fn store(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Stmt {
        let target = self.target(scope, rules, vars);
        let value = self.expr(scope, rules, self.function.arrays[target.array].elem, 3);
        Stmt::Store { target, update: self.update(), value }
    }

    fn update(&mut self) -> Update {
        use Update::{Add, Max, Mul, Set, Sub, Xor};
        self.pick(&[Set, Set, Set, Set, Add, Add, Sub, Mul, Xor, Max])
    }

    fn target(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Access {
        let locals = sorted(scope.locals.iter().copied());
        if !locals.is_empty() && self.chance(20) {
            let local = self.pick(&locals);
            return self.access(scope, rules, local);
        }
        if rules.parallel {
            return self.own_target(scope, rules, vars);
        }
        let shared = self.shared_arrays();
        let array = self.pick(&shared);
        self.access(scope, rules, array)
    }

    /// An element that no other iteration of the loops in its subscripts touches.
    fn own_target(&mut self, scope: &Scope, rules: &mut Rules, vars: &[VarId]) -> Access {
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

    fn shared_arrays(&self) -> Vec<ArrayId> {
        (0..self.function.arrays.len()).filter(|&id| self.function.arrays[id].form != Form::Local).collect()
    }

    /// The array whose memory this one is part of.
    fn memory(&self, array: ArrayId) -> ArrayId {
        match self.function.arrays[array].form {
            Form::Overlap { of, .. } | Form::Flat { of } => of,
            Form::Vla | Form::Linear | Form::Global | Form::Record | Form::Member | Form::Local | Form::Rows(_) => {
                array
            }
        }
    }

    /// May an expression read the array?
    fn may_read(&self, rules: &Rules, array: ArrayId) -> bool {
        let settled = rules.own.iter().any(|own| own.array == array);
        let updated = !rules.is_seen && rules.updated.is_some_and(|updated| updated.0 == array);
        let waits = rules.scratch.is_some_and(|scratch| scratch.array == array && !scratch.is_written);
        settled || !updated && !waits && !rules.reserved.iter().any(|&other| self.memory(other) == self.memory(array))
    }

    // Conditions

    fn guard(&mut self, scope: &Scope, rules: &Rules, vars: &[VarId]) -> Cond {
        let Some(&var) = vars.choose(&mut self.rng) else { return self.less(scope, rules) };
        let other = self.pick(vars);
        match self.rng.random_range(0..10) {
            0..=1 => Cond::NonNegative(Affine::atom(Atom::Var(var), -self.rng.random_range(1..=3))),
            2 => {
                Cond::NonNegative(Affine { constant: self.rng.random_range(3..=10), terms: vec![(-1, Atom::Var(var))] })
            }
            3..=4 if var != other => Cond::NonNegative(Affine {
                constant: self.rng.random_range(-1..=1),
                terms: vec![(1, Atom::Var(var)), (-1, Atom::Var(other))],
            }),
            5 => Cond::NonNegative(Affine { constant: -2, terms: vec![(1, Atom::N), (-1, Atom::Var(var))] }),
            6..=7 => {
                let modulus = self.rng.random_range(2..=4);
                let form = Affine::var(var);
                Cond::Congruent { form, modulus, rest: self.rng.random_range(0..modulus) }
            }
            8 => {
                let (a, b) = (self.guard(scope, rules, &[var]), self.less(scope, rules));
                Cond::Both(Box::new(a), Box::new(b))
            }
            _ => self.less(scope, rules),
        }
    }

    fn less(&mut self, scope: &Scope, rules: &Rules) -> Cond {
        let elem = self.elem();
        let a = self.leaf(scope, rules, elem);
        // The comparison is in the type of the left operand.
        let elem = self.function.elem(&a);
        let b = if self.chance(50) {
            Expr::Literal(elem, self.rng.random_range(0..40))
        } else {
            self.leaf(scope, rules, elem)
        };
        Cond::Less(Box::new(a), Box::new(b))
    }

    // Expressions

    fn expr(&mut self, scope: &Scope, rules: &Rules, elem: Elem, depth: usize) -> Expr {
        if depth == 0 || self.chance(15) {
            return self.leaf(scope, rules, elem);
        }
        // Mostly the wanted type; now and then another one, converted.
        let other = self.elem();
        let elem = if self.chance(15) && self.fits(other, elem) { other } else { elem };
        let sub = |this: &mut Self| Box::new(this.expr(scope, rules, elem, depth - 1));
        match self.rng.random_range(0..100) {
            0..=9 if self.calls => Expr::Mix(elem, sub(self), sub(self)),
            10..=19 if self.fits(Elem::F64, elem) => self.math(scope, rules, elem, depth),
            20..=26 => {
                let condition = Box::new(self.less(scope, rules));
                Expr::Choose(condition, elem, sub(self), sub(self))
            }
            _ => {
                let (a, b) = (self.expr(scope, rules, elem, depth - 1), self.expr(scope, rules, elem, depth - 1));
                self.combine(elem, a, b)
            }
        }
    }

    fn math(&mut self, scope: &Scope, rules: &Rules, elem: Elem, depth: usize) -> Expr {
        let elem = if elem.is_float() { elem } else { Elem::F64 };
        let argument = Box::new(self.expr(scope, rules, elem, depth - 1));
        let (functions, of_two) = functions(self.numerics);
        if self.chance(25) {
            let other = self.expr(scope, rules, elem, depth - 1);
            return Expr::Binary(self.pick(of_two), elem, argument, Box::new(other));
        }
        match self.pick(functions) {
            Math::Sqrt => Expr::Math(Math::Sqrt, elem, Box::new(Expr::Math(Math::Fabs, elem, argument))),
            math => Expr::Math(math, elem, argument),
        }
    }

    fn combine(&mut self, elem: Elem, a: Expr, b: Expr) -> Expr {
        use Binary::{Add, And, Div, LimitedAdd, LimitedMul, Max, Min, Mul, Or, Rem, Shl, Shr, Sub, Xor};
        let op = if elem.is_float() {
            self.pick(&[Add, Add, Sub, Mul, Mul, Div, Min, Max])
        } else {
            self.pick(&[Add, Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, LimitedAdd, LimitedMul, Min, Max])
        };
        Expr::Binary(op, elem, Box::new(a), Box::new(b))
    }

    /// A value of about this type: an element, a scalar, a loop variable or a number.
    fn leaf(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Expr {
        if let Some(Stepped { scalar, often }) = rules.stepped
            && self.chance(often / 4)
        {
            return Expr::Scalar(scalar);
        }
        let vars = sorted(scope.ranges.keys().copied());
        let fits = |scalar: &ScalarId| self.fits(self.function.scalars[*scalar], elem);
        let scalars: Vec<ScalarId> = sorted(scope.scalars.iter().copied()).into_iter().filter(fits).collect();
        match self.rng.random_range(0..20) {
            0..=1 => Expr::Literal(elem, self.rng.random_range(-9..40)),
            2..=3 if !vars.is_empty() => Expr::Var(self.pick(&vars)),
            4 if !vars.is_empty() => Expr::Form(Affine {
                constant: self.rng.random_range(-3..=3),
                terms: vec![(2, Atom::Var(self.pick(&vars))), (-1, Atom::N)],
            }),
            5..=7 if !scalars.is_empty() => Expr::Scalar(self.pick(&scalars)),
            _ => match self.readable(scope, rules, elem) {
                Some(array) => Expr::Load(self.access(scope, rules, array)),
                None => Expr::Literal(elem, 3),
            },
        }
    }

    fn readable(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Option<ArrayId> {
        let visible = |id: &ArrayId| {
            let array = &self.function.arrays[*id];
            self.fits(array.elem, elem)
                && self.may_read(rules, *id)
                && (array.form != Form::Local || scope.locals.contains(id))
        };
        let arrays: Vec<ArrayId> = (0..self.function.arrays.len()).filter(visible).collect();
        let own = |id: &ArrayId| rules.own.iter().any(|access| access.array == *id);
        // Under the parallel discipline the iteration's own elements are read half of the time.
        let wanted: Vec<ArrayId> = arrays.iter().copied().filter(own).collect();
        if !wanted.is_empty() && self.chance(30) {
            return wanted.choose(&mut self.rng).copied();
        }
        arrays.choose(&mut self.rng).copied()
    }

    /// An element of `array`; the iteration's own one if the rules say so.
    fn access(&mut self, scope: &Scope, rules: &Rules, array: ArrayId) -> Access {
        let own = rules.own.iter().find(|own| own.array == array);
        if let Some(own) = own
            && bounds::check_access(&self.function, scope, own)
        {
            let own = own.clone();
            let shifted = shifted(&own, rules.shift).filter(|it| bounds::check_access(&self.function, scope, it));
            return shifted.filter(|_| self.chance(70)).unwrap_or(own);
        }
        let extents = self.function.arrays[array].extents.clone();
        let subscripts = extents.into_iter().map(|extent| self.subscript(scope, rules, extent)).collect();
        Access { array, subscripts }
    }

    fn subscript(&mut self, scope: &Scope, rules: &Rules, extent: Extent) -> Subscript {
        if self.chance(6) {
            let elem = self.pick(&[Elem::I32, Elem::U32, Elem::U8, Elem::I64]);
            return Subscript::Modulo(Box::new(self.shallow(scope, rules, elem)));
        }
        let size = self.function.extent(extent);
        for _ in 0..8 {
            let form = self.subscript_form(scope, extent);
            let range = scope.interval(&self.function, &form);
            if range.is_some_and(|range| range.low >= 0 && range.high < size) {
                return Subscript::Affine(form);
            }
        }
        Subscript::Affine(Affine::constant(self.rng.random_range(0..size)))
    }

    /// An integer whose subscripts are plain, so that there is an end.
    fn shallow(&mut self, scope: &Scope, rules: &Rules, elem: Elem) -> Expr {
        if let Some(stepped) = rules.stepped
            && self.chance(50)
        {
            return Expr::Scalar(stepped.scalar);
        }
        let vars = sorted(scope.ranges.keys().copied());
        let integers: Vec<ArrayId> = (0..self.function.arrays.len())
            .filter(|&id| {
                let array = &self.function.arrays[id];
                let stored = !self.may_read(rules, id) || rules.own.iter().any(|own| own.array == id);
                array.form != Form::Local && !array.elem.is_float() && !stored
            })
            .collect();
        match vars.choose(&mut self.rng).copied() {
            Some(var) if integers.is_empty() || self.chance(40) => {
                let square = Expr::Binary(Binary::Mul, elem, Box::new(Expr::Var(var)), Box::new(Expr::Var(var)));
                if self.chance(50) { square } else { Expr::Var(var) }
            }
            _ if integers.is_empty() => Expr::Literal(elem, 2),
            _ => {
                let array = self.pick(&integers);
                let extents = self.function.arrays[array].extents.clone();
                let zero = |_| Subscript::Affine(Affine::constant(0));
                let mut subscripts: Vec<Subscript> = extents.iter().map(zero).collect();
                let last = extents.len() - 1;
                for &var in &vars {
                    let form = Affine::var(var);
                    let range = scope.interval(&self.function, &form);
                    if range.is_some_and(|r| r.low >= 0 && r.high < self.function.extent(extents[last])) {
                        subscripts[last] = Subscript::Affine(form);
                    }
                }
                Expr::Load(Access { array, subscripts })
            }
        }
    }

    fn subscript_form(&mut self, scope: &Scope, extent: Extent) -> Affine {
        let vars = sorted(scope.ranges.keys().copied());
        let Some(&var) = vars.choose(&mut self.rng) else { return Affine::constant(0) };
        let other = self.pick(&vars);
        match self.rng.random_range(0..20) {
            0..=9 => Affine::var(var),
            10..=13 => Affine::atom(Atom::Var(var), self.rng.random_range(-2..=2)),
            14 => Affine { constant: self.rng.random_range(0..=2), terms: vec![(2, Atom::Var(var))] },
            15 if var != other => Affine {
                constant: self.rng.random_range(-2..=2),
                terms: vec![(1, Atom::Var(var)), (1, Atom::Var(other))],
            },
            16 if var != other => Affine {
                constant: self.rng.random_range(0..=6),
                terms: vec![(1, Atom::Var(var)), (-1, Atom::Var(other))],
            },
            17..=18 => match extent {
                Extent::N => Affine { constant: -1, terms: vec![(1, Atom::N), (-1, Atom::Var(var))] },
                Extent::M => Affine { constant: -1, terms: vec![(1, Atom::M), (-1, Atom::Var(var))] },
                Extent::Fixed(size) => Affine { constant: size - 1, terms: vec![(-1, Atom::Var(var))] },
            },
            _ => Affine::constant(self.rng.random_range(0..3)),
        }
    }
}

/// Ways out of a loop, which can be copied.
#[derive(Clone, Copy)]
enum Leave {
    Break,
    Continue,
    Return,
}

impl Leave {
    fn stmt(self) -> Stmt {
        match self {
            Leave::Break => Stmt::Break,
            Leave::Continue => Stmt::Continue,
            Leave::Return => Stmt::Return,
        }
    }
}

/// The element `by` further on in the first dimension.
fn shifted(own: &Access, by: i64) -> Option<Access> {
    let mut access = own.clone();
    match access.subscripts.first_mut() {
        Some(Subscript::Affine(form)) if by != 0 && !form.terms.is_empty() => form.constant += by,
        _ => return None,
    }
    Some(access)
}

fn sorted(ids: impl Iterator<Item = ScalarId>) -> Vec<usize> {
    let mut ids: Vec<usize> = ids.collect();
    ids.sort_unstable();
    ids
}
/// The functions of one and of two numbers that may be called.
fn functions(numerics: Numerics) -> (&'static [Math], &'static [Binary]) {
    use Math::{Atan, Cbrt, Ceil, Exp, Fabs, Floor, Log, Logb, Negate, Rint, Round, Sin, Sqrt, Tanh};
    match numerics {
        Numerics::Strict => (
            // The last ones are the C library's own: CPU threads call it.
            &[Sqrt, Sqrt, Fabs, Floor, Ceil, Negate, Round, Rint, Logb, Exp, Log, Sin, Atan, Tanh, Cbrt],
            &[Binary::Fmod, Binary::Remainder, Binary::Fdim],
        ),
        Numerics::Reproducible | Numerics::Contract => (
            &[Sqrt, Fabs, Negate, Rint, Exp, Log, Sin, Atan, Tanh, Cbrt],
            &[Binary::Fmod, Binary::Pow, Binary::Atan2, Binary::Hypot],
        ),
    }
}
