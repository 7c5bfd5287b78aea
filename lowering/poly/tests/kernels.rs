//! The analysis on known loop nests, each answer worked out by hand.

#[path = "support/kernels.rs"]
mod kernels;
#[path = "support/mod.rs"]
mod support;

use raddle_poly::{
    Analysis, PolyError,
    analysis::{Bound, CopyOut, DependenceKind, Obstacle, Privatization},
    model::{AccessId, LoopId, Model},
};
use support::{array_named, loop_named, parse};

struct Nest {
    model: Model,
    analysis: Analysis,
}

impl Nest {
    fn new(text: &str) -> Nest {
        let model = parse(text);
        let analysis = Analysis::new(&model).expect("the nest is well formed");
        Nest { model, analysis }
    }

    fn id(&self, name: &str) -> LoopId {
        loop_named(&self.model, name)
    }

    /// The names of the parallel loops, in source order.
    fn parallel(&self, ignore: &[&str]) -> String {
        let ignore: Vec<_> = ignore.iter().map(|name| array_named(&self.model, name)).collect();
        let ids = (0..self.model.loops.len() as u32).map(LoopId);
        let parallel = ids.filter(|&id| self.analysis.parallel(id, &ignore));
        parallel.map(|id| self.model.loops[id.0 as usize].iter.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// What a loop carries, as `flow 5->3 (1, 0)`.
    fn carried(&self, name: &str) -> Vec<String> {
        let all = self.analysis.carried(self.id(name), &[]);
        let text = |d: &raddle_poly::analysis::Dependence| {
            let distance: Vec<_> = d.distance.iter().map(ToString::to_string).collect();
            let assumed = if d.exact { "" } else { " assumed" };
            format!("{} {}->{} ({}){assumed}", d.kind, d.source.0, d.sink.0, distance.join(", "))
        };
        all.iter().map(text).collect()
    }

    fn private(&self, name: &str, array: &str) -> Privatization {
        self.analysis.privatizable(self.id(name), array_named(&self.model, array))
    }

    fn accesses(&self, array: &str, within: Option<&str>) -> Vec<AccessId> {
        let (array, within) = (array_named(&self.model, array), within.map(|name| self.id(name)));
        let all = self.model.accesses.iter().enumerate();
        let used = all.filter(|(_, a)| a.array == array && within.is_none_or(|l| a.loops.contains(&l)));
        used.map(|(index, _)| AccessId(index as u32)).collect()
    }

    /// The box that a loop touches in an array, as `if CONDITION: lo..hi, lo..hi`.
    fn footprint(&self, array: &str, within: Option<&str>) -> String {
        let used = self.accesses(array, within);
        let Some(found) = self.analysis.footprint(&used, within.map(|name| self.id(name))) else {
            return "unbounded".into();
        };
        let dims: Vec<_> = found.dims.iter().map(|d| format!("{}..{}", d.lo, d.hi)).collect();
        format!("if {}: {}", found.nonempty, dims.join(", "))
    }

    fn overwrites(&self, array: &str, within: &str) -> bool {
        self.analysis.overwrites(array_named(&self.model, array), Some(self.id(within)))
    }

    fn distribution(&self, name: &str, units: &[&[u32]], ignore: &[&str]) -> Vec<Vec<usize>> {
        let units: Vec<Vec<_>> = units.iter().map(|unit| unit.iter().copied().map(AccessId).collect()).collect();
        let ignore: Vec<_> = ignore.iter().map(|name| array_named(&self.model, name)).collect();
        self.analysis.distribution(self.id(name), &units, &ignore)
    }
}

const PRIVATE: Privatization = Privatization::Yes { copy_out: CopyOut::None, copy_in: false };
const PRIVATE_LAST: Privatization = Privatization::Yes { copy_out: CopyOut::LastIteration, copy_in: false };

#[test]
fn parallel_loops_of_polybench() {
    let verdicts = [
        (kernels::JACOBI_1D, "i j"),
        (kernels::GEMM, "i j l"),
        (kernels::LU, "m"),
        (kernels::FLOYD_WARSHALL, ""),
        (kernels::SEIDEL_2D, ""),
        (kernels::NUSSINOV, ""),
        (kernels::CORRELATION, "i j"),
        (kernels::ADI, "i a"),
        (kernels::FDTD_2D, "a b c d e f g"),
        (kernels::HEAT_3D, "i j k a b c"),
    ];
    for (text, parallel) in verdicts {
        assert_eq!(Nest::new(text).parallel(&[]), parallel, "{text}");
    }
}

#[test]
fn privatization_makes_loops_parallel() {
    let symm = Nest::new(kernels::SYMM);
    assert_eq!(symm.parallel(&[]), "");
    assert_eq!(symm.private("j", "temp2"), PRIVATE);
    assert_eq!(symm.parallel(&["temp2"]), "j k");
    assert_eq!(symm.private("k", "temp2"), Privatization::No(Obstacle::ExposedRead(AccessId(7))));

    let doitgen = Nest::new(kernels::DOITGEN);
    assert_eq!(doitgen.parallel(&[]), "p o");
    assert_eq!(doitgen.private("q", "sum"), PRIVATE);
    assert_eq!(doitgen.private("r", "sum"), PRIVATE);
    assert_eq!(doitgen.parallel(&["sum"]), "r q p s o");
    let reader = AccessId(5);
    assert_eq!(doitgen.private("p", "sum"), Privatization::No(Obstacle::LiveAfter(Some(reader))));
}

#[test]
fn dependences_have_kind_distance_and_ends() {
    let text = "
param n
array A 1
for i : 2 <= i and i < n
  A[i] = A[i-2] A[i+1]
";
    let nest = Nest::new(text);
    assert_eq!(nest.carried("i"), ["anti 1->2 (1)", "flow 2->0 (2)"]);
    let found = nest.analysis.carried(nest.id("i"), &[]);
    assert_eq!(found[1].kind, DependenceKind::Flow);
    assert_eq!(found[1].array, array_named(&nest.model, "A"));
}

#[test]
fn distance_vectors_go_inward_from_the_carrying_loop() {
    let nest = Nest::new(
        "
param n
array A 2
for i : 1 <= i and i < n
  for j : 1 <= j and j < n
    A[i][j] = A[i-1][j+3] A[i][j-1]
",
    );
    assert_eq!(nest.carried("i"), ["flow 2->0 (1, -3)"]);
    assert_eq!(nest.carried("j"), ["flow 2->1 (1)"]);
}

#[test]
fn scalars_depend_at_all_distances() {
    let nest = Nest::new(
        "
param n
array s 0
array A 1
for i : 0 <= i and i < n
  s = s A[i]
",
    );
    assert_eq!(nest.carried("i"), ["anti 0->2 (>=1)", "flow 2->0 (>=1)", "output 2->2 (>=1)"]);
}

#[test]
fn loops_that_count_down_have_their_own_order() {
    let up = "
param n
array A 1
for i : 0 <= i and i < n
  A[i] = A[i+1]
";
    assert_eq!(Nest::new(up).carried("i"), ["anti 0->1 (1)"]);
    assert_eq!(Nest::new(&up.replace("for", "down")).carried("i"), ["flow 1->0 (1)"]);
}

#[test]
fn strides_separate_accesses() {
    let text = |step: u32, offset: u32| {
        format!(
            "
param n
array A 1
for i : 0 <= i and i < n and exists (e: i = {step} e)
  A[i] = A[i+{offset}]
"
        )
    };
    assert_eq!(Nest::new(&text(2, 1)).parallel(&[]), "i");
    assert_eq!(Nest::new(&text(2, 4)).carried("i"), ["anti 0->1 (4)"]);
    assert_eq!(Nest::new(&text(3, 4)).parallel(&[]), "i");
}

#[test]
fn guards_and_bounds_separate_accesses() {
    let text = |guard: &str| {
        format!(
            "
param n m : n >= 1
array A 1
for i : 0 <= i and i < n
  if {guard}
    A[i] = A[i+m]
"
        )
    };
    assert_eq!(Nest::new(&text("m >= n")).parallel(&[]), "i");
    assert_eq!(Nest::new(&text("m >= n - 1")).parallel(&[]), "");
    assert_eq!(Nest::new(&text("m = 0")).parallel(&[]), "i");
    assert_eq!(Nest::new(&text("2 * i = n")).parallel(&[]), "i");
}

/// What a convex hull of the touched region would call a conflict: row and column i meet only at [i][i].
#[test]
fn correlation_needs_exact_unions() {
    let nest = Nest::new(kernels::CORRELATION);
    assert!(nest.analysis.parallel(nest.id("i"), &[]));
    // Two columns to the right, the column of one iteration meets the row of another.
    let shifted = Nest::new(&kernels::CORRELATION.replace("symmat[j][i] =", "symmat[j][i+2] ="));
    assert!(!shifted.analysis.parallel(shifted.id("i"), &[]));
}

/// Coarse grain: the body's conditions and inner loops do not matter if its regions of different iterations are disjoint.
#[test]
fn irregular_bodies_can_be_parallel() {
    let nest = Nest::new(
        "
param n
array A 2
array key 1
array out 1
for i : 0 <= i and i < n
  while w
    maybe
      A[i][?] = A[i][?] key[?]
  maybe
    out[i] = A[i][?]
",
    );
    assert_eq!(nest.parallel(&[]), "i");
    assert_eq!(nest.carried("w").len(), 3);
    assert!(nest.carried("w").iter().all(|d| d.ends_with("assumed")));
}

#[test]
fn unknown_subscripts_and_trip_counts_are_sequential() {
    let scatter = "
param n
array A 1
array index 1
for i : 0 <= i and i < n
  A[?] = index[i]
";
    assert_eq!(Nest::new(scatter).carried("i"), ["output 1->1 (>=1) assumed"]);
    assert_eq!(Nest::new(&scatter.replace("A[?] =", "A[i] =")).parallel(&[]), "i");
    let unknown = scatter.replace("for i : 0 <= i and i < n", "while i").replace("A[?] =", "A[i] =");
    assert_eq!(Nest::new(&unknown).parallel(&[]), "");
    assert!(Nest::new(&unknown).carried("i").is_empty());
}

/// Allen and Kennedy: `a = i + j; b[i][j] = b[i][j-1] + a * c[i-1][j]; c[i][j] = 2 b[i][j] + a` with an array `a`.
#[test]
fn allen_kennedy_distribution() {
    let nest = Nest::new(
        "
param n
array a 2
array b 2
array c 2
for i : 1 <= i and i < n
  for j : 1 <= j and j < n
    a[i][j] =
    b[i][j] = b[i][j-1] a[i][j] c[i-1][j]
    c[i][j] = b[i][j] a[i][j]
",
    );
    let units: [&[u32]; 3] = [&[0], &[1, 2, 3, 4], &[5, 6, 7]];
    // Seen from the outer loop, b and c need each other (c of row i-1); the statement of a stands alone and is parallel.
    assert_eq!(nest.distribution("i", &units, &[]), [vec![0], vec![1, 2]]);
    assert_eq!(nest.distribution("j", &units, &[]), [[0], [1], [2]]);
    assert_eq!(nest.distribution("i", &units, &["c"]), [[0], [1], [2]]);
}

#[test]
fn distribution_reorders_and_keeps_cycles_together() {
    let nest = Nest::new(
        "
param n
array A 1
array B 1
array C 1
for i : 1 <= i and i < n
  A[i] = B[i-1]
  C[i] = C[i-1]
  B[i] =
",
    );
    let units: [&[u32]; 3] = [&[0, 1], &[2, 3], &[4]];
    // B has to be written before A reads it; C is free and comes first as it stands first.
    assert_eq!(nest.distribution("i", &units, &[]), [[1], [2], [0]]);
    let cycle = Nest::new(
        "
param n
array A 1
array B 1
for i : 1 <= i and i < n
  A[i] = B[i-1]
  B[i] = A[i]
",
    );
    assert_eq!(cycle.distribution("i", &[&[0, 1], &[2, 3]], &[]), [[0, 1]]);
}

#[test]
fn distribution_keeps_users_of_a_local_variable_together() {
    let text = "
param n
array t 0 local i
array A 1
array B 1
for i : 0 <= i and i < n
  t = A[i]
  B[i] = t
  A[i] =
";
    let nest = Nest::new(text);
    let units: [&[u32]; 3] = [&[0, 1], &[2, 3], &[4]];
    assert_eq!(nest.distribution("i", &units, &[]), [vec![0, 1], vec![2]]);
    assert_eq!(nest.distribution("i", &units, &["t"]), [[0], [1], [2]]);
}

#[test]
fn local_arrays_have_a_copy_per_iteration() {
    let text = "
param n
array t 1 local i
array A 1
for i : 0 <= i and i < n
  for j : 0 <= j and j < n
    t[0] = A[j]
    A[i] = t[0]
";
    let nest = Nest::new(&text.replace("A[i] = t[0]", "= t[0]"));
    assert_eq!(nest.parallel(&[]), "i");
    assert_eq!(nest.private("i", "t"), PRIVATE);
    assert_eq!(nest.private("j", "t"), PRIVATE);
    assert_eq!(nest.footprint("t", Some("j")), "if true: 0..0");
    let on_t = |nest: &Nest| {
        let t = array_named(&nest.model, "t");
        nest.analysis.carried(nest.id("j"), &[]).iter().filter(|d| d.array == t).count()
    };
    assert_eq!(on_t(&nest), 3, "one copy for all iterations of j");
    assert_eq!(on_t(&Nest::new(&text.replace("local i", "local j"))), 0);
}

#[test]
fn values_that_stay_in_an_iteration() {
    let text = "
param n
array t 1
array A 1
for i : 0 <= i and i < n
  for j : 0 <= j and j < n
    t[j] = A[i]
  for k : 0 <= k and k < n
    A[i] = t[k]
";
    // Live after the nest: the last iteration writes all elements.
    assert_eq!(Nest::new(text).private("i", "t"), PRIVATE_LAST);
    assert_eq!(Nest::new(&text.replace("array t 1", "array t 1 dead")).private("i", "t"), PRIVATE);
    // One element more is read than written.
    let exposed = Nest::new(&text.replace("k < n", "k <= n"));
    assert_eq!(exposed.private("i", "t"), Privatization::No(Obstacle::ExposedRead(AccessId(2))));
    // Only the first iteration writes what all read.
    let once = text.replace("    t[j] = A[i]", "    if i = 0\n      t[j] = A[i]");
    assert_eq!(Nest::new(&once).private("i", "t"), Privatization::No(Obstacle::ExposedRead(AccessId(2))));
    // The last iteration writes less than the first.
    let shrinking = text.replace("j < n", "j < n - i").replace("k < n", "k < n - i");
    assert_eq!(Nest::new(&shrinking).private("i", "t"), Privatization::No(Obstacle::LiveAfter(None)));
    // Counting down, it is the last one again.
    assert_eq!(Nest::new(&shrinking.replace("for i", "down i")).private("i", "t"), PRIVATE_LAST);
    // A write under an unknown condition covers nothing.
    let uncertain = text.replace("    t[j] = A[i]", "    maybe\n      t[j] = A[i]");
    assert_eq!(Nest::new(&uncertain).private("i", "t"), Privatization::No(Obstacle::ExposedRead(AccessId(2))));
}

#[test]
fn values_that_leave_the_loop_inside_the_nest() {
    let text = "
param n
array t 0 dead
array A 1
for o : 0 <= o and o < n
  = t
  for i : 0 <= i and i < n
    t = A[i]
    A[i] = t
";
    // The next outer iteration reads what the last inner one wrote.
    assert_eq!(Nest::new(text).private("i", "t"), PRIVATE_LAST);
    let killed = text.replace("  = t\n", "  t =\n  = t\n");
    assert_eq!(Nest::new(&killed).private("i", "t"), PRIVATE);
    let maybe_killed = text.replace("  = t\n", "  maybe\n    t =\n  = t\n");
    assert_eq!(Nest::new(&maybe_killed).private("i", "t"), PRIVATE_LAST);
}

#[test]
fn temporaries_in_loops_with_unknown_trip_counts() {
    let nest = Nest::new(
        "
param n
array t 0 dead
array A 1
for i : 0 <= i and i < n
  while w
    t = A[i]
    A[i] = t
",
    );
    assert_eq!(nest.private("i", "t"), PRIVATE);
    assert_eq!(nest.private("w", "t"), Privatization::No(Obstacle::UnknownTrips));
    assert_eq!(nest.parallel(&["t"]), "i");
    let after = Nest::new(
        "
param n
array t 0 dead
array A 1
for i : 0 <= i and i < n
  while w
    t = A[i]
  A[i] = t
",
    );
    assert_eq!(after.private("i", "t"), Privatization::No(Obstacle::ExposedRead(AccessId(2))));
}

#[test]
fn temporaries_under_conditions() {
    let text = "
param n
array t 0 dead
array A 1
for i : 0 <= i and i < n
  branch
    t = A[i]
    while w
      A[i] = t
  A[i] =
";
    let nest = Nest::new(text);
    assert_eq!(nest.private("i", "t"), PRIVATE);
    assert_eq!(nest.parallel(&["t"]), "i");
    let obstacle = |text: &str, read: u32| {
        assert_eq!(
            Nest::new(text).private("i", "t"),
            Privatization::No(Obstacle::ExposedRead(AccessId(read))),
            "{text}"
        );
    };
    obstacle(&text.replace("  A[i] =\n", "  A[i] = t\n"), 4);
    obstacle(&text.replace("    while w", "  branch\n    while w"), 2);
    obstacle(&text.replace("branch", "maybe"), 2);
    // The condition of an earlier iteration says nothing of this one's.
    let earlier = "
param n
array t 1 dead
array A 1
for i : 0 <= i and i < n
  t[0] =
  for j : 1 <= j and j < n
    branch
      = t[j-1]
      t[j] = A[i]
";
    obstacle(earlier, 1);
    assert_eq!(Nest::new(&earlier.replace("    branch\n", "    if j >= 1\n")).private("i", "t"), PRIVATE);
}

#[test]
fn arrays_that_are_only_read_are_not_private() {
    let nest = Nest::new(kernels::GEMM);
    assert_eq!(nest.private("i", "A"), Privatization::No(Obstacle::NotWritten));
}

#[test]
fn footprints_are_boxes_over_outer_iterators() {
    let gemm = Nest::new(kernels::GEMM);
    assert_eq!(gemm.footprint("B", None), "if ((ni >= 1 and nj >= 1) and nk >= 1): 0..(nk - 1), 0..(nj - 1)");
    assert_eq!(gemm.footprint("B", Some("l")), "if nj >= 1: k..k, 0..(nj - 1)");
    let lu = Nest::new(kernels::LU);
    assert_eq!(lu.footprint("A", Some("m")), "if i >= 1: 0..i, 0..(n - 1)");
    let jacobi = Nest::new(kernels::JACOBI_1D);
    assert_eq!(jacobi.footprint("A", Some("i")), "if n >= 3: 0..(n - 1)");
    assert_eq!(Nest::new("param n\narray A 1\nfor i : 0 <= i and i < n\n  A[?] =\n").footprint("A", None), "unbounded");
    assert_eq!(Nest::new("param n\narray A 1\nwhile i\n  A[i] =\n").footprint("A", None), "unbounded");
}

#[test]
fn footprints_of_strided_loops_divide() {
    let nest = Nest::new(
        "
param n
array A 1
down i : 0 <= i and 2 * i < n
  A[n-3*i] =
",
    );
    let found = nest.analysis.footprint(&[AccessId(0)], None).expect("bounded");
    for n in -5..20i64 {
        let lookup = |name: &str| (name == "n").then_some(n);
        assert_eq!(found.nonempty.eval(&lookup), Some(n >= 1));
        if n >= 1 {
            assert_eq!(found.dims[0].lo.eval(&lookup), Some(n - 3 * ((n - 1) / 2)));
            assert_eq!(found.dims[0].hi.eval(&lookup), Some(n));
        }
    }
    assert_eq!(found.dims[0].hi.eval(&|_| None), None);
}

#[test]
fn footprints_of_nothing() {
    let nest = Nest::new("param n : n >= 0\narray A 1\nfor i : 0 <= i and i < n - n\n  A[i] =\n");
    assert_eq!(nest.footprint("A", None), "if false: 0..-1");
    assert_eq!(nest.analysis.footprint(&[], None), None);
    let gemm = Nest::new(kernels::GEMM);
    assert_eq!(gemm.analysis.footprint(&gemm.accesses("C", None), Some(gemm.id("k"))), None, "some are outside");
    let mixed: Vec<_> = gemm.accesses("A", None).into_iter().chain(gemm.accesses("B", None)).collect();
    assert_eq!(gemm.analysis.footprint(&mixed, None), None, "two arrays");
}

/// The first and the last element of `A`, and whether the corners of its box are elements, too.
fn ends(text: &str) -> (String, bool) {
    let nest = Nest::new(text);
    let (used, id) = (nest.accesses("A", None), LoopId(0));
    let found = nest.analysis.ends(&used, id).map(|it| {
        let [lo, hi] = [|d: &Bound| d.lo.to_string(), |d: &Bound| d.hi.to_string()]
            .map(|of| it.dims.iter().map(of).collect::<Vec<_>>().join(", "));
        format!("({lo}) to ({hi})")
    });
    (found.unwrap_or("unsure".into()), nest.analysis.reach_corners(&used, id))
}

#[test]
fn ends_of_shapes_with_corners_that_nobody_reaches() {
    let shape = |body: &str| ends(&format!("param n : n >= 3\narray A 2\nfor i : 0 <= i and i < n\n{body}"));
    let all = "  for j : 0 <= j and j < n\n    A[i][j] =\n";
    assert_eq!(shape(all), ("(0, 0) to ((n - 1), (n - 1))".into(), true));
    let lower = "  for j : 0 <= j and j <= i\n    A[i][j] =\n";
    assert_eq!(shape(lower), ("(0, 0) to ((n - 1), (n - 1))".into(), true));
    let to_the_left = "  for j : 0 <= j and j < n - i\n    A[i][j] =\n";
    assert_eq!(shape(to_the_left), ("(0, 0) to ((n - 1), 0)".into(), false));
    let cross = "  for j : 0 <= j and j < n\n    A[i+1][j] =\n    A[i][j+1] =\n";
    assert_eq!(shape(cross), ("(0, 1) to (n, (n - 1))".into(), false));
    let whole_and_part = format!("{all}  for k : 0 <= k and k < n\n    maybe A[i][k] =\n");
    assert_eq!(shape(&whole_and_part), ("(0, 0) to ((n - 1), (n - 1))".into(), true));
    let part = "  for j : 0 <= j and j < n - i\n    maybe A[i][j] =\n";
    assert_eq!(shape(part), ("unsure".into(), false));
}

#[test]
fn lines_of_which_both_ends_are_reached() {
    let enclosed = |body: &str| {
        let nest = Nest::new(&format!("param n m : n >= 3\narray A 3\nfor i : 1 <= i and i < n\n{body}"));
        nest.analysis.surely_enclose(&nest.accesses("A", None), LoopId(0), 2)
    };
    let at = |subscripts: &[&str]| subscripts.iter().map(|it| format!("    A{it}[0] =\n")).collect::<String>();
    let line = |body: &str| format!("  for j : 1 <= j and j < n\n{body}");
    let around = at(&["[i-1][j-1]", "[i-1][j+1]", "[i][j-1]", "[i][j+1]"]);
    assert!(enclosed(&line(&around)), "all but some in the middle");
    assert!(!enclosed(&line(&at(&["[i-1][j]", "[i][j-1]"]))), "a corner is missing");
    assert!(!enclosed(&format!("  for j : 0 <= j and j <= i\n{}", at(&["[i][j]"]))), "lines of different lengths");
    assert!(!enclosed(&line(&at(&["[2*i][j]"]))), "every second line");
    assert!(!enclosed(&line("    maybe A[i][j][0] =\n")), "nothing is sure");
    let nine = ["-1", "", "+1"].map(|i| ["-1", "", "+1"].map(|j| format!("[i{i}][j{j}]"))).concat();
    let of_line = |more: &str| {
        let but_the_middle = nine.iter().filter(|it| *it != "[i][j]");
        let ring: String = but_the_middle.map(|it| format!("      A{it}[k] =\n")).collect();
        let inner = "    for l : 1 <= l and l < m - 1\n      A[i][j][l] =\n";
        enclosed(&line(&format!("    for k : 0 <= k and k < m\n{ring}{inner}{more}")))
    };
    assert!(of_line("") && of_line("      A[i][j][l-1] =\n"), "the middle is reached by shorter lines");
}

#[test]
fn hulls_of_triangular_nests() {
    let nest = Nest::new(
        "
param n
array A 2
for i : 0 <= i and i < n
  for j : i <= j and j < n
    A[i][j] =
  for k : 1 <= k and k < 5
    A[i][k] =
",
    );
    let (i, j, k) = (nest.id("i"), nest.id("j"), nest.id("k"));
    let text = |b: Option<raddle_poly::analysis::BoundingBox>| {
        b.map(|b| format!("{}..{}", b.dims[0].lo, b.dims[0].hi)).expect("bounded")
    };
    assert_eq!(text(nest.analysis.trip(j)), "i..(n - 1)");
    assert_eq!(text(nest.analysis.hull(j, i)), "0..(n - 1)");
    assert!(nest.analysis.exact_box(j, j) && !nest.analysis.exact_box(j, i));
    assert!(nest.analysis.exact_box(k, i));
    assert_eq!(nest.analysis.hull(i, j), None, "i is not inside j");
    assert!(!nest.analysis.exact_box(i, j));
}

#[test]
fn loops_that_move_do_not_fill_their_hulls() {
    let shape = |inner: &str| {
        let nest =
            Nest::new(&format!("param n m\narray A 2\nfor i : 0 <= i and i < n\n  for j : {inner}\n    A[i][j] =\n"));
        let (i, j) = (nest.id("i"), nest.id("j"));
        let longest = nest.analysis.longest(j, i).map(|it| it.dims[0].hi.to_string());
        (longest.expect("bounded"), nest.analysis.fills_hull(j, i))
    };
    assert_eq!(shape("0 <= j and j < m"), ("(m - 1)".into(), true));
    assert_eq!(shape("0 <= j and j <= i"), ("(n - 1)".into(), true));
    assert_eq!(shape("i <= j and j < n"), ("(n - 1)".into(), true));
    assert_eq!(shape("i - 2 <= j and j <= i + 2"), ("4".into(), false));
    assert!(!shape("i - 2 <= j and j <= i + 2 and 0 <= j and j < n").1);
    assert!(!shape("64 * i <= j and j < 64 * i + 64 and j < m").1);
    assert_eq!(shape("i <= j and j < i + n"), ("(n - 1)".into(), false));
}

#[test]
fn overwritten_boxes() {
    let text = "
param n
array A 2
array B 2
for i : 0 <= i and i < n
  for j : 0 <= j and j < n
    A[i][j] = B[i][j]
";
    assert!(Nest::new(text).overwrites("A", "i"));
    assert!(!Nest::new(text).overwrites("B", "i"));
    assert!(!Nest::new(&text.replace("j < n", "j <= i")).overwrites("A", "i"), "a triangle is no box");
    assert!(!Nest::new(&text.replace("A[i][j] = B", "A[2*i][j] = B")).overwrites("A", "i"), "every other row");
    assert!(!Nest::new(&text.replace("B[i][j]", "A[i][j]")).overwrites("A", "i"), "reads old values");
    assert!(!Nest::new(&text.replace("    A", "    maybe\n      A")).overwrites("A", "i"), "may not write");
    assert!(!Nest::new(&text.replace("for j : 0 <= j and j < n", "while j")).overwrites("A", "i"), "may not write");
    let gemm_like = text.replace("    A[i][j] = B[i][j]", "    A[i][j] =\n    A[i][j] = A[i][j] B[i][j]");
    assert!(Nest::new(&gemm_like).overwrites("A", "i"), "reads what it has written");
}

#[test]
fn rows_that_lean() {
    let lean = |bounds: &str, element: &str| {
        let text = format!("param n m\narray A 2\nfor i : 0 <= i and i < n\n  for j : {bounds}\n    A{element} =\n");
        let nest = Nest::new(&text);
        let found = nest.analysis.lean(&nest.accesses("A", Some("i")), nest.id("i"))?;
        let array = array_named(&nest.model, "A");
        assert!(nest.analysis.overwrites_what_it_touches(array, nest.id("i")) && !nest.overwrites("A", "i"));
        Some((found.low, found.high))
    };
    assert_eq!(lean("0 <= j and j <= i", "[i][j]"), Some((0, 1)));
    assert_eq!(lean("i < j and j < n", "[i][j]"), Some((1, 0)));
    assert_eq!(lean("i < j and j < n", "[j][i]"), Some((0, 1)));
    assert_eq!(lean("i <= j and j < i + 3", "[i][j]"), Some((1, 1)), "a band");
    assert_eq!(lean("n - i <= j and j < n", "[i][j]"), Some((-1, 0)));
    assert_eq!(lean("0 <= j and j + i < n", "[i][j]"), Some((0, -1)));
    assert_eq!(lean("0 <= j and j < 1", "[i][i]"), Some((1, 1)), "the diagonal");
    assert_eq!(lean("0 <= j and j < m", "[i][j]"), None, "a box");
    assert_eq!(lean("0 <= j and j <= 2 * i", "[i][j]"), None, "too steep");
    assert_eq!(lean("0 <= j and j <= i", "[i][2*j]"), None, "gaps");
    assert_eq!(lean("0 <= j and j <= i and j < m", "[i][j]"), None, "a corner");
    assert_eq!(lean("0 <= j and j <= i", "[2*i][j]"), None, "every other row");
    // A diagonal and the triangle below it, as one set; and two that leave a gap.
    let two = "param n\narray A 2\nfor i : 0 <= i and i < n\n  for j : 0 <= j and j < i\n    A[i][j] =\n  A[i][i] =\n";
    let of = |text: &str| {
        let nest = Nest::new(text);
        nest.analysis.lean(&nest.accesses("A", Some("i")), nest.id("i")).map(|it| (it.low, it.high))
    };
    assert_eq!(of(two), Some((0, 1)));
    assert_eq!(of(&two.replace("A[i][i]", "A[i][i+1]")), None);
}

#[test]
fn both_branches_of_a_condition_are_certain() {
    let text = "
param n
array A 1
array B 1
for i : 0 <= i and i < n
  branch
    A[i] = B[i]
  otherwise
    A[i] =
";
    let certain = |text: &str| Nest::new(text).overwrites("A", "i");
    assert!(certain(text));
    assert!(!certain(&text.replace("otherwise", "branch")), "another condition");
    assert!(!certain(&text.replace("    A[i] =\n", "    A[i+1] =\n")), "one element or the next");
    assert!(!certain(&text.replace("    A[i] =\n", "    = B[i]\n")), "one branch only");
    assert!(!certain(&text.replace("    A[i] = B[i]\n", "    maybe\n      A[i] = B[i]\n")), "a further condition");
    assert!(!certain(&text.replace("A[i] = B[i]", "A[i] = A[i]")), "reads old values");
    assert!(
        certain(&text.replace("    A[i] = B[i]\n", "    A[i+1] =\n    A[i] = B[i]\n  A[i+1] =\n")),
        "beside others"
    );
    // Loops in the branches; the condition is around them.
    let inner = "
param n
array A 2
for i : 0 <= i and i < n
  branch
    for j : 0 <= j and j < n
      A[i][j] =
  otherwise
    for k : 0 <= k and k < n
      A[i][n-1-k] =
";
    assert!(Nest::new(inner).overwrites("A", "i") && Nest::new(inner).overwrites("A", "j"));
    assert!(!Nest::new(&inner.replace("k < n", "k < n - 1")).overwrites("A", "i"), "the first column");
}

#[test]
fn a_condition_around_a_loop_holds_in_it() {
    let text = "
param n
array A 1
array t 1
for k : 0 <= k and k < n
  branch
    for i : 0 <= i and i < n
      A[i] = t[i]
      t[i] =
";
    let nest = Nest::new(text);
    assert!(nest.overwrites("A", "i"));
    assert!(!nest.overwrites("A", "k"), "no iteration need write");
    let inside = text.replace("    for i", "  for i").replace("      A", "    branch\n      A");
    assert!(!Nest::new(&inside).overwrites("A", "i"), "the condition is each iteration's own");
    // A scalar that is written in each iteration leaves the loop with the last one's value, which there is if the loop runs.
    let last = "
param n : n >= 1
array s 0
array B 1
branch
  for i : 0 <= i and i < n
    s = B[i]
    B[i] = s
";
    let copied = Privatization::Yes { copy_out: raddle_poly::analysis::CopyOut::LastIteration, copy_in: false };
    assert_eq!(Nest::new(last).private("i", "s"), copied);
    let uncertain = last.replace("branch\n  for", "for").replace("    s = B[i]", "  branch\n    s = B[i]");
    assert_ne!(Nest::new(&uncertain).private("i", "s"), copied);
}

#[test]
fn text_is_complete() {
    let text = Nest::new(kernels::JACOBI_1D).analysis.text().expect("a small nest");
    let lines = [
        "# S3: write Write B[i]",
        "S3[t, i] -> [0, t, 0, i, 3, 3]",
        "S3[t, i] -> B[e0 = i]",
        "# loop t: sequential",
        "# loop i: parallel",
        "#   flow S7 -> S0 on A, distance (>=1)",
    ];
    for line in lines {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    let once =
        Nest::new("param n\narray A 1\nfor i : 0 <= i and i < n\n  A[i] =\n").analysis.text().expect("a small nest");
    assert!(once.contains("\nWAW := [n] -> {  };\n"), "no instance comes before itself in\n{once}");
    for name in ["Domain", "Read", "Write", "Schedule", "RAW", "WAR", "WAW", "Flow"] {
        assert_eq!(text.matches(&format!("\n{name} := [")).count(), 1, "{name} in\n{text}");
    }
    let unknown = Nest::new("param n\narray A 1\nwhile i\n  A[i] = A[?]\n").analysis.text().expect("a small nest");
    assert!(unknown.contains("# loop i: unknown trip count"), "{unknown}");
    assert!(unknown.contains("# S0: read (may)"), "{unknown}");
}

fn error(text: &str, change: impl Fn(&mut Model)) -> String {
    let mut model = parse(text);
    change(&mut model);
    Analysis::new(&model).err().map(|e| e.to_string()).expect("an error")
}

#[test]
fn malformed_nests_are_errors() {
    let text = "param n\narray A 1\nfor i : 0 <= i and i < n\n  A[i] =\n";
    assert!(Analysis::new(&parse(text)).is_ok());
    assert!(error(text, |m| m.accesses[0].subscripts[0] = Some("k".into())).contains("`k` is not an affine formula"));
    assert!(error(text, |m| m.accesses[0].subscripts[0] = Some("i * n".into())).contains("not an affine formula"));
    assert!(error(text, |m| m.accesses[0].subscripts[0] = Some("i\0".into())).contains("NUL"));
    assert!(error(text, |m| m.accesses[0].guard = "i <".into()).starts_with("Write A[i]: `i <`"));
    assert!(error(text, |m| m.loops[0].constraints = "0 <= i < m".into()).starts_with("loop i"));
    assert!(error(text, |m| m.context = "m > 0".into()).starts_with("context"));
    assert!(error(text, |m| m.params[0] = "max".into()).contains("`max` is no identifier"));
    assert!(error(text, |m| m.params[0] = "i".into()).contains("called `i`"));
    assert!(error(text, |m| m.loops[0].direction = 0).contains("direction 0"));
    assert!(error(text, |m| m.loops[0].parent = Some(LoopId(0))).contains("before the loop around it"));
    assert!(error(text, |m| m.accesses[0].subscripts.clear()).contains("0 subscripts of A"));
    assert!(error(text, |m| m.accesses[0].array.0 = 7).contains("no array 7"));
    assert!(error(text, |m| m.accesses[0].loops.push(LoopId(0))).contains("not nested"));
    assert!(error(text, |m| m.accesses[0].loops[0] = LoopId(9)).contains("not nested"));
    assert!(error(text, |m| m.arrays[0].local_to = Some(LoopId(9))).contains("does not exist"));
    let scope = "param n\narray A 1 local i\nfor i : 0 <= i and i < n\n  A[i] =\n";
    assert!(error(scope, |m| m.accesses[0].loops.clear()).contains("not in scope"));
    let misplaced = |depth, accesses: &[u32]| {
        let accesses = accesses.iter().copied().map(AccessId).collect();
        error(text, |m| {
            m.branches.push(raddle_poly::model::Branch { depth, accesses: Vec::clone(&accesses), other: None })
        })
    };
    assert!(misplaced(1, &[7]).contains("branch 0 has an access outside its loops"));
    assert!(misplaced(2, &[0]).contains("branch 0 has an access outside its loops"));
    let twice = format!("{text}for j : 0 <= j and j < n\n  A[j] =\n");
    assert!(error(&twice, |m| m.loops[1].position = 0).contains("shares its position"));
    let across = raddle_poly::model::Branch { depth: 1, accesses: vec![AccessId(0), AccessId(1)], other: None };
    assert!(error(&twice, |m| m.branches.push(across.clone())).contains("branch 0 is in several loops"));
    let beside = format!("{text}A[0] =\n");
    assert!(error(&beside, |m| m.accesses[1].position = 0).contains("shares its position"));
}

#[test]
fn a_shown_dependence_is_preferred_to_an_assumed_one() {
    let nest = Nest::new(
        "
param n
array A 1
array B 1
for i : 0 <= i and i < n
  A[?] =
  B[i] = B[i-1]
",
    );
    let found = nest.analysis.preventing(nest.id("i"), &[]).expect("a dependence");
    assert_eq!((found.source, found.sink, found.exact), (AccessId(2), AccessId(1), true));
    let b = array_named(&nest.model, "B");
    assert!(!nest.analysis.preventing(nest.id("i"), &[b]).expect("a dependence").exact);
    let a = array_named(&nest.model, "A");
    assert_eq!(nest.analysis.preventing(nest.id("i"), &[a, b]), None);
}

/// A guard of many alternatives takes isl beyond its limit: all questions are answered, quickly and on the safe side.
#[test]
fn hard_nests_get_conservative_answers() {
    let alternatives: Vec<_> = [7, 11, 13, 17].iter().map(|p| format!("(i mod {p} = 1 or j mod {p} = 2)")).collect();
    let guarded: String = (0..8).map(|n| format!("      A[17*i+31*j+{n}] = A[13*i-29*j+{n}]\n")).collect();
    let text = format!(
        "param n\narray A 1\narray B 1\narray C 1\nfor i : 0 <= i and i < n\n  for j : 0 <= j and j < n\n    B[floor(i/1)] =\n    C[floor(i/1)] =\n    if {}\n{guarded}",
        alternatives.join(" and ")
    );
    let nest = Nest::new(&text);
    let [a, b, c] = ["A", "B", "C"].map(|name| array_named(&nest.model, name));
    let i = nest.id("i");
    assert!(nest.analysis.parallel(i, &[a, c]), "B is easy");
    assert!(!nest.analysis.parallel(i, &[b, c]));
    assert!(nest.analysis.preventing(i, &[b, c]).is_some_and(|it| it.gave_up && !it.exact));
    assert!(matches!(nest.private("i", "A"), Privatization::No(Obstacle::TooComplex)));
    assert_eq!(nest.footprint("A", Some("i")), "unbounded");
    assert!(!nest.overwrites("A", "i"));
    assert!(matches!(nest.analysis.text(), Err(PolyError::Isl(_))));
    // Nothing more is tried after many failures, not even what is easy. What has been found stays.
    assert!(!nest.analysis.parallel(i, &[a, b]));
    assert!(nest.analysis.parallel(i, &[a, c]));
    assert!(nest.carried("i").iter().any(|d| d.ends_with("(*, *) assumed")));
}

#[test]
fn oversized_nests_are_errors() {
    let deep: String = (0..17).map(|d| format!("{}for i{d} : 0 <= i{d} and i{d} < n\n", " ".repeat(d))).collect();
    let deep = Analysis::new(&parse(&format!("param n\n{deep}")));
    assert!(matches!(deep.err(), Some(PolyError::TooLarge { what: "nested loops", limit: 16, .. })));
    let wide = "  A[i] =\n".repeat(10_001);
    let wide = Analysis::new(&parse(&format!("param n\narray A 1\nfor i : 0 <= i and i < n\n{wide}")));
    assert!(matches!(wide.err(), Some(PolyError::TooLarge { what: "accesses", .. })));
}

/// Blocks of 5 x 5 as in NAS' LU and BT: 25 writes and hundreds of reads of every array, in a loop that carries nothing.
#[test]
fn hundreds_of_statements_are_analysed() {
    let line = |n: usize| {
        let (m, p) = (n % 25 / 5, n % 5);
        let array = ["a", "b", "c", "d"][n / 25];
        format!("    {array}[i][j][{m}][{p}] = u[i-1][j][k][{m}] u[i][j][k][{p}] u[i+1][j-1][k+1][{m}]\n")
    };
    let lines: String = (0..100).map(line).collect();
    let text = format!(
        "param n k\narray a 4\narray b 4\narray c 4\narray d 4\narray u 4\nfor i : 0 <= i and i < n\n  for j : 0 <= j and j < n\n{lines}"
    );
    let nest = Nest::new(&text);
    assert!(nest.analysis.parallel(nest.id("i"), &[]) && nest.analysis.parallel(nest.id("j"), &[]));
    assert_eq!(nest.analysis.preventing(nest.id("i"), &[]), None);
    assert_eq!(nest.footprint("u", Some("i")), "if n >= 1: -1..n, -1..(n - 1), k..(k + 1), 0..4");
    assert_eq!(nest.footprint("a", None), "if n >= 1: 0..(n - 1), 0..(n - 1), 0..4, 0..4");
    assert!(nest.overwrites("b", "i"));
    // One element that another iteration writes, too.
    let tied = Nest::new(&format!("{text}    c[i+1][j][2][2] =\n"));
    let found = tied.analysis.preventing(tied.id("i"), &[]).expect("a dependence");
    assert!(found.exact && found.array == array_named(&tied.model, "c"));
    assert!(tied.analysis.parallel(tied.id("j"), &[]));
    // One that is left out.
    let hole = Nest::new(&text.replace("    b[i][j][4][4] =", "    b[i][j][4][3] ="));
    assert!(!hole.overwrites("b", "i") || hole.footprint("b", Some("i")).contains("0..3"));
    let hole = Nest::new(&text.replace("    b[i][j][3][3] =", "    b[i][j][3][4] ="));
    assert!(!hole.overwrites("b", "i"));
}

/// A formula that isl cannot read within its limit is not called malformed.
#[test]
fn a_limit_that_is_hit_is_called_so() {
    let alternatives: Vec<_> = (3..40).map(|p| format!("(i mod {p} = 1 or i mod {p} = 2 or i > {p})")).collect();
    let text =
        format!("param n\narray A 1\nfor i : 0 <= i and i < n\n  if {}\n    A[i] =\n", alternatives.join(" and "));
    let error = Analysis::new(&parse(&text)).err().expect("isl would take forever");
    assert!(matches!(error, PolyError::TooHard { .. }), "{error}");
    assert!(error.to_string().contains("needs more than 200000 steps"), "{error}");
}
