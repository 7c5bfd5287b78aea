//! Random functions. A seed gives the same function every time.
//!
//! Half of the nests follow a parallel discipline: each iteration of the outer loops stores elements of its own, reads
//! what is stored only there, and keeps scalars private. Dense nests are those of linear algebra. Others add up
//! what each iteration computes. The rest does anything.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

mod arrays;
mod complex;
mod dense;
mod discipline;
mod expressions;
mod jumps;
mod long;
mod loops;
mod statements;
mod sums;

use crate::bounds::{self, Scope};
use crate::print;
use crate::tree::{
    Access, Affine, Alias, Array, ArrayId, Atom, Binary, CELLS, Calls, Case, Colour, Cond, Edge, Elem, Expr, Extent,
    Form, Function, Helper, Hue, Index, Loop, Math, Numerics, Order, Part, Poke, ScalarId, Sizes, Smaller, Start, Stmt,
    Subscript, Switch, Test, Update, VarId, Way, While,
};
use dense::LENGTHS;

/// Loops inside each other.
const MAX_DEPTH: usize = 4;

/// How often sizes are where.
const SIZES: [Sizes; 7] = {
    use Sizes::{Fields, Globals, Parameters, Pointed};
    [Parameters, Parameters, Parameters, Parameters, Globals, Pointed, Fields]
};

/// How often the matrices of a function's dense nests are mostly alike.
const MATRICES: [Option<Form>; 7] = {
    use Form::{Global, Linear, Vla};
    [None, None, Some(Vla), Some(Linear), Some(Linear), Some(Linear), Some(Global)]
};

/// Which functions are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// What they are compared with.
    pub numerics: Numerics,
    /// Most of the types are `_Float16`.
    pub halves: bool,
    /// All have complex numbers, not only one in eight.
    pub complex: bool,
    /// Nests of one kind, if not all.
    pub only: Option<Only>,
}

/// A kind of nests that functions may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Only {
    /// Accumulating loops over matrices.
    Dense,
    /// Loops that add floats up, beside stores and variables of their own.
    Sums,
}

impl Only {
    /// The name of `--only`'s value.
    pub fn name(self) -> &'static str {
        match self {
            Only::Dense => "dense",
            Only::Sums => "sums",
        }
    }

    /// Innermost iterations one call of such a function may take.
    fn work(only: Option<Only>) -> i64 {
        match only {
            None | Some(Only::Sums) => 60_000,
            Some(Only::Dense) => 300_000,
        }
    }
}

/// The function of a seed.
pub fn function(seed: u64) -> Function {
    function_for(Wanted::default(), seed)
}

/// The function of a seed among the wanted ones.
pub fn function_for(wanted: Wanted, seed: u64) -> Function {
    // A function that turns out too costly is thrown away; the next stream of the same seed decides.
    let attempts = (0..).map(|attempt| Generator::new(wanted, seed, attempt).function());
    let is_cheap = |function: &Function| bounds::work(function).is_some_and(|work| work <= Only::work(wanted.only));
    attempts.into_iter().find(is_cheap).unwrap_or_else(|| empty(seed))
}

fn empty(seed: u64) -> Function {
    let body = vec![Stmt::Declare { scalar: 0, value: Expr::Literal(Elem::I32, 0) }];
    Function {
        seed,
        sizes: Sizes::Parameters,
        calls: Calls::Once,
        n: 5,
        m: 4,
        arrays: vec![],
        scalars: vec![Elem::I32],
        result: 0,
        body,
    }
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
    /// Except that arrays are read that share their memory under other names: the loop is parallel as far as it can tell.
    trusting: bool,
    /// How far from its own elements an iteration reads, in the first subscript: all in one direction.
    shift: i64,
    /// An array that each iteration of the outermost loop writes from its beginning on, before it reads it.
    scratch: Option<Scratch>,
    /// A scalar that is only stepped, by constants.
    stepped: Option<Stepped>,
    /// Scalars that all iterations add to, and that hardly anything else reads.
    sums: Vec<ScalarId>,
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
    /// Some of the types are complex.
    has_complex: bool,
    only: Option<Only>,
    /// How most matrices of dense nests are passed, if alike.
    matrices: Option<Form>,
}

impl Generator {
    fn new(Wanted { numerics, halves, complex, only }: Wanted, seed: u64, attempt: u64) -> Generator {
        let mut rng = SmallRng::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(attempt));
        let function = Function {
            seed,
            calls: Calls::Once,
            sizes: *SIZES.choose(&mut rng).expect("there are sizes"),
            n: rng.random_range(5..=20),
            m: rng.random_range(4..=9),
            arrays: vec![],
            scalars: vec![],
            result: 0,
            body: vec![],
        };
        let calls = rng.random_ratio(25, 100);
        let matrices = *MATRICES.choose(&mut rng).expect("there are forms");
        let has_complex = !halves && (complex || complex::is_for(seed));
        let mut generator = Generator {
            rng,
            function,
            next_var: 0,
            palette: vec![],
            calls,
            numerics,
            halves,
            has_complex,
            only,
            matrices,
        };
        for _ in 0..generator.pick(&[1, 2, 2, 3]) {
            let elem = generator.any_elem();
            generator.palette.push(elem);
        }
        if has_complex {
            let elem = generator.complex_elem();
            generator.palette.push(elem);
            generator.calls |= generator.chance(25);
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
        match self.only {
            None | Some(Only::Sums) => (0..self.rng.random_range(2..=5)).for_each(|_| self.array()),
            // Such nests make their own arrays.
            Some(Only::Dense) => self.dense_sizes(),
        }
        let mut scope = Scope::default();
        let mut body = Vec::new();
        if self.only == Some(Only::Sums) {
            body.extend(self.float_scalars(&mut scope));
        }
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
        body.extend(self.complex_scalars(&mut scope));
        for _ in 0..self.rng.random_range(1..=3) {
            let nest = match self.only {
                None => self.nest(&scope),
                Some(Only::Sums) => vec![self.sums(&scope)],
                Some(Only::Dense) => self.dense(&scope).unwrap_or_default(),
            };
            body.extend(nest);
        }
        if self.only == Some(Only::Sums) {
            body.extend(self.all_sums(&scope));
        }
        body.extend(self.all_complex(&scope));
        self.function.body = body;
        self.function.calls = self.calls_of_it();
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
            0..=3 if self.has_complex => self.complex_elem(),
            0..=3 => Elem::F64,
            4 => Elem::F32,
            5 => Elem::I32,
            _ => self.pick(&Elem::ALL),
        }
    }

    fn declare(&mut self, elem: Elem, value: Expr, scope: &mut Scope) -> Stmt {
        let scalar = self.function.scalars.len();
        self.function.scalars.push(elem);
        scope.scalars.insert(scalar);
        Stmt::Declare { scalar, value }
    }
}

fn sorted(ids: impl Iterator<Item = ScalarId>) -> Vec<usize> {
    let mut ids: Vec<usize> = ids.collect();
    ids.sort_unstable();
    ids
}
