//! The analysis against brute force: random small nests, every instance enumerated.
//!
//! On nests that are affine throughout the answers have to be equal. On nests with unknown subscripts, conditions and trip
//! counts they have to be safe for every run that was tried.

mod nest;
mod trace;

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use raddle_poly::{
    Analysis,
    analysis::{BoundingBox, CopyOut, Distance, PolyError, Privatization},
    isl::IslError,
    model::{AccessId, ArrayId, LoopId, Model},
};

use nest::{Nest, RANKS, crossing, nest, scratch, units};
use trace::{Oracle, Trace, leaning, points_in_box, ranges, traces};

fn loops(model: &Model) -> impl Iterator<Item = LoopId> {
    (0..model.loops.len() as u32).map(LoopId)
}

fn arrays() -> impl Iterator<Item = ArrayId> {
    (0..RANKS.len() as u32).map(ArrayId)
}

fn accesses_to(model: &Model, array: ArrayId, within: Option<LoopId>) -> Vec<AccessId> {
    let all = model.accesses.iter().enumerate();
    all.filter(|(_, a)| a.array == array && within.is_none_or(|l| a.loops.contains(&l)))
        .map(|(i, _)| AccessId(i as u32))
        .collect()
}

/// The loops, then the whole nest.
fn scopes(model: &Model) -> impl Iterator<Item = Option<LoopId>> {
    loops(model).map(Some).chain([None])
}

/// 300 cases per property, or as many as the environment's PROPTEST_CASES.
fn cases() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 300;
    }
    config.failure_persistence = None;
    config.max_shrink_iters = 20_000;
    config
}

/// An affine nest with its analysis and its runs; nests with too many instances are passed over.
fn check_affine(
    nest: &Nest,
    check: impl Fn(&Analysis, &Oracle) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let model = nest.model();
    let Some(traces) = traces(nest, &model, 0) else { return Err(TestCaseError::reject("too many instances")) };
    let analysis = Analysis::new(&model).expect("the nest is well formed");
    check(&analysis, &Oracle { model: &model, traces: &traces })
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn carried_dependences_are_exact(nest in nest(true)) {
        check_affine(&nest, carried_is_exact)?;
    }

    #[test]
    fn dependences_begin_or_end_in_pivots(any in nest(true), crossing in crossing()) {
        check_affine(&any, pivots_are_right)?;
        check_affine(&crossing, pivots_are_right)?;
    }

    #[test]
    fn distribution_is_finest_and_ordered(nest in nest(true)) {
        check_affine(&nest, distribution_is_exact)?;
    }

    #[test]
    fn privatization_is_exact(nest in nest(true)) {
        check_affine(&nest, privatization_matches)?;
    }

    #[test]
    fn boxes_are_exact(nest in nest(true)) {
        check_affine(&nest, footprints_are_exact)?;
        check_affine(&nest, hulls_are_exact)?;
        check_affine(&nest, leans_are_right)?;
    }

    #[test]
    fn arrays_filled_in_each_iteration_get_safe_answers(nest in scratch(), seed in any::<u64>()) {
        let model = nest.model();
        let Some(traces) = traces(&nest, &model, seed) else { return Err(TestCaseError::reject("too many instances")) };
        let analysis = Analysis::new(&model).expect("the nest is well formed");
        is_safe(&analysis, &Oracle { model: &model, traces: &traces })?;
    }

    #[test]
    fn uncertain_nests_get_safe_answers(nest in nest(false), seed in any::<u64>()) {
        let model = nest.model();
        let Some(traces) = traces(&nest, &model, seed) else { return Err(TestCaseError::reject("too many instances")) };
        let analysis = Analysis::new(&model).expect("the nest is well formed");
        is_safe(&analysis, &Oracle { model: &model, traces: &traces })?;
    }
}

/// Whether the first loop's iterations may have their own copies of array 1.
fn is_private(model: &Model) -> bool {
    let analysis = Analysis::new(model).expect("the nest is well formed");
    matches!(analysis.privatizable(LoopId(0), ArrayId(1)), Privatization::Yes { .. })
}

#[test]
fn filled_arrays_are_often_private() {
    let mut runner = TestRunner::deterministic();
    let nests = (0..100).map(|_| scratch().new_tree(&mut runner).expect("a nest").current().model());
    let private = nests.filter(is_private).count();
    assert!((25..=75).contains(&private), "{private} of 100");
}

/// The random nests are worth something only if all answers occur often.
#[test]
fn random_nests_are_varied() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..300 {
        let nest = nest(true).new_tree(&mut runner).expect("a nest").current();
        let model = nest.model();
        let Some(traces) = traces(&nest, &model, 0) else {
            *seen.entry("too long").or_default() += 1;
            continue;
        };
        let analysis = Analysis::new(&model).expect("the nest is well formed");
        for answer in answers(&analysis, &Oracle { model: &model, traces: &traces }) {
            *seen.entry(answer).or_default() += 1;
        }
    }
    println!("{seen:?}");
    assert!(seen.get("too long").is_none_or(|&n| n < 60), "{seen:?}");
    let wanted =
        ["parallel", "sequential", "private", "last iteration", "not private", "overwritten", "split", "triangular"];
    assert!(wanted.iter().all(|answer| seen.get(answer).is_some_and(|&n| n >= 10)), "{seen:?}");
    assert!(seen.get("leaning").is_some_and(|&n| n >= 5), "{seen:?}");
}

#[test]
fn crossing_nests_have_pivots() {
    let mut runner = TestRunner::deterministic();
    let has_one = |_: &usize| {
        let model = crossing().new_tree(&mut runner).expect("a nest").current().model();
        let analysis = Analysis::new(&model).expect("the nest is well formed");
        loops(&model).any(|id| analysis.pivot(id).is_some())
    };
    let found = (0..300).filter(has_one).count();
    assert!(found >= 60, "{found} of 300");
}

/// The kinds of answers that one nest gets.
fn answers(analysis: &Analysis, oracle: &Oracle) -> Vec<&'static str> {
    let mut all = Vec::new();
    for id in loops(oracle.model).filter(|id| oracle.traces.iter().any(|t| t.iterations.iter().any(|(l, _)| l == id))) {
        all.push(if analysis.parallel(id, &[]) { "parallel" } else { "sequential" });
        let units = units(oracle.model, id);
        let groups = analysis.distribution(id, &units, &[]);
        all.extend((groups.len() > 1 && groups.len() < units.len()).then_some("split"));
        let outermost = oracle.chain(id)[0];
        all.extend((outermost != id && !analysis.exact_box(id, outermost)).then_some("triangular"));
        for array in arrays().filter(|&array| !accesses_to(oracle.model, array, Some(id)).is_empty()) {
            all.push(match analysis.privatizable(id, array) {
                Privatization::Yes { copy_out: CopyOut::None, .. } => "private",
                Privatization::Yes { copy_out: CopyOut::LastIteration, .. } => "last iteration",
                Privatization::Yes { copy_out: CopyOut::LastIterationIfAny, .. } => "last iteration, if any",
                Privatization::No(_) => "not private",
            });
            all.extend(analysis.overwrites(array, Some(id)).then_some("overwritten"));
            let used = accesses_to(oracle.model, array, Some(id));
            all.extend(analysis.lean(&used, id).map(|_| "leaning"));
        }
    }
    all
}

fn carried_is_exact(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        let found = analysis.carried(id, &[]);
        prop_assert!(found.iter().all(|d| d.exact));
        prop_assert_eq!(analysis.parallel(id, &[]), found.is_empty());
        prop_assert_eq!(analysis.preventing(id, &[]), found.first().cloned());
        let value = |d: &Distance| (d.min.expect("bounded"), d.max.expect("bounded"));
        let found: BTreeMap<_, Vec<_>> =
            found.iter().map(|d| ((d.source, d.sink), d.distance.iter().map(value).collect())).collect();
        prop_assert_eq!(&found, &oracle.carried(id), "loop {}", id.0);
        for array in arrays() {
            let others: Vec<_> =
                found.keys().filter(|(a, _)| oracle.model.accesses[a.0 as usize].array != array).collect();
            prop_assert_eq!(analysis.carried(id, &[array]).len(), others.len());
        }
    }
    Ok(())
}

fn pivots_are_right(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        if let Some(pivot) = analysis.pivot(id) {
            prop_assert!(!analysis.parallel(id, &[]));
            prop_assert!(oracle.is_pivot(id, &pivot), "loop {}: {pivot:?}", id.0);
        }
    }
    Ok(())
}

fn distribution_is_exact(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        let units = units(oracle.model, id);
        let edges = oracle.unit_edges(id, &units);
        let reaches = closure(units.len(), &edges);
        let groups = analysis.distribution(id, &units, &[]);
        let listed: BTreeSet<_> = groups.iter().flatten().copied().collect();
        prop_assert_eq!(listed.len(), groups.iter().map(Vec::len).sum::<usize>());
        prop_assert_eq!(listed.len(), units.len());
        for (index, group) in groups.iter().enumerate() {
            for &a in group {
                let together: Vec<_> =
                    (0..units.len()).filter(|&b| a == b || (reaches[a][b] && reaches[b][a])).collect();
                prop_assert_eq!(&together, group);
            }
            // Nothing later comes before it, and what may come now has no lesser member.
            let later: Vec<_> = groups[index..].iter().collect();
            let is_ready = |g: &[usize]| !later.iter().any(|o| o[0] != g[0] && reaches[o[0]][g[0]]);
            prop_assert!(is_ready(group));
            prop_assert!(later.iter().all(|o| o[0] >= group[0] || !is_ready(o)));
        }
    }
    Ok(())
}

fn closure(count: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<Vec<bool>> {
    let mut reaches = vec![vec![false; count]; count];
    for &(a, b) in edges {
        reaches[a][b] = true;
    }
    for k in 0..count {
        for i in 0..count {
            for j in 0..count {
                reaches[i][j] |= reaches[i][k] && reaches[k][j];
            }
        }
    }
    reaches
}

fn privatization_matches(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        for array in arrays() {
            let item = &oracle.model.arrays[array.0 as usize];
            let is_local = item.local_to.is_some_and(|l| oracle.chain(l).contains(&id));
            let inside = accesses_to(oracle.model, array, Some(id));
            let writes = inside
                .iter()
                .any(|a| oracle.model.accesses[a.0 as usize].kind == raddle_poly::model::AccessKind::Write);
            let possible = writes && (is_local || oracle.reads_are_covered(Some(id), array, oracle.depth(id) + 1));
            let live = item.live_out && item.local_to.is_none() || oracle.is_read_outside(id, array);
            let expected = match (possible, live && !is_local) {
                (false, _) => None,
                (true, false) => Some(CopyOut::None),
                (true, true) => oracle.last_iteration_writes_all(id, array),
            };
            let found = match analysis.privatizable(id, array) {
                Privatization::Yes { copy_out, .. } => Some(copy_out),
                Privatization::No(_) => None,
            };
            prop_assert_eq!(found, expected, "loop {} array {}", id.0, array.0);
            prop_assert_eq!(analysis.overwrites(array, Some(id)), writes && oracle.overwrites(array, Some(id)));
            let all = writes && oracle.overwrites_what_it_touches(array, id);
            prop_assert_eq!(analysis.overwrites_what_it_touches(array, id), all);
        }
    }
    Ok(())
}

fn leans_are_right(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        for array in arrays() {
            let used = accesses_to(oracle.model, array, Some(id));
            let Some(lean) = analysis.lean(&used, id) else { continue };
            for trace in oracle.traces {
                for outer in oracle.executions(trace, Some(id)) {
                    let elements = oracle.elements(trace, Some(id), &outer, |e| e.array == array);
                    let found = leaning(&elements, (lean.low, lean.high));
                    let elements: BTreeSet<Vec<i64>> = elements.into_iter().map(<[i64]>::to_vec).collect();
                    prop_assert_eq!(found, elements, "array {} in loop {}: {:?}", array.0, id.0, lean);
                }
            }
        }
    }
    Ok(())
}

/// The values of a box's expressions for one parameter and outer iterators; None where it is empty.
fn evaluate(found: &BoundingBox, names: &[String], n: i64, outer: &[i64]) -> Option<Vec<(i64, i64)>> {
    let lookup = |name: &str| if name == "n" { Some(n) } else { Some(outer[names.iter().position(|x| x == name)?]) };
    let value = |e: &raddle_poly::analysis::Expr| e.eval(&lookup).expect("all names are known");
    let ranges: Vec<_> = found.dims.iter().map(|d| (value(&d.lo), value(&d.hi))).collect();
    found.nonempty.eval(&lookup).expect("all names are known").then_some(ranges)
}

fn names(oracle: &Oracle, within: Option<LoopId>) -> Vec<String> {
    within
        .map_or(Vec::new(), |l| oracle.chain(l).iter().map(|l| oracle.model.loops[l.0 as usize].iter.clone()).collect())
}

fn footprints_are_exact(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for within in scopes(oracle.model) {
        for array in arrays() {
            let used = accesses_to(oracle.model, array, within);
            let found = analysis.footprint(&used, within);
            prop_assert_eq!(found.is_some(), !used.is_empty());
            let Some(found) = found else { continue };
            for trace in oracle.traces {
                for outer in oracle.executions(trace, within) {
                    let elements = oracle.elements(trace, within, &outer, |e| e.array == array);
                    let value = evaluate(&found, &names(oracle, within), trace.n, &outer);
                    prop_assert_eq!(value, ranges(&elements), "array {} in {:?}: {:?}", array.0, within, &found);
                }
            }
        }
    }
    Ok(())
}

fn hulls_are_exact(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        for within in oracle.chain(id) {
            let found = analysis.hull(id, within).expect("the loops are bounded");
            let longest = analysis.longest(id, within).expect("the loops are bounded");
            let (mut full, mut fills) = (true, true);
            for trace in oracle.traces {
                for outer in oracle.executions(trace, Some(within)) {
                    let tuples = iterations(trace, id, &outer);
                    let own: BTreeSet<_> = tuples.iter().map(|t| &t[t.len() - 1..]).collect();
                    prop_assert_eq!(evaluate(&found, &names(oracle, Some(within)), trace.n, &outer), ranges(&own));
                    full &= tuples.len() == points_in_box(&tuples);
                    let span = ranges(&own).map(|it| it[0].1 - it[0].0);
                    let most = executed_apart(&tuples);
                    let found = evaluate(&longest, &names(oracle, Some(within)), trace.n, &outer);
                    prop_assert_eq!(found, most.map(|it| vec![(-it, it)]));
                    fills &= span == most;
                }
            }
            prop_assert_eq!(analysis.exact_box(id, within), full);
            prop_assert_eq!(analysis.fills_hull(id, within), fills);
        }
    }
    Ok(())
}

/// The greatest distance of two iterations in one execution of the innermost loop.
fn executed_apart(tuples: &BTreeSet<&[i64]>) -> Option<i64> {
    let outer: BTreeSet<_> = tuples.iter().map(|t| &t[..t.len() - 1]).collect();
    let apart = |outer: &[i64]| {
        let own = tuples.iter().filter(|t| t.starts_with(outer)).map(|t| t[t.len() - 1]);
        Some(own.clone().max()? - own.min()?)
    };
    outer.into_iter().filter_map(apart).max()
}

/// The iterations of a loop in one execution of an outer one, without the fixed iterators.
fn iterations<'t>(trace: &'t Trace, id: LoopId, outer: &[i64]) -> BTreeSet<&'t [i64]> {
    trace.iterations.iter().filter(|(l, i)| *l == id && i.starts_with(outer)).map(|(_, i)| &i[outer.len()..]).collect()
}

fn is_safe(analysis: &Analysis, oracle: &Oracle) -> Result<(), TestCaseError> {
    for id in loops(oracle.model) {
        carried_is_safe(analysis, oracle, id)?;
        prop_assert!(analysis.pivot(id).is_none_or(|pivot| oracle.is_pivot(id, &pivot)));
        distribution_is_safe(analysis, oracle, id)?;
        for array in arrays() {
            private_is_safe(analysis, oracle, id, array)?;
            apart_is_safe(analysis, oracle, id, array)?;
        }
    }
    for within in scopes(oracle.model) {
        for array in arrays() {
            footprint_is_safe(analysis, oracle, within, array)?;
            prop_assert!(!analysis.overwrites(array, within) || oracle.overwrites(array, within));
            let all = within.filter(|id| analysis.overwrites_what_it_touches(array, *id));
            prop_assert!(all.is_none_or(|id| oracle.overwrites_what_it_touches(array, id)));
        }
    }
    // More conditions may take more than isl is allowed, and nothing else may go wrong.
    let text = analysis.text();
    prop_assert!(matches!(text, Ok(_) | Err(PolyError::Isl(IslError::Quota))), "{text:?}");
    Ok(())
}

fn carried_is_safe(analysis: &Analysis, oracle: &Oracle, id: LoopId) -> Result<(), TestCaseError> {
    let found = analysis.carried(id, &[]);
    let contains =
        |d: &Distance, r: &(i64, i64)| d.min.is_none_or(|min| min <= r.0) && d.max.is_none_or(|max| r.1 <= max);
    for ((source, sink), ranges) in oracle.carried(id) {
        let dependence = found.iter().find(|d| (d.source, d.sink) == (source, sink));
        prop_assert!(dependence.is_some_and(|d| d.distance.iter().zip(&ranges).all(|(d, r)| contains(d, r))));
    }
    let unknown = oracle.model.loops[id.0 as usize].constraints.is_empty();
    prop_assert_eq!(analysis.parallel(id, &[]), found.is_empty() && !unknown);
    Ok(())
}

fn distribution_is_safe(analysis: &Analysis, oracle: &Oracle, id: LoopId) -> Result<(), TestCaseError> {
    let units = units(oracle.model, id);
    let groups = analysis.distribution(id, &units, &[]);
    let place = |unit: usize| groups.iter().position(|g| g.contains(&unit));
    for (from, to) in oracle.unit_edges(id, &units) {
        prop_assert!(place(from).is_some() && place(from) <= place(to));
    }
    Ok(())
}

fn apart_is_safe(analysis: &Analysis, oracle: &Oracle, id: LoopId, array: ArrayId) -> Result<(), TestCaseError> {
    let accesses = accesses_to(oracle.model, array, Some(id));
    for (&a, &b) in accesses.iter().flat_map(|a| accesses.iter().map(move |b| (a, b))) {
        prop_assert!(!analysis.apart(id, &[a], &[b]) || !oracle.meet(id, a, b), "loop {}: {} {}", id.0, a.0, b.0);
    }
    Ok(())
}

fn private_is_safe(analysis: &Analysis, oracle: &Oracle, id: LoopId, array: ArrayId) -> Result<(), TestCaseError> {
    let item = &oracle.model.arrays[array.0 as usize];
    if item.local_to.is_some_and(|l| oracle.chain(l).contains(&id)) {
        return Ok(());
    }
    if let Privatization::Yes { copy_out, .. } = analysis.privatizable(id, array) {
        prop_assert!(oracle.reads_are_covered(Some(id), array, oracle.depth(id) + 1));
        let live = item.live_out && item.local_to.is_none() || oracle.is_read_outside(id, array);
        let needed = oracle.last_iteration_writes_all(id, array);
        let right = match copy_out {
            CopyOut::None => !live,
            CopyOut::LastIteration => needed == Some(CopyOut::LastIteration),
            CopyOut::LastIterationIfAny => needed.is_some(),
        };
        prop_assert!(right, "loop {} array {}", id.0, array.0);
    }
    Ok(())
}

fn footprint_is_safe(
    analysis: &Analysis,
    oracle: &Oracle,
    within: Option<LoopId>,
    array: ArrayId,
) -> Result<(), TestCaseError> {
    let used = accesses_to(oracle.model, array, within);
    let Some(found) = analysis.footprint(&used, within) else { return Ok(()) };
    for trace in oracle.traces {
        for outer in oracle.executions(trace, within) {
            let elements = oracle.elements(trace, within, &outer, |e| e.array == array);
            let Some(real) = ranges(&elements) else { continue };
            let value = evaluate(&found, &names(oracle, within), trace.n, &outer);
            let around = |v: Vec<(i64, i64)>| v.iter().zip(&real).all(|(v, r)| v.0 <= r.0 && r.1 <= v.1);
            prop_assert!(value.is_some_and(around), "array {} in {:?}: {:?}", array.0, within, found);
        }
    }
    Ok(())
}
