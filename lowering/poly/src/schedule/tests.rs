//! Register tiles, copies and the code of trees against naive twins: small domains, all instances of which are enumerated and run.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;

use super::{Code, Dependences, For, Form, More, Registers, Row, Statement, StatementId, Tree};
use crate::{
    Analysis,
    analysis::{Cond, Expr},
    isl::{IslError, Set},
    model::{Access, AccessId, AccessKind, Array, ArrayId, Loop, LoopId, Model},
};

const MAX_N: i64 = 5;
const DEPTH: usize = 4;
const SIZES: [i64; 2] = [2, 3];
const S: StatementId = StatementId(0);

/// `constant + n * of_n + sum of outer[d] * (iterator of the d-th loop)`.
#[derive(Clone, Debug)]
struct Affine {
    constant: i64,
    of_n: i64,
    outer: [i64; DEPTH],
}

impl Affine {
    fn eval(&self, n: i64, iterators: &[i64]) -> i64 {
        self.constant + self.of_n * n + self.outer.iter().zip(iterators).map(|(c, i)| c * i).sum::<i64>()
    }

    fn text(&self, depth: usize) -> String {
        let terms: Vec<_> = (0..depth).map(|it| format!(" + {} i{it}", self.outer[it])).collect();
        format!("{} + {} n{}", self.constant, self.of_n, terms.concat())
    }
}

/// One statement in four loops. It reads an element, others, and writes the first one.
#[derive(Clone, Debug)]
struct Nest {
    bounds: Vec<[Affine; 2]>,
    /// Array and subscripts; the first one is written as well.
    reads: Vec<(u32, [Affine; 2])>,
    /// Which loops are rows and lanes of register tiles, the one over updates, and the one around tiles.
    roles: [usize; DEPTH],
}

impl Nest {
    fn model(&self) -> Model {
        let loops = (0..DEPTH).map(|number| {
            let [low, high] = &self.bounds[number];
            let constraints = format!("{} <= i{number} and i{number} < {}", low.text(number), high.text(number));
            let parent = number.checked_sub(1).map(|it| LoopId(it as u32));
            Loop { iter: format!("i{number}"), parent, position: 0, constraints, direction: 1 }
        });
        let write = self.reads.first().map(|it| (AccessKind::Write, it));
        let accesses = self.reads.iter().map(|it| (AccessKind::Read, it)).chain(write);
        let access = |(position, (kind, (array, subscripts))): (usize, (AccessKind, &(u32, [Affine; 2])))| Access {
            kind,
            array: ArrayId(*array),
            loops: (0..DEPTH as u32).map(LoopId).collect(),
            position: position as u32,
            guard: String::new(),
            subscripts: subscripts.iter().map(|it| Some(it.text(DEPTH))).collect(),
            certain: true,
            source: String::new(),
        };
        let array = |name: &str| Array { name: name.into(), rank: 2, live_out: true, local_to: None };
        Model {
            params: vec!["n".into()],
            context: format!("0 <= n <= {MAX_N}"),
            arrays: vec![array("A"), array("B")],
            loops: loops.collect(),
            accesses: accesses.enumerate().map(access).collect(),
            ..Model::default()
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let accesses = (0..=self.reads.len() as u32).map(AccessId).collect();
        vec![Statement { loops: (0..DEPTH as u32).map(LoopId).collect(), guard: String::new(), accesses }]
    }

    fn update(&self) -> AccessId {
        AccessId(self.reads.len() as u32)
    }

    /// In the order of the source.
    fn instances(&self, n: i64) -> Vec<Vec<i64>> {
        let mut all = vec![vec![]];
        for [low, high] in &self.bounds {
            let values = |outer: &Vec<i64>| (low.eval(n, outer)..high.eval(n, outer)).collect::<Vec<_>>();
            all =
                all.iter().flat_map(|outer| values(outer).into_iter().map(|it| [&outer[..], &[it]].concat())).collect();
        }
        all
    }

    fn elements(&self, n: i64, instance: &[i64]) -> Vec<(u32, [i64; 2])> {
        let element =
            |(array, subscripts): &(u32, [Affine; 2])| (*array, [0, 1].map(|it| subscripts[it].eval(n, instance)));
        self.reads.iter().map(element).collect()
    }

    fn registers(&self) -> Registers {
        let [rows, lanes, over, _] = self.roles.map(|it| Form::iterator(it, DEPTH));
        Registers { statement: S, over: vec![over], rows, lanes, sizes: SIZES }
    }

    /// Tiles of caches around register tiles, but for the row that chooses the rows of a register tile.
    fn outer(&self) -> Vec<Row> {
        let Registers { over, rows, lanes, sizes: [height, width], .. } = self.registers();
        let around = Form::iterator(self.roles[3], DEPTH);
        let forms = [around, rows.tile(2 * height), lanes.tile(2 * width), over[0].tile(3), lanes.tile(width)];
        forms.into_iter().map(|it| Row::from([(S, it)])).collect()
    }

    fn tile_row(&self) -> Row {
        let Registers { rows, sizes: [height, _], .. } = self.registers();
        Row::from([(S, rows.tile(height))])
    }

    fn tree(&self, copies: &[StatementId]) -> Tree {
        let tile = Tree::Band(vec![self.tile_row()], Box::new(Tree::Registers(self.registers())));
        let mut outer = self.outer();
        if copies.is_empty() {
            return Tree::Band(outer, Box::new(tile));
        }
        let count = outer.len();
        for (number, row) in outer.iter_mut().enumerate() {
            row.extend(copies.iter().map(|it| (*it, Form::iterator(number, count + 1))));
        }
        let copy = |id: &StatementId| {
            let row = Row::from([(*id, Form::iterator(count, count + 1))]);
            (vec![*id], Tree::Band(vec![row], Box::new(Tree::Leaf)))
        };
        let parts = copies.iter().map(copy).chain([(vec![S], tile)]).collect();
        Tree::Band(outer, Box::new(Tree::Sequence(parts)))
    }

    /// When the tree without copies runs an instance.
    fn time(&self, instance: &[i64]) -> Vec<i64> {
        let rows = [self.outer(), vec![self.tile_row()], self.registers().as_rows()].concat();
        rows.iter().map(|row| value(&row[&S], instance)).collect()
    }

    /// Register tile, and values of the loops around it.
    fn place(&self, instance: &[i64]) -> [i64; 4] {
        let [rows, lanes, over, around] = self.roles.map(|it| instance[it]);
        [rows.div_euclid(SIZES[0]), lanes.div_euclid(SIZES[1]), around, over]
    }

    /// Register tiles of which all instances exist.
    fn full(&self, n: i64) -> BTreeSet<[i64; 4]> {
        let mut count: BTreeMap<[i64; 4], i64> = BTreeMap::new();
        self.instances(n).iter().for_each(|it| *count.entry(self.place(it)).or_default() += 1);
        count.into_iter().filter(|it| it.1 == SIZES[0] * SIZES[1]).map(|it| it.0).collect()
    }

    /// Instances that reach one element, which one of them writes, the earlier first.
    fn dependent_pairs(&self, n: i64) -> Vec<[Vec<i64>; 2]> {
        let instances = self.instances(n);
        let mut pairs = vec![];
        for (number, second) in instances.iter().enumerate() {
            let later = self.elements(n, second);
            for first in &instances[..number] {
                let earlier = self.elements(n, first);
                if later.contains(&earlier[0]) || earlier.contains(&later[0]) {
                    pairs.push([first.clone(), second.clone()]);
                }
            }
        }
        pairs
    }
}

fn value(form: &Form, instance: &[i64]) -> i64 {
    let sum: i64 = form.coefficients.iter().zip(instance).map(|(c, i)| c * i).sum();
    (sum + form.constant).div_euclid(form.divisor)
}

fn bound(of_n: i64) -> impl Strategy<Value = Affine> {
    let outer = proptest::array::uniform4(prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(-1)]);
    (-1..=2i64, outer).prop_map(move |(constant, outer)| Affine { constant, of_n, outer })
}

/// Natural subscripts, some of them further on.
fn subscripts(loops: [usize; 2]) -> impl Strategy<Value = [Affine; 2]> {
    let one = move |position: usize| {
        prop_oneof![4 => Just(0), 1 => -1..=1i64].prop_map(move |constant| {
            let mut outer = [0; DEPTH];
            outer[position] = 1;
            Affine { constant, of_n: 0, outer }
        })
    };
    [one(loops[0]), one(loops[1])]
}

fn nest() -> impl Strategy<Value = Nest> {
    let roles = Just([0, 1, 2, 3]).prop_shuffle();
    roles.prop_flat_map(|[i, j, k, l]| {
        let bounds = proptest::collection::vec([bound(0), bound(1)], DEPTH);
        // Two iterations, so that all instances can be enumerated.
        let bounds = bounds.prop_map(move |mut bounds: Vec<[Affine; 2]>| {
            let first = bounds[l][0].clone();
            bounds[l][1] = Affine { constant: first.constant + 2, ..first };
            bounds
        });
        let array = || prop_oneof![Just(0u32), Just(1u32)];
        let first = (array(), subscripts([k, j]));
        let second = proptest::option::of((array(), subscripts([i, k])));
        let others = (first, second).prop_map(|(first, second)| [vec![first], second.into_iter().collect()].concat());
        (bounds, subscripts([i, j]), others, any::<bool>()).prop_map(move |(bounds, written, others, batches)| {
            let mut reads = [vec![(0, written)], others].concat();
            // Each iteration around has elements of its own.
            reads.iter_mut().for_each(|it| it.1[0].outer[l] += if batches { 100 } else { 0 });
            Nest { bounds, reads, roles: [i, j, k, l] }
        })
    })
}

/// Each element as a number that depends on all that it was made from, in order.
type Memory = HashMap<(u32, [i64; 2]), u64>;

fn read(memory: &Memory, (array, [x, y]): (u32, [i64; 2])) -> u64 {
    memory.get(&(array, [x, y])).copied().unwrap_or((i64::from(array) * 1_000_003 + x * 1009 + y) as u64)
}

fn update(memory: &mut Memory, elements: &[(u32, [i64; 2])], values: &[u64]) {
    let mixed = values.iter().fold(7, |all: u64, it| (all.rotate_left(9) ^ it).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    memory.insert(elements[0], mixed);
}

fn run(nest: &Nest, n: i64, order: &[Vec<i64>]) -> Memory {
    let mut memory = Memory::new();
    for instance in order {
        let elements = nest.elements(n, instance);
        let values: Vec<_> = elements.iter().map(|it| read(&memory, *it)).collect();
        update(&mut memory, &elements, &values);
    }
    memory
}

/// The instances in the order in which the code runs them.
fn interpret(code: &Code, names: &mut HashMap<String, i64>, out: &mut Vec<(StatementId, Vec<i64>)>) {
    let number =
        |expr: &Expr, names: &HashMap<String, i64>| expr.eval(&|it| names.get(it).copied()).expect("all names");
    let truth = |it: &Cond, names: &HashMap<String, i64>| it.eval(&|it| names.get(it).copied()).expect("all names");
    match code {
        Code::Block(children) => children.iter().for_each(|it| interpret(it, names, out)),
        Code::For(it) => {
            let For { iterator, first, end, step, body } = &**it;
            for value in (number(first, names)..number(end, names)).step_by(*step as usize) {
                names.insert(iterator.clone(), value);
                interpret(body, names, out);
            }
        }
        Code::Let(iterator, expr, body) => {
            let value = number(expr, names);
            names.insert(iterator.clone(), value);
            interpret(body, names, out);
        }
        Code::If(condition, then, other) => match (truth(condition, names), other) {
            (true, _) => interpret(then, names, out),
            (false, Some(other)) => interpret(other, names, out),
            (false, None) => {}
        },
        Code::Statement(id, values) => out.push((*id, values.iter().map(|it| number(it, names)).collect())),
        Code::Await(tile) => out.push((AWAIT, vec![number(tile, names)])),
    }
}

/// The most values that a loop goes through at once. Where its tile is given, not chosen by a loop, nothing bounds it.
fn longest(code: &Code, [wanted, tile]: [&str; 2], names: &mut HashMap<String, i64>) -> i64 {
    let number = |expr: &Expr, names: &HashMap<String, i64>| expr.eval(&|it| names.get(it).copied()).unwrap();
    match code {
        Code::Block(children) => children.iter().map(|it| longest(it, [wanted, tile], names)).max().unwrap_or(0),
        Code::For(it) => {
            let (first, end) = (number(&it.first, names), number(&it.end, names));
            if it.iterator == wanted {
                return if names.contains_key(tile) { (end - first) / it.step } else { 0 };
            }
            let inside = (first..end).step_by(it.step as usize).map(|value| {
                names.insert(it.iterator.clone(), value);
                longest(&it.body, [wanted, tile], names)
            });
            let longest = inside.max().unwrap_or(0);
            names.remove(&it.iterator);
            longest
        }
        Code::Let(iterator, expr, body) => {
            let value = number(expr, names);
            names.insert(iterator.clone(), value);
            let longest = longest(body, [wanted, tile], names);
            names.remove(iterator);
            longest
        }
        Code::If(_, then, other) => {
            let other = other.as_ref().map_or(0, |it| longest(it, [wanted, tile], names));
            longest(then, [wanted, tile], names).max(other)
        }
        Code::Statement(..) | Code::Await(_) => 0,
    }
}

/// Stands for `Code::Await` where a trace has it.
const AWAIT: StatementId = StatementId(u32::MAX);

/// The instances in some order in which rows may run beside each other.
fn side_by_side(waves: &Code, n: i64, mut seed: u64) -> Vec<Vec<i64>> {
    let Code::For(outer) = waves else { panic!("rows have a loop") };
    let mut names = HashMap::from([("n".into(), n)]);
    let number = |expr: &Expr, names: &HashMap<String, i64>| expr.eval(&|it| names.get(it).copied()).unwrap();
    let mut rows = vec![];
    for row in number(&outer.first, &names)..number(&outer.end, &names) {
        names.insert(outer.iterator.clone(), row);
        let mut events = vec![];
        interpret(&outer.body, &mut names, &mut events);
        rows.push(std::collections::VecDeque::from(events));
    }
    // How far each row is; the one before the first has ended.
    let mut reached = vec![i64::MIN; rows.len()];
    let mut order = vec![];
    while reached.iter().any(|it| *it < i64::MAX) {
        let before = |row: usize, reached: &[i64]| if row == 0 { i64::MAX } else { reached[row - 1] };
        let may_go = |row: &usize| match rows[*row].front() {
            _ if reached[*row] == i64::MAX => false,
            Some((AWAIT, tile)) => before(*row, &reached) > tile[0],
            Some(_) => true,
            None => before(*row, &reached) == i64::MAX,
        };
        let able: Vec<usize> = (0..rows.len()).filter(may_go).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let row = able[(seed >> 33) as usize % able.len()];
        match rows[row].pop_front() {
            // A tile was found free: the one before it is done.
            Some((AWAIT, tile)) => reached[row] = tile[0],
            Some((_, instance)) => order.push(instance),
            None => reached[row] = i64::MAX,
        }
    }
    order
}

fn trace(code: &Code, n: i64) -> Vec<(StatementId, Vec<i64>)> {
    let mut out = vec![];
    interpret(code, &mut HashMap::from([("n".into(), n)]), &mut out);
    out
}

/// None if isl gave up, or where no tile is full.
fn code_of(nest: &Nest, dependences: &Dependences<'_>, tree: &Tree, more: &More) -> Option<Code> {
    match Code::of(dependences, tree, more) {
        Ok(code) => Some(code),
        Err(IslError::Quota) => None,
        Err(error) => {
            assert!((0..=MAX_N).all(|n| nest.full(n).is_empty()), "{error}");
            None
        }
    }
}

fn cases(count: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, max_shrink_iters: 2000, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = count;
    }
    config
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn full_tiles_have_all_instances(nest in nest()) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let found = nest.registers().full_places(&dependences).unwrap();
        for n in 0..=MAX_N {
            let at = Set::read(analysis.isl(), &format!("[n] -> {{ : n = {n} }}")).unwrap();
            let all: Vec<_> = nest.full(n).into_iter().map(|[a, b, l, k]| format!("[{a}, {b}, {l}, {k}]")).collect();
            let text = if all.is_empty() { "[a, b, l, k] : false".into() } else { all.join("; ") };
            let expected = Set::read(analysis.isl(), &format!("[n] -> {{ {text} }}")).unwrap();
            let (found, expected) = (found.intersect_params(&at).unwrap(), expected.intersect_params(&at).unwrap());
            prop_assert!(found.is_equal(&expected).unwrap(), "n = {n}: expected {text}");
        }
    }

    #[test]
    fn code_runs_all_instances_in_order(nest in nest()) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let more = More::from([(S, nest.outer().iter().map(|row| row[&S].clone()).collect())]);
        let Some(code) = code_of(&nest, &dependences, &nest.tree(&[]), &more) else { return Ok(()) };
        for n in 0..=MAX_N {
            let mut expected = nest.instances(n);
            expected.sort_by_key(|it| nest.time(it));
            let with_tiles = |it: &Vec<i64>| [&it[..], &nest.time(it)[..5]].concat();
            let expected: Vec<_> = expected.iter().map(|it| (S, with_tiles(it))).collect();
            prop_assert_eq!(trace(&code, n), expected, "n = {}\n{}", n, code);
            // Rows and lanes, and the rows of the schedule that choose their tiles.
            for (wanted, size) in [["c7", "c5"], ["c8", "c4"]].into_iter().zip(SIZES) {
                let longest = longest(&code, wanted, &mut HashMap::from([("n".into(), n)]));
                prop_assert!(longest <= size, "{wanted:?} in tiles of {size}: {longest}, n = {n}\n{code}");
            }
        }
    }

    #[test]
    fn legal_orders_and_parallel_rows_are_exact(nest in nest()) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let (mut is_kept, mut are_parallel) = (true, [true; 5]);
        for [first, second] in (0..=MAX_N).flat_map(|n| nest.dependent_pairs(n)) {
            let (from, to) = (nest.time(&first), nest.time(&second));
            is_kept &= from < to;
            for (row, is_parallel) in are_parallel.iter_mut().enumerate() {
                // What rows before run the other way round is not parallel in any.
                *is_parallel &= from[..row] <= to[..row] && (from[..row] != to[..row] || from[row] == to[row]);
            }
        }
        prop_assert_eq!(dependences.are_kept_by(&nest.tree(&[])).unwrap(), is_kept);
        prop_assert_eq!(dependences.are_kept_among(&[S], &nest.tree(&[])).unwrap(), is_kept);
        prop_assert!(dependences.are_kept_among(&[], &nest.tree(&[])).unwrap());
        for (row, expected) in are_parallel.into_iter().enumerate() {
            let outer = nest.outer();
            prop_assert_eq!(dependences.is_parallel(&[S], &outer[..row], &outer[row]).unwrap(), expected, "row {}", row);
        }
    }

    #[test]
    fn what_may_stay_in_registers_does(nest in nest()) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let outer = [nest.outer(), vec![nest.tile_row()]].concat();
        if dependences.may_stay_in_registers(&nest.registers(), &outer, nest.update()).unwrap() {
            for n in 0..=MAX_N {
                let mut order = nest.instances(n);
                order.sort_by_key(|it| nest.time(it));
                prop_assert_eq!(run_in_registers(&nest, n, &order), run(&nest, n, &order));
            }
        }
    }

    #[test]
    fn waves_keep_what_their_rows_grow_along(nest in nest(), skew in 0..3i64, size in 1..4i64, seed: u64) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let [first, second] = skewed(skew);
        let rows: [Row; 2] = [first.tile(size), second.tile(size + 1)].map(|it| Row::from([(S, it)]));
        let tree = Tree::Band(rows.to_vec(), Box::new(Tree::original(&statements)));
        let pairs = (0..=MAX_N).flat_map(|n| nest.dependent_pairs(n));
        let shrinks = |[a, b]: &[Vec<i64>; 2]| rows.iter().any(|row| value(&row[&S], a) > value(&row[&S], b));
        let grows = !pairs.into_iter().any(|it| shrinks(&it));
        prop_assert_eq!(dependences.grow_along(&rows).unwrap(), grows);
        let is_kept = grows && dependences.are_kept_by(&tree).unwrap();
        if (0..=MAX_N).all(|n| nest.instances(n).is_empty()) {
            return Ok(());
        }
        let code = match Code::of(&dependences, &tree, &More::new()) {
            Err(IslError::Quota) => return Ok(()),
            code => code.unwrap(),
        };
        let Some(waves) = code.in_waves() else { return Ok(()) };
        for n in 0..=MAX_N {
            let order = side_by_side(&waves, n, seed);
            let mut all = order.clone();
            all.sort();
            let mut expected = nest.instances(n);
            expected.sort();
            prop_assert_eq!(all, expected, "n = {}\n{}", n, waves);
            let place = |it: &Vec<i64>| order.iter().position(|other| other == it);
            for [first, second] in nest.dependent_pairs(n).iter().filter(|_| is_kept) {
                prop_assert!(place(first) < place(second), "n = {}: {:?} {:?}\n{}", n, first, second, waves);
            }
        }
    }

    #[test]
    fn rows_grow_by_what_dependences_say(nest in nest(), skew in 0..3i64) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let [_, form] = skewed(skew);
        let pairs = (0..=MAX_N).flat_map(|n| nest.dependent_pairs(n));
        let least = pairs.map(|[first, second]| value(&form, &second) - value(&form, &first)).min();
        let found = dependences.least_growth(&Row::from([(S, form)])).unwrap().unwrap();
        prop_assert_eq!(found, least.map(|it| (S, S, it)).into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn long_loops_are_where_iterators_are_far_apart(nest in nest(), position in 0..DEPTH, distance in 0..4i64) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let far = dependences.where_far(&[(S, position, distance)]).unwrap();
        let condition = dependences.condition(&far).unwrap();
        for n in 0..=MAX_N {
            let values: Vec<i64> = nest.instances(n).iter().map(|it| it[position]).collect();
            let extent = values.iter().max().zip(values.iter().min()).map(|(most, least)| most - least);
            let found = condition.eval(&|name| (name == "n").then_some(n));
            prop_assert_eq!(found, Some(extent.is_some_and(|it| it >= distance)), "n = {}: {}", n, far);
        }
    }

    #[test]
    fn copies_that_are_legal_hold_what_is_read(nest in nest(), which in 1..=2usize) {
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let mut dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let which = which.min(nest.reads.len() - 1);
        let copy = dependences.add_copy(&nest.registers(), &nest.outer(), AccessId(which as u32)).unwrap();
        let tree = nest.tree(&[copy]);
        let is_legal = dependences.are_kept_among(&[copy, S], &tree).unwrap();
        if is_legal && let Some(code) = code_of(&nest, &dependences, &tree, &More::new()) {
            for n in 0..=MAX_N {
                let expected = run(&nest, n, &nest.instances(n));
                prop_assert_eq!(run_with_copies(&nest, n, which, copy, &trace(&code, n))?, expected);
            }
        }
        dependences.forget(copy);
        let without = Dependences::new(&analysis, &statements, &[]).unwrap();
        let tree = nest.tree(&[]);
        prop_assert_eq!(dependences.are_kept_by(&tree).unwrap(), without.are_kept_by(&tree).unwrap());
        prop_assert_eq!(dependences.ids(), without.ids());
    }
}

/// The outermost iterator, and the next one with multiples of the first.
fn skewed(skew: i64) -> [Form; 2] {
    let mut second = Form::iterator(1, DEPTH);
    second.coefficients[0] = skew;
    [Form::iterator(0, DEPTH), second]
}

/// Elements that full tiles update are in registers from the first value of the loop to the last.
fn run_in_registers(nest: &Nest, n: i64, order: &[Vec<i64>]) -> Memory {
    let full = nest.full(n);
    let run_of = |it: &Vec<i64>| (full.contains(&nest.place(it)), nest.time(it)[..6].to_vec());
    let mut memory = Memory::new();
    for part in order.chunk_by(|a, b| run_of(a) == run_of(b)) {
        let is_full = run_of(&part[0]).0;
        let register = |instance: &[i64]| [nest.roles[0], nest.roles[1]].map(|it| instance[it]);
        let mut registers: BTreeMap<[i64; 2], u64> = BTreeMap::new();
        for instance in part.iter().filter(|_| is_full) {
            registers.insert(register(instance), read(&memory, nest.elements(n, instance)[0]));
        }
        let mut stored = Memory::new();
        for instance in part {
            let elements = nest.elements(n, instance);
            let mut values: Vec<_> = elements.iter().map(|it| read(&memory, *it)).collect();
            if !is_full {
                update(&mut memory, &elements, &values);
                continue;
            }
            values[0] = registers[&register(instance)];
            update(&mut stored, &elements, &values);
            registers.insert(register(instance), stored[&elements[0]]);
        }
        memory.extend(stored);
    }
    memory
}

/// Full tiles read what the copy of the same outer rows and value of the loop took.
fn run_with_copies(
    nest: &Nest,
    n: i64,
    which: usize,
    copy: StatementId,
    trace: &[(StatementId, Vec<i64>)],
) -> Result<Memory, TestCaseError> {
    let (full, all) = (nest.full(n), nest.instances(n));
    let key = |it: &[i64]| [&nest.time(it)[..5], &[it[nest.roles[2]]]].concat();
    let (mut memory, mut copied) = (Memory::new(), HashMap::new());
    for (id, iterators) in trace {
        if *id == copy {
            let read_here = all.iter().filter(|it| full.contains(&nest.place(it)) && key(it) == *iterators);
            for instance in read_here {
                let element = nest.elements(n, instance)[which];
                copied.insert((iterators.clone(), element), read(&memory, element));
            }
            continue;
        }
        let elements = nest.elements(n, iterators);
        let mut values: Vec<_> = elements.iter().map(|it| read(&memory, *it)).collect();
        if full.contains(&nest.place(iterators)) {
            let taken = copied.get(&(key(iterators), elements[which]));
            values[which] = *taken.ok_or_else(|| TestCaseError::fail("no copy was made"))?;
        }
        update(&mut memory, &elements, &values);
    }
    Ok(memory)
}

/// The random nests are worth something only if all answers occur.
#[test]
fn random_nests_are_varied() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..100 {
        let nest = nest().new_tree(&mut runner).expect("a nest").current();
        let (analysis, statements) = (Analysis::new(&nest.model()).unwrap(), nest.statements());
        let mut dependences = Dependences::new(&analysis, &statements, &[]).unwrap();
        let outer = nest.outer();
        let mut count = |what: &str, answer: bool| *seen.entry(format!("{what}: {answer}")).or_default() += 1;
        count("kept", dependences.are_kept_by(&nest.tree(&[])).unwrap());
        count("parallel", dependences.is_parallel(&[S], &[], &outer[0]).unwrap());
        count("full", !nest.full(MAX_N).is_empty());
        count("all full", nest.instances(MAX_N).iter().all(|it| nest.full(MAX_N).contains(&nest.place(it))));
        let around = [&outer[..], &[nest.tile_row()]].concat();
        count("registers", dependences.may_stay_in_registers(&nest.registers(), &around, nest.update()).unwrap());
        let copy = dependences.add_copy(&nest.registers(), &outer, AccessId(1)).unwrap();
        count("code", code_of(&nest, &dependences, &nest.tree(&[copy]), &More::new()).is_some());
        count("copy", dependences.are_kept_among(&[copy, S], &nest.tree(&[copy])).unwrap());
    }
    println!("{seen:?}");
    let both = ["kept", "parallel", "full", "registers", "copy", "code"]
        .map(|it| [true, false].map(|is| format!("{it}: {is}")));
    assert!(both.iter().flatten().all(|it| seen.get(it).is_some_and(|count| *count >= 5)), "{seen:?}");
}

/// A variable in the body of the outermost loop, which three statements use.
#[test]
fn iterations_with_variables_of_their_own_are_independent() {
    let access = |kind, array: u32, depth: u32, subscripts: &[&str], position| Access {
        kind,
        array: ArrayId(array),
        loops: (0..depth).map(LoopId).collect(),
        position,
        guard: String::new(),
        subscripts: subscripts.iter().map(|it| Some(it.to_string())).collect(),
        certain: true,
        source: String::new(),
    };
    let (read, write) = (AccessKind::Read, AccessKind::Write);
    let array = |name: &str, rank, local_to: Option<LoopId>| Array {
        name: name.into(),
        rank,
        live_out: local_to.is_none(),
        local_to,
    };
    let one = |number: u32, position| Loop {
        iter: format!("i{number}"),
        parent: number.checked_sub(1).map(LoopId),
        position,
        constraints: format!("0 <= i{number} < n"),
        direction: 1,
    };
    let model = Model {
        params: vec!["n".into()],
        context: "0 <= n".into(),
        arrays: vec![array("t", 0, Some(LoopId(0))), array("c", 1, None)],
        loops: vec![one(0, 0), one(1, 1)],
        accesses: vec![
            access(write, 0, 1, &[], 0),
            access(read, 0, 2, &[], 0),
            access(write, 0, 2, &[], 1),
            access(read, 0, 1, &[], 2),
            access(write, 1, 1, &["i0"], 3),
        ],
        ..Model::default()
    };
    let statement = |depth: u32, accesses: &[u32]| Statement {
        loops: (0..depth).map(LoopId).collect(),
        guard: String::new(),
        accesses: accesses.iter().map(|it| AccessId(*it)).collect(),
    };
    let statements = [statement(1, &[0]), statement(2, &[1, 2]), statement(1, &[3, 4])];
    let analysis = Analysis::new(&model).unwrap();
    let ids = [0, 1, 2].map(StatementId);
    let row = Row::from(ids.map(|id| (id, Form::iterator(0, statements[id.0 as usize].loops.len()))));
    let one_copy = Dependences::new(&analysis, &statements, &[]).unwrap();
    assert!(!one_copy.is_parallel(&ids, &[], &row).unwrap());
    let copies = one_copy.with_copies_of(&[ArrayId(0)]).unwrap();
    assert!(copies.is_parallel(&ids, &[], &row).unwrap());
    // All first statements, then all second ones: with variables of their own alone.
    let part = |id: StatementId| (vec![id], Tree::original_of(&statements, &[id]));
    let apart = Tree::Sequence(ids.map(part).to_vec());
    assert!(copies.are_kept_by(&apart).unwrap());
    let one_copy = copies.with_copies_of(&[]).unwrap();
    assert!(!one_copy.are_kept_by(&apart).unwrap());
    assert!(one_copy.are_kept_by(&Tree::original(&statements)).unwrap());
    assert!(one_copy.are_kept_among(&ids[..1], &part(ids[0]).1).unwrap());
}
