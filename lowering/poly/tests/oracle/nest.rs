//! Random loop nests: their shape, how to draw them, and their translation to a [`Model`].

use proptest::prelude::*;
use raddle_poly::model::{Access, AccessId, AccessKind, Array, ArrayId, Branch, Loop, LoopId, Model};

/// The parameter's largest value; the smallest is 0.
pub const MAX_N: i64 = 3;
const MAX_DEPTH: usize = 3;

/// `constant + n * of_n + sum of outer[d] * (iterator of the d-th loop around)`.
#[derive(Clone)]
pub struct Affine {
    pub constant: i64,
    pub of_n: i64,
    pub outer: [i64; MAX_DEPTH],
}

impl std::fmt::Debug for Affine {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [a, b, c] = self.outer;
        write!(f, "{} + {}n + {a}i + {b}j + {c}k", self.constant, self.of_n)
    }
}

impl Affine {
    pub fn eval(&self, n: i64, iterators: &[i64]) -> i64 {
        self.constant + self.of_n * n + self.outer.iter().zip(iterators).map(|(c, i)| c * i).sum::<i64>()
    }

    fn text(&self, loops: &[LoopId]) -> String {
        let terms: Vec<_> = self.outer.iter().zip(loops).map(|(c, l)| format!(" + {c} * {}", iter_name(*l))).collect();
        format!("{} + {} * n{}", self.constant, self.of_n, terms.concat())
    }
}

#[derive(Clone, Debug)]
pub enum Node {
    For {
        lo: Affine,
        hi: Affine,
        step: i64,
        down: bool,
        body: Vec<Node>,
    },
    While {
        down: bool,
        body: Vec<Node>,
    },
    If {
        nonnegative: Affine,
        body: Vec<Node>,
    },
    /// `known` conditions are told to the analysis as branches.
    Maybe {
        known: bool,
        body: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Access {
        write: bool,
        array: usize,
        subscripts: [Option<Affine>; 2],
    },
}

#[derive(Clone, Debug)]
pub struct Nest {
    pub body: Vec<Node>,
    pub live_out: [bool; 3],
    /// Whether array 0 is local to the innermost loop around all its accesses.
    pub local: bool,
    /// Subscripts of arrays that nobody knows are below [`EXTENT`].
    pub bounded: bool,
}

/// Elements per dimension of arrays with an extent.
pub const EXTENT: i64 = 3;

/// The ranks of the arrays that the nests use.
pub const RANKS: [u32; 3] = [0, 1, 2];

/// Three loops over a matrix whose rows and columns have the numbers of iterations: the row of one is read by others.
pub fn crossing() -> impl Strategy<Value = Nest> {
    let iterator = |depth: usize, constant| {
        let mut outer = [0; MAX_DEPTH];
        outer[depth] = 1;
        Affine { constant, of_n: 0, outer }
    };
    let subscript =
        move || (0..MAX_DEPTH, prop_oneof![8 => Just(0), 1 => -1..=1i64]).prop_map(move |(d, c)| iterator(d, c));
    let subscripts = move || (subscript(), subscript()).prop_map(|(a, b)| [Some(a), Some(b)]);
    let access = move |write| subscripts().prop_map(move |subscripts| Node::Access { write, array: 2, subscripts });
    let reads = proptest::collection::vec(access(false), 1..=2);
    let starts = proptest::array::uniform3(prop_oneof![6 => Just(0), 1 => Just(1)]);
    (reads, access(true), starts).prop_map(|(mut body, write, starts)| {
        body.push(write);
        let plain = |constant, of_n| Affine { constant, of_n, outer: [0; MAX_DEPTH] };
        for start in starts {
            body = vec![Node::For { lo: plain(start, 0), hi: plain(0, 1), step: 1, down: false, body }];
        }
        Nest { body, live_out: [true; 3], local: false, bounded: false }
    })
}

/// A loop whose iterations fill an array of three elements, or most of it, and then read and write elements that nobody knows.
pub fn scratch() -> impl Strategy<Value = Nest> {
    let plain = |constant, of_n| Affine { constant, of_n, outer: [0; MAX_DEPTH] };
    let access = |write, at| Node::Access { write, array: 1, subscripts: [at, None] };
    let whole = move || {
        let moving = Affine { constant: 0, of_n: 0, outer: [0, 1, 0] };
        let (fill, up) = (vec![access(true, Some(moving))], prop_oneof![4 => Just(EXTENT), 1 => Just(2)]);
        (up, any::<bool>()).prop_map(move |(hi, down)| {
            vec![Node::For { lo: plain(0, 0), hi: plain(hi, 0), step: 1, down, body: fill.clone() }]
        })
    };
    let each = move || {
        let elements = proptest::collection::vec(prop_oneof![12 => Just(true), 1 => Just(false)], EXTENT as usize);
        elements.prop_map(move |all| {
            let written = (0..).zip(all).filter(|it| it.1).map(|it| it.0);
            written.map(|at| access(true, Some(plain(at, 0)))).collect::<Vec<_>>()
        })
    };
    let uses = || {
        let one = (any::<bool>(), 0..5i64, any::<bool>());
        proptest::collection::vec(one, 1..4).prop_map(move |all| {
            let of = |(write, at, repeated)| {
                let one = access(write, (at < EXTENT).then(|| plain(at, 0)));
                if repeated { Node::While { down: false, body: vec![one] } } else { one }
            };
            all.into_iter().map(of).collect::<Vec<_>>()
        })
    };
    let early = prop_oneof![6 => Just(vec![]), 1 => uses()];
    let parts = (early, prop_oneof![whole(), each()], uses(), any::<bool>(), 0..4);
    parts.prop_map(move |(early, filled, uses, live_out, form)| {
        let filled = match form {
            0 => vec![Node::Maybe { known: true, body: filled.clone(), otherwise: filled }],
            _ => filled,
        };
        let body = [early, filled, uses].concat();
        let body = vec![Node::For { lo: plain(0, 0), hi: plain(0, 1), step: 1, down: false, body }];
        Nest { body, live_out: [false, live_out, false], local: false, bounded: true }
    })
}

fn affine(coefficient: std::ops::RangeInclusive<i64>) -> impl Strategy<Value = Affine> {
    let outer = proptest::array::uniform3(prop_oneof![2 => Just(0), 3 => coefficient]);
    (-2..=2i64, 0..=1i64, outer).prop_map(|(constant, of_n, outer)| Affine { constant, of_n, outer })
}

fn access(affine_only: bool) -> impl Strategy<Value = Node> {
    let unknown = if affine_only { 0 } else { 1 };
    let subscript = || prop_oneof![9 => affine(-1..=2).prop_map(Some), unknown => Just(None)];
    (any::<bool>(), 0..RANKS.len(), [subscript(), subscript()]).prop_map(|(write, array, subscripts)| Node::Access {
        write,
        array,
        subscripts,
    })
}

fn for_loop(body: Vec<Node>) -> impl Strategy<Value = Node> {
    let length = prop_oneof![Just(None), affine(-1..=1).prop_map(Some)];
    (affine(0..=1), length, 1..=2i64, any::<bool>()).prop_map(move |(lo, hi, step, down)| {
        let hi = hi.unwrap_or(Affine { constant: lo.constant + 3, ..lo.clone() });
        Node::For { lo, hi, step, down, body: body.clone() }
    })
}

fn node(depth: usize, affine_only: bool) -> BoxedStrategy<Node> {
    if depth == MAX_DEPTH {
        return access(affine_only).boxed();
    }
    let inner = move || proptest::collection::vec(node(depth + 1, affine_only), 1..4);
    let same = move || proptest::collection::vec(access(affine_only), 1..3);
    let unknown = if affine_only { 0 } else { 1 };
    prop_oneof![
        4 => access(affine_only),
        4 => inner().prop_flat_map(for_loop),
        1 => (affine(-1..=1), same()).prop_map(|(nonnegative, body)| Node::If { nonnegative, body }),
        unknown => (any::<bool>(), inner()).prop_map(|(down, body)| Node::While { down, body }),
        unknown => (any::<bool>(), same()).prop_map(|(known, body)| Node::Maybe { known, body, otherwise: vec![] }),
        // Often the same in both branches.
        2 * unknown => (same(), same(), 0..3).prop_map(|(body, more, form)| {
            let otherwise = match form {
                0 => more,
                1 => body.clone(),
                _ => body.iter().cloned().chain(more).collect(),
            };
            Node::Maybe { known: true, body, otherwise }
        }),
    ]
    .boxed()
}

/// Nests that start with a loop. `affine_only` nests have nothing that has to be approximated.
pub fn nest(affine_only: bool) -> impl Strategy<Value = Nest> {
    let outermost = proptest::collection::vec(node(1, affine_only), 1..5).prop_flat_map(for_loop);
    let rest = proptest::collection::vec(node(1, affine_only), 0..2);
    (outermost, rest, proptest::array::uniform3(any::<bool>()), any::<bool>()).prop_map(
        |(first, mut body, live_out, local)| {
            body.insert(0, first);
            Nest { body, live_out, local, bounded: false }
        },
    )
}

fn iter_name(id: LoopId) -> String {
    format!("i{}", id.0)
}

impl Nest {
    /// Loops and accesses get their numbers in source order, here and in the interpreter.
    pub fn model(&self) -> Model {
        let mut builder = Builder {
            model: Model { params: vec!["n".into()], context: format!("0 <= n <= {MAX_N}"), ..Model::default() },
        };
        for (array, rank) in RANKS.into_iter().enumerate() {
            let live_out = self.live_out[array];
            builder.model.arrays.push(Array { name: format!("A{array}"), rank, live_out, local_to: None });
        }
        builder.nodes(&self.body, &Scope { loops: Vec::new(), guards: Vec::new(), certain: true }, &mut 0);
        let mut model = builder.model;
        if self.local {
            model.arrays[0].local_to = common_loop(&model, ArrayId(0));
        }
        if self.bounded {
            let dims = RANKS.into_iter().enumerate().flat_map(|(array, rank)| (0..rank).map(move |dim| (array, dim)));
            model.extents = dims.map(|(array, dim)| ((ArrayId(array as u32), dim), EXTENT.to_string())).collect();
        }
        model
    }
}

/// The innermost loop around all accesses to an array.
fn common_loop(model: &Model, array: ArrayId) -> Option<LoopId> {
    let mut chains = model.accesses.iter().filter(|a| a.array == array).map(|a| a.loops.clone());
    let first = chains.next()?;
    let shared =
        |a: Vec<LoopId>, b: Vec<LoopId>| a.iter().zip(&b).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect();
    chains.fold(first, shared).last().copied()
}

struct Scope {
    loops: Vec<LoopId>,
    guards: Vec<String>,
    certain: bool,
}

struct Builder {
    model: Model,
}

impl Builder {
    fn nodes(&mut self, nodes: &[Node], scope: &Scope, position: &mut u32) {
        for node in nodes {
            self.node(node, scope, position);
        }
    }

    fn node(&mut self, node: &Node, scope: &Scope, position: &mut u32) {
        let same = |guard: Option<String>, certain: bool| {
            let guards = scope.guards.iter().cloned().chain(guard).collect();
            Scope { loops: scope.loops.clone(), guards, certain: scope.certain && certain }
        };
        match node {
            Node::For { lo, hi, step, down, body } => {
                let id = LoopId(self.model.loops.len() as u32);
                let (lo, hi, iter) = (lo.text(&scope.loops), hi.text(&scope.loops), iter_name(id));
                let range = format!("{lo} <= {iter} and {iter} < {hi} and exists (e: {iter} = {lo} + {step} e)");
                self.open(range, *down, body, scope, position);
            }
            Node::While { down, body } => self.open(String::new(), *down, body, scope, position),
            Node::If { nonnegative, body } => {
                let guard = format!("({} >= 0)", nonnegative.text(&scope.loops));
                self.nodes(body, &same(Some(guard), true), position);
            }
            Node::Maybe { known: false, body, otherwise } => {
                self.nodes(body, &same(None, false), position);
                self.nodes(otherwise, &same(None, false), position);
            }
            Node::Maybe { known: true, body, otherwise } => {
                let start = self.model.branches.len() as u32;
                for (body, other) in [(body, start + 1), (otherwise, start)] {
                    let first = self.model.accesses.len() as u32;
                    self.nodes(body, scope, position);
                    let accesses = (first..self.model.accesses.len() as u32).map(AccessId).collect();
                    let other = Some(other);
                    self.model.branches.push(Branch { depth: scope.loops.len() as u32, accesses, other });
                }
            }
            Node::Access { write, array, subscripts } => {
                let rank = RANKS[*array] as usize;
                let texts = subscripts[..rank].iter().map(|s| s.as_ref().map(|s| s.text(&scope.loops)));
                self.model.accesses.push(Access {
                    kind: if *write { AccessKind::Write } else { AccessKind::Read },
                    array: ArrayId(*array as u32),
                    loops: scope.loops.clone(),
                    position: *position,
                    guard: scope.guards.join(" and "),
                    subscripts: texts.collect(),
                    certain: scope.certain,
                    source: String::new(),
                });
                *position += 1;
            }
        }
    }

    fn open(&mut self, constraints: String, down: bool, body: &[Node], scope: &Scope, position: &mut u32) {
        let id = LoopId(self.model.loops.len() as u32);
        let (parent, direction) = (scope.loops.last().copied(), if down { -1 } else { 1 });
        self.model.loops.push(Loop { iter: iter_name(id), parent, position: *position, constraints, direction });
        *position += 1;
        let loops = scope.loops.iter().copied().chain([id]).collect();
        self.nodes(body, &Scope { loops, guards: scope.guards.clone(), certain: scope.certain }, &mut 0);
    }
}

/// The accesses below each child of a loop's body.
pub fn units(model: &Model, id: LoopId) -> Vec<Vec<AccessId>> {
    let depth = model.accesses.iter().find_map(|a| a.loops.iter().position(|l| *l == id)).map_or(0, |d| d + 1);
    let mut units: Vec<(u32, Vec<AccessId>)> = Vec::new();
    for (index, access) in model.accesses.iter().enumerate().filter(|(_, a)| a.loops.contains(&id)) {
        let position = access.loops.get(depth).map_or(access.position, |l| model.loops[l.0 as usize].position);
        let access = AccessId(index as u32);
        match units.iter_mut().find(|(p, _)| *p == position) {
            Some((_, unit)) => unit.push(access),
            None => units.push((position, vec![access])),
        }
    }
    units.sort();
    units.into_iter().map(|(_, unit)| unit).collect()
}
