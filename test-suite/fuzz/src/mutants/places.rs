//! Where the errors are, and what they are.

use super::Place;

const KERNEL: &str = "lowering/gpu/src/kernel.rs";
const DEPENDENCE: &str = "lowering/poly/src/analysis/dependence.rs";
const PRIVATIZE: &str = "lowering/poly/src/analysis/privatize.rs";
const ANALYSIS: &str = "lowering/poly/src/analysis.rs";
const RANGES: &str = "lowering/region/src/ranges.rs";
const VIEWS: &str = "lowering/region/src/views.rs";
const REDUCE: &str = "lowering/region/src/reduce.rs";
const REDUCTIONS: &str = "lowering/region/src/reductions.rs";
const ROWS: &str = "backends/runtime/src/rows.rs";
const WORKERS: &str = "backends/runtime/src/workers.rs";
const LAUNCHES: &str = "lowering/gpu/src/lower_launches.rs";
const JUMPS: &str = "lowering/c/src/raise/jumps.rs";
const COMPLEX: &str = "lowering/c/src/raise/complex/value.rs";
const EXIT: &str = "lowering/c/src/raise/single_exit.rs";

const VERSIONS: &str = "lowering/region/src/versions.rs";
const WAVES: &str = "lowering/poly/src/schedule/waves.rs";
const REGION_WAVES: &str = "lowering/region/src/waves.rs";
const PROMOTE: &str = "lowering/region/src/promote.rs";
const PRODUCTS: &str = "lowering/region/src/products.rs";
const REALIZE: &str = "lowering/region/src/realize.rs";
const VECTORIZE: &str = "lowering/region/src/vectorize.rs";
const FORWARD: &str = "lowering/region/src/forward.rs";
const TAIL: &str = "lowering/region/src/tail.rs";
const REGISTERS: &str = "lowering/poly/src/schedule/registers.rs";
const CODE: &str = "lowering/poly/src/schedule/code.rs";
const RESIDENCE: &str = "lowering/gpu/src/residence.rs";
const MEMORY: &str = "lowering/gpu/src/memory.rs";
const SERIAL: &str = "lowering/gpu/src/serial.rs";
const ENTRY: &str = "backends/runtime/src/entry.rs";
const DIRECTORY: &str = "backends/runtime/src/directory.rs";
const DEVICE_RANGES: &str = "backends/runtime/src/ranges.rs";
const KEPT: &str = "backends/runtime/src/kept.rs";

/// Files of which nothing runs but in versions in tiles.
pub const OF_TILES: &[&str] =
    &[VERSIONS, WAVES, REGION_WAVES, PROMOTE, PRODUCTS, REALIZE, VECTORIZE, FORWARD, REGISTERS, CODE];

/// Files of which little runs but where loops are cut in two whether or not it is worth it.
pub const OF_PARTS: &[&str] = &[TAIL];

/// Errors in what is said and known of data on devices: the programs of `tools/raddle/tests/residence_random.rs` show them.
pub const OF_RESIDENCE: &str = "residence: ";

pub const PLACES: &[Place] = &[
    Place {
        file: KERNEL,
        text: "b.cmpi(«CmpI::Slt», *id, *extent)",
        mutants: &[("the guard of work items lets one more pass", "CmpI::Sle")],
    },
    Place {
        file: KERNEL,
        text: "let below = b.cmpi(CmpI::Slt, «iv», copy.1);",
        mutants: &[("the guard of triangular loops is gone", "copy.0")],
    },
    Place {
        file: KERNEL,
        text: "let scaled = if «dim.step == 1» {",
        mutants: &[("the step is left out of lower + step * id", "true")],
    },
    Place {
        file: KERNEL,
        text: "let id = ids[«dims.len() - 1 - number»];",
        mutants: &[("the innermost loop is not on x", "number")],
    },
    Place {
        file: RANGES,
        text: "trips(b, lower, b.addi(last, «b.constant_index(1)»), step)",
        mutants: &[("the hull is one iteration short", "b.constant_index(0)")],
    },
    Place {
        file: "lowering/gpu/src/transfers.rs",
        text: "if range.flags & «flags::OVERWRITTEN» == 0 || !range.rows.is_empty() {",
        mutants: &[("what is written in part is not copied in", "flags::WRITE")],
    },
    Place {
        file: DEPENDENCE,
        text: "pairs.filter(|&(a, b)| «self.is_write(a) || self.is_write(b)»)",
        mutants: &[
            ("write after read is no dependence", "self.is_write(a)"),
            ("write after write is no dependence", "self.is_write(a) != self.is_write(b)"),
        ],
    },
    Place {
        file: DEPENDENCE,
        text: "if from != to && «self.any_dependence(id, sources, sinks, ignore)» {",
        mutants: &[(
            "distribution: backward dependences do not count",
            "from < to && self.any_dependence(id, sources, sinks, ignore)",
        )],
    },
    Place {
        file: ANALYSIS,
        text: "«pairs.order_lt(Dim::In, depth, Dim::Out, depth)»",
        mutants: &[("iterations are compared the wrong way", "pairs.order_gt(Dim::In, depth, Dim::Out, depth)")],
    },
    Place {
        file: ANALYSIS,
        text: "if «!self.access(a).certain || !self.is_affine(a) || self.branches(a).any(|branch| !branch.accesses.contains(&b))»\n",
        mutants: &[("privatization: conditional writes are certain", "!self.is_affine(a)")],
    },
    Place {
        file: PRIVATIZE,
        text: "if «item.live_out && item.local_to.is_none()» {",
        mutants: &[("nothing is live after a nest", "false")],
    },
    Place {
        file: PRIVATIZE,
        text: "Ok(«self.last_iteration_writes_all(id, &inside)?».ok_or(Obstacle::LiveAfter(reader)))",
        mutants: &[("the last iteration is taken to write all", "Some(CopyOut::LastIteration)")],
    },
    Place {
        file: RANGES,
        text: "!apart(a) && !apart(b) && «unknown(&a.range, &b.range) && written(&a.range, &b.range)»)",
        mutants: &[("split loops are not checked for overlap", "false")],
    },
    Place {
        file: RANGES,
        text: "(lo, b.addi(hi, «b.constant_index(view.elem_bytes)»))",
        mutants: &[("the last element of a range is not copied", "b.constant_index(0)")],
    },
    Place {
        file: RANGES,
        text: "old.range.hi = «b.binary(\"arith.maxsi\", old.range.hi, new.range.hi)»;",
        mutants: &[("the range of one pointer is that of its first view", "old.range.hi")],
    },
    Place {
        file: VIEWS,
        text: "true => «!a.other_field(b)»,",
        mutants: &[("views of one pointer never share", "false")],
    },
    Place {
        file: VIEWS,
        text: "merged.faithful &= «it.faithful && it.views.iter().all(|other| same_array(view, other))»;",
        mutants: &[("views of different shape are one array", "true")],
    },
    Place {
        file: "lowering/region/src/extract.rs",
        text: "Some(it) if negate => inner.guard.push(«format!(\"not ({it})\")»),",
        mutants: &[("an else branch is analysed under the condition", "format!(\"({it})\")")],
    },
    Place {
        file: "lowering/region/src/partials.rs",
        text: "(Operator::Min(Order::Signed), _) => «b.constant_int(self.elem, i64::MAX >> unused)»,",
        mutants: &[("partial minima start at zero", "b.constant_int(self.elem, 0)")],
    },
    Place {
        file: REDUCE,
        text: "    «blocks.rest(&behind, rows)»;",
        mutants: &[("iterations that fill no row of items are left out", "None")],
    },
    Place {
        file: REDUCE,
        text: "FloatOrder::Source => «Err(\"--fp reproducible would run it in parallel\".into())»,",
        mutants: &[("sums of floats follow a tree in strict programs", "Ok(())")],
    },
    Place {
        file: REDUCE,
        text: "    if «plan.is_tree» {\n        let b = rest_of_tree",
        mutants: &[("trees of floats are left out without a workspace", "false")],
    },
    Place {
        file: REDUCTIONS,
        text: "let alike = statements.iter().all(|it| «it.operator == operator»);",
        mutants: &[("reductions by two operators are one", "true")],
    },
    Place {
        file: REDUCTIONS,
        text: "let complete = «analysis.apart(id, &own, &terms)»;",
        mutants: &[("other uses of what is reduced do not count", "true")],
    },
    Place {
        file: "lowering/region/src/atomics.rs",
        text: ".filter(|(update, width)| «self.target.has(*update, *width)»);",
        mutants: &[("elements of any width are updated atomically", "true")],
    },
    Place {
        file: "lowering/region/src/updates.rs",
        text: "Update::Xor => (\"xor\", 15, «6»),",
        mutants: &[("atomic xor is or on CPU threads", "5")],
    },
    Place {
        file: "lowering/c/src/raise/induction.rs",
        text: "|at| Use { at, path: self.path.clone(), offset: «sum.clone()» });",
        mutants: &[("steps before a use in the same iteration do not count", "Amount::default()")],
    },
    Place {
        file: "lowering/c/src/raise/induction.rs",
        text: "for it in «&mut self.found.uses[before..]» {",
        mutants: &[("steps before an inner loop do not count in it", "&mut self.found.uses[..0]")],
    },
    Place {
        file: "lowering/c/src/raise/induction.rs",
        text: "is_simple(self.unit, value, &mut variables) && «self.are_left_alone(&variables)»;",
        mutants: &[("steps are by values that the loop changes", "true")],
    },
    Place {
        file: "lowering/c/src/raise/closed_form.rs",
        text: "terms.push((factor, if «path.is_some()» { product }",
        mutants: &[("loops that do not run step by values", "true")],
    },
    Place {
        file: "lowering/c/src/raise/closed_form.rs",
        text: "let more = if includes_bound { «step» } else { step - 1 };",
        mutants: &[("loops to and including their bound step once less", "step - 1")],
    },
    Place {
        file: "lowering/region/src/math_code.rs",
        text: "self.unary(«\"math.roundeven\"»)",
        mutants: &[("rint takes halves away from zero", "\"math.round\"")],
    },
    Place {
        file: "lowering/math/src/modulo.rs",
        text: "result);\n    valid(a, x, y, «result.copysign(x)»)\n}\n\n/// x - n y",
        mutants: &[("fmod forgets the sign", "result")],
    },
    Place {
        file: "backends/runtime/src/ranges.rs",
        text: ".find(|other| «one.may_conflict(other) && one.overlaps(other)»)?",
        mutants: &[("the runtime finds all ranges disjoint", "false")],
    },
    Place {
        file: "backends/runtime/src/directory.rs",
        text: "entry.buffer.address.wrapping_add(«host.wrapping_sub(entry.span.start as u64)»)",
        mutants: &[("pointers are translated without their offset", "0")],
    },
    Place {
        file: ROWS,
        text: "is_row(a) && «(a.low, a.high, a.cells) == (b.low, b.high, b.cells)» && view(a) == view(b)",
        mutants: &[("equal pointers in a table are one row", "(a.low, a.high) == (b.low, b.high)")],
    },
    Place {
        file: ROWS,
        text: "let later = |it: &Option<Piece>| «it.is_none_or(|it| it.high < piece.high)»;",
        mutants: &[("rows are compared with the one before only", "it.is_none_or(|_| true)")],
    },
    Place {
        file: ROWS,
        text: "take_while(move |cell| «cell + POINTER <= high»)",
        mutants: &[("the last pointer of a table is not followed", "cell + POINTER < high")],
    },
    Place {
        file: ROWS,
        text: "before.filter(|it| «it.high > piece.low»)",
        mutants: &[("rows may share eight bytes", "it.high > piece.low + 8")],
    },
    Place {
        file: ROWS,
        text: "let beside = |row: &Piece| «plain.iter().find(|it| overlap(it, row)).map(|it| (it.range, row.range))»;",
        mutants: &[("rows are not compared with arrays", "None")],
    },
    Place {
        file: LAUNCHES,
        text: "    «b.cmpi(CmpI::Uge, greatest, least)»\n",
        mutants: &[
            (
                "ranges that share eight bytes are apart",
                "b.cmpi(CmpI::Uge, b.addi(greatest, b.constant_int(b.int(64), 8)), least)",
            ),
            ("ranges are apart, whatever their addresses", "b.constant_bool(true)"),
        ],
    },
    Place {
        file: "lowering/c/src/raise/watch.rs",
        text: "let may_meet = || «last_value.is_some() || (index.is_some() || stores.contains(&lvalue)) && meets()»;",
        mutants: &[
            (
                "no store changes a bound in memory",
                "last_value.is_some() && (index.is_some() || !stores.is_empty()) && meets()",
            ),
            ("nothing reads an index by another name", "last_value.is_some() || stores.contains(&lvalue) && meets()"),
        ],
    },
    Place {
        file: "lowering/c/src/raise/watch.rs",
        text: "let mut high = «low.plus(elem_bytes(view.elem))?»;",
        mutants: &[("what is written ends an element too early for bounds in memory", "low.plus(0)?")],
    },
    Place {
        file: JUMPS,
        text: "                if «!case.falls» {",
        mutants: &[("no case of a switch falls into the next", "!case.falls || number < cases.len()")],
    },
    Place {
        file: JUMPS,
        text: "Node::Loop(_, body) | Node::While { body, .. } | Node::Unless(_, body) => «flags_set(body, out)»,",
        mutants: &[(
            "a jump out of an inner statement skips nothing behind it",
            "{ if body.is_empty() { flags_set(body, out) } }",
        )],
    },
    Place {
        file: JUMPS,
        text: "                «flags.extend(this.open_flags(&body))»;",
        mutants: &[("a jump skips nothing of the case that control falls into", "()")],
    },
    Place {
        file: EXIT,
        text: "let after = «if rest.is_empty() { mark } else { Mark::Set }»;",
        mutants: &[("what follows a loop with a return is not told of it", "mark")],
    },
    Place {
        file: EXIT,
        text: "self.branches(cond, [&[then], &«[&other, rest].concat()»], mark, copied);",
        mutants: &[("what follows an if that returns is left out", "other.clone()")],
    },
    Place {
        file: "lowering/c/src/raise/inline.rs",
        text: "&& («!may_change || args.iter().all(|&arg| reads_only_own(self.unit, arg, None))»)",
        mutants: &[("arguments are read again where the function uses them", "true")],
    },
    Place {
        file: "lowering/c/src/raise/lift.rs",
        text: "Some((Form { may_change: true, .. }, ..)) => «Some(\"it may change memory, inside of an expression\")»,",
        mutants: &[("calls that change memory are done before the rest of the expression", "None")],
    },
    Place {
        file: "lowering/c/src/raise/aggregates.rs",
        text: "TypeKind::Record { record } => Some(«self.unit.record(record).fields.len() as u64»),",
        mutants: &[("the last field of a struct is not copied", "self.unit.record(record).fields.len() as u64 - 1")],
    },
    // The caller, which may be alone, takes pieces from the last to the first, as threads might.
    Place {
        file: WORKERS,
        text: "(left(word) > 0).then(|| «word + FIRST_ONE - LEFT_ONE»);",
        mutants: &[("", "word - LEFT_ONE")],
    },
    Place {
        file: WORKERS,
        text: "(left(word) > 0).then(|| «word - LEFT_ONE + 1»);",
        mutants: &[("", "word + FIRST_ONE - LEFT_ONE + 1")],
    },
    Place {
        file: WORKERS,
        text: "piece(«first(word) + left(word) - 1»);",
        mutants: &[("a thread takes the piece behind its own", "first(word) + 1"), ("", "first(word)")],
    },
    Place {
        file: WORKERS,
        text: "        while let Some(word) = slot.take_first() {\n            piece(«first(word)»);",
        mutants: &[
            (
                "the caller takes the piece before the one it claimed",
                "(first(word) + left(word) - 1).saturating_sub(1)",
            ),
            ("", "first(word) + left(word) - 1"),
        ],
    },
    Place {
        file: "lowering/gpu/src/outline.rs",
        text: "let far = || «ranges.unbounded.first()».map(|it| it.reason.as_str());",
        mutants: &[(
            "arrays of unknown extent are left out on all devices",
            "ranges.unbounded.first().filter(|_| false)",
        )],
    },
    Place {
        file: VERSIONS,
        text: "let disjoint = |b: &Builder<'c>| «DisjointOp::build(b, &ranges).disjoint()»;",
        mutants: &[("tiles do not ask whether arrays are disjoint", "b.constant_bool(true)")],
    },
    Place {
        file: PROMOTE,
        text: "let is_alone = «never_meets(found, analysis, store, &others)»;",
        mutants: &[("an element is in a variable while others read it", "{ let _ = &others; true }")],
    },
    Place {
        file: REGION_WAVES,
        text: "if «shared.iter().any(|it| it.rows < band.tiles + depth_of(it.declaration))» {",
        mutants: &[("tiles of a wave share the outer loop's variables", "{ let _ = depth_of; false }")],
    },
    Place {
        file: PRODUCTS,
        text: "match «self.dependences.is_parallel(group, &[], &row)?» {",
        mutants: &[("all tiles of a grid run at once", "true")],
    },
    Place {
        file: PRODUCTS,
        text: "&& «self.dependences.may_stay_in_registers(&product.registers, &around, shape.update)?»;",
        mutants: &[("all updated elements stay in registers", "true")],
    },
    Place {
        file: PRODUCTS,
        text: "product.packs.push((copy, *access));\n            if !«self.is_kept_alone(&product)?» {",
        mutants: &[("copies are made whatever is written in between", "true")],
    },
    Place {
        file: PRODUCTS,
        text: "if «dependences.are_kept_by(&tree)?» {\n            return Ok(Some((products, dependences, tree)));",
        mutants: &[("the order of products and what stands between them is not checked", "true")],
    },
    Place {
        file: REALIZE,
        text: "Source::Lane => Some(«first_of(iterators.get(it.lanes.0)?, it.lanes.1)» + lane.clone()),",
        mutants: &[("copies are of the first lanes", "Expr::Const(0)")],
    },
    Place {
        file: REALIZE,
        text: "let row = over.clone() - «first_of(first, it.depth.1)»;",
        mutants: &[("copies are made one place further on", "first_of(first, it.depth.1) - Expr::Const(1)")],
    },
    Place {
        file: REALIZE,
        text: "place.map(|(it, tile)| «it.clone() - first_of(tile, size)»).ok_or_else(missing)",
        mutants: &[(
            "iterations share a variable in a tile",
            "{ let _ = tile; Expr::Mod(Box::new(it.clone()), size / 2) }",
        )],
    },
    Place {
        file: VECTORIZE,
        text: "let (height, width) = («length(rows)?», length(lanes)?);",
        mutants: &[("the last row of a register tile is left out", "length(rows)? - 1")],
    },
    Place {
        file: VECTORIZE,
        text: "b.i32s(&«vec![0; self.tile.width as usize]»)",
        mutants: &[("one lane alone gets what all share", "(0..self.tile.width as i32).collect::<Vec<_>>()")],
    },
    Place {
        file: FORWARD,
        text: "let is_unchanged = is_load(op) && view().is_some_and(|it| «!written.contains(&ir::key(it.base()))»);",
        mutants: &[("what the loop writes can be read again later", "true")],
    },
    Place {
        file: REGISTERS,
        text: "let partial = «all.intersect(&missing.apply(&place)?)?»;",
        mutants: &[("register tiles that lack instances are full", "all.subtract(&all)?")],
    },
    Place {
        file: REGISTERS,
        text: "self.add_pairs(id, copy, «pairs.apply_range(&place)?.coalesce()?»)?;",
        mutants: &[("nothing is written before a copy", "pairs.subtract(&pairs)?")],
    },
    Place {
        file: CODE,
        text: "Comparison::Le => Ok(«one_more(*right)»),",
        mutants: &[("loops of a schedule end before their last value", "*right")],
    },
    Place {
        file: RESIDENCE,
        text: "empty_windows(&Builder::before(end), windows, «ranges.len()»);",
        mutants: &[("residence: windows are kept when a loop begins", "0")],
    },
    Place {
        file: RESIDENCE,
        text: "let bits = if «it.writes» { flags::READ",
        mutants: &[("residence: writes are announced as reads", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "_ if launches(op) => «true»,",
        mutants: &[("residence: nothing is announced behind a launch", "resident")],
    },
    Place {
        file: RESIDENCE,
        text: "None => objects.push(Object { base, bytes: Bytes::Known(bytes), writes: «*writes» }),",
        mutants: &[("residence: loops of blocks only read", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "Bytes::Known(bytes) => b.constant_index(«bytes»),",
        mutants: &[("residence: half of an object is announced", "bytes / 2")],
    },
    Place {
        file: "lowering/gpu/src/parameters.rs",
        text: "self.has(callee, *at) && «leads_elsewhere(*it)»);",
        mutants: &[("residence: parameters that lead to arrays are the callers' variables", "false")],
    },
    Place {
        file: MEMORY,
        text: "ir::constant_int(length).map_or(«Bytes::Value(length)», Bytes::Known);",
        mutants: &[("residence: copies of any length are of four bytes", "Bytes::Known(4)")],
    },
    Place {
        file: RESIDENCE,
        text: "if «!ir::has_attr(self.op, AWARE)» || own.iter()",
        mutants: &[("residence: a function returns to anybody with data on devices", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "for (pointer, bytes) in own.iter().filter(|it| «it.1.is_some()») {",
        mutants: &[("residence: the end of a variable is not said", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "let inner = State::resident(state.resident || «is_loop»);",
        mutants: &[("residence: loops begin as what is before them", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "ir::entry_block(op, 1).filter(|_| «state.resident»)",
        mutants: &[("residence: the loop beside a launch announces nothing", "false")],
    },
    Place {
        file: RESIDENCE,
        text: "flags::OVERWRITTEN) != 0 { «flags::WRITE» } else { 0 };",
        mutants: &[("residence: loops of the host write nothing", "0")],
    },
    Place {
        file: MEMORY,
        text: "if is_harmless { Effect::None } else { «Effect::Everything» }",
        mutants: &[("residence: calls touch nothing", "Effect::None")],
    },
    Place {
        file: MEMORY,
        text: "            _ => «Use::Anybody»,\n        };\n        all",
        mutants: &[("residence: variables whose address is passed are nobody else's", "Use::Own")],
    },
    Place {
        file: LAUNCHES,
        text: "b.cmpi(CmpI::Uge, distance, «at(window + WINDOW_COUNT)»)",
        mutants: &[("residence: windows are endless once they are known", "b.constant_int(b.int(64), i64::MAX)")],
    },
    Place {
        file: LAUNCHES,
        text: "() if only_reads => «NEWER»,",
        mutants: &[("residence: reads are never told", "NEWER + 1")],
    },
    Place {
        file: COMPLEX,
        text: "let im = if «self.survives(value.im, targets[0])» {",
        mutants: &[("complex: a part is read after the other one is stored", "true")],
    },
    Place {
        file: COMPLEX,
        text: "if «code.floats.range() != ComplexRange::Full» {",
        mutants: &[("complex: infinite products stay NaN", "true")],
    },
    Place {
        file: COMPLEX,
        text: "(None, Some(b)) if «op == BinaryOp::Add» => b,",
        mutants: &[("complex: a real number minus a complex one keeps the imaginary part", "true")],
    },
    Place {
        file: COMPLEX,
        text: "ExprKind::Ref { decl } => self.own.contains(&decl) || «self.is_quiet && self.is_variable(decl)»,",
        mutants: &[("complex: a variable is read after it has changed", "self.is_variable(decl)")],
    },
    Place {
        file: "lowering/math/src/complex.rs",
        text: "let again = «of_x | of_y | too_large»;",
        mutants: &[("complex: products that overflow stay NaN", "of_x | of_y")],
    },
    Place {
        file: "lowering/c/src/raise/shape.rs",
        text: "let carries: &[i64] = if «self.is_quotient(extent)» {",
        mutants: &[("subscripts are carried over a rest", "false")],
    },
    Place {
        file: "lowering/region/src/ranges.rs",
        text: "Some(_) => «self.analysis.overwrites_what_it_touches(array, self.id)»,",
        mutants: &[("residence: triangles are overwritten", "true")],
    },
    Place {
        file: "lowering/poly/src/analysis/lean.rs",
        text: "if «!all.subtract(&last)?.shifted(&along)?.is_subset(&all)?» {",
        mutants: &[("residence: rows that lean have no gaps", "false")],
    },
    Place {
        file: ENTRY,
        text: "if «all.minus(parts).is_empty()» {",
        mutants: &[("residence: what lies beside a triangle comes back as well", "true")],
    },
    Place {
        file: "backends/runtime/src/strided.rs",
        text: "let start = usize::try_from(«low.min(0)».checked_mul(-steps)?).ok()?;",
        mutants: &[("residence: rows that lean to the left begin with the box", "0isize")],
    },
    Place {
        file: "backends/runtime/src/ending.rs",
        text: "    «HANDLERS.fetch_add(1, SeqCst) < MOST_HANDLERS && unsafe { libc::atexit(flush) } == 0»",
        mutants: &[("residence: calls that may end the program arm nothing", "true")],
    },
    Place {
        file: "lowering/c/src/effects.rs",
        text: "(None, true) => «Effect::MayEnd»,",
        mutants: &[("residence: what ends the program touches nothing", "Effect::Nothing")],
    },
    Place {
        file: LAUNCHES,
        text: "            () => «COPIES»,\n",
        mutants: &[("residence: writes are told where something is newer", "NEWER")],
    },
    Place {
        file: SERIAL,
        text: "storage.views.iter().all(|it| «!it.live_out»)",
        mutants: &[("residence: variables that are wanted behind are a kernel's own", "true")],
    },
    Place {
        file: SERIAL,
        text: "(is_own && «is_written_first» && users",
        mutants: &[("residence: variables that are read first are a kernel's own", "true")],
    },
    Place {
        file: ENTRY,
        text: "self.newer.insert_all(«&set»);",
        mutants: &[("residence: what kernels write is not newer", "&*Box::leak(Box::<Intervals>::default())")],
    },
    Place {
        file: ENTRY,
        text: "(«self.valid.contains(&hull)» || self.there.has(range))",
        mutants: &[("residence: a part that is there is all", "self.valid.overlaps(&hull)")],
    },
    Place {
        file: DIRECTORY,
        text: "let is_lost = range.is_written() && «entry.valid.overlaps(&hull)»;",
        mutants: &[("residence: what the host writes is not forgotten", "false")],
    },
    Place {
        file: DIRECTORY,
        text: "let free = if «range.is_written()» {",
        mutants: &[("residence: windows of writes look at what is newer", "false")],
    },
    Place {
        file: DIRECTORY,
        text: "count: («gap.len() + 1»).saturating_sub(hull.len().max(1))",
        mutants: &[("residence: windows reach behind their end", "gap.len() + 1 + hull.len()")],
    },
    Place {
        file: DEVICE_RANGES,
        text: "self.flags & ROWS != 0 && «self.is_overwritten()»",
        mutants: &[("residence: boxes that are written are overwritten", "self.is_written()")],
    },
    Place {
        file: KEPT,
        text: "it.start.max(bytes.start) < «it.end.min(bytes.end)»;",
        mutants: &[("residence: what was found in a list stays when it changes", "it.start")],
    },
    Place {
        file: TAIL,
        text: "if around.any(|it| «ir::is(it, \"affine.for\") && is_inside(b, it)») {",
        mutants: &[("parts: a loop in an iteration does not come back", "false && it == b")],
    },
    Place {
        file: TAIL,
        text: "is_load(op) && «self.body.later[*number].iter().all(|it| self.tail_leaves.contains(it))»",
        mutants: &[("parts: what the first part writes over is read again", "self.body.later.len() > *number")],
    },
    Place {
        file: TAIL,
        text: "let mut all = std::iter::once(*item).chain(«self.body.frames(*item)»);",
        mutants: &[("parts: conditions of the second part keep no values there", "self.body.frames(self.body.root)")],
    },
    Place {
        file: TAIL,
        text: "is_array && «!loops.any(repeats)»",
        mutants: &[(
            "parts: elements that are stored again and again stay",
            "(loops.next().is_none() || number < usize::MAX)",
        )],
    },
    Place {
        file: TAIL,
        text: "let mut open: Vec<Op<'c>> = std::iter::once(op).chain(«self.frames(op)»).collect();",
        mutants: &[("parts: statements do not wait for their conditions", "self.frames(self.root)")],
    },
    Place {
        file: "lowering/region/src/strips.rs",
        text: "let uppers = «[&[end], self.bounds.uppers.as_slice()].concat()»;",
        mutants: &[("parts: the last strip is as long as others", "vec![end]")],
    },
    Place {
        file: "lowering/region/src/expand.rs",
        text: "ir::set_operand(user, «operand + 1 + leading», local);",
        mutants: &[("parts: slices are named by another subscript", "operand + 1 + 0 * leading")],
    },
    Place {
        file: "backends/llvm/src/kernels/clip.rs",
        text: "let distance = self.binary(\"arith.addi\", distance, «rounding»)?;",
        mutants: &[("ranges: the place between two work items is the first one's", "self.index(0)?")],
    },
    Place {
        file: "lowering/poly/src/schedule/tile_bounds.rs",
        text: "Expr::Add(Box::new(first), Box::new(Expr::Const(«size»)))",
        mutants: &[("tiles: the last value of a partial tile is left out", "size - 1")],
    },
    Place {
        file: "lowering/c/src/raise/shifted.rs",
        text: ".sub(&sum)?.plus(«1 - by»)?;",
        mutants: &[("colours: what a remainder is taken from counts whole", "0 * by")],
    },
    Place {
        file: "lowering/c/src/raise/shifted.rs",
        text: "-1 => Some((odd, Remainder { of: «expr.plus(1)?.to_affine()?», by: 2 })),",
        mutants: &[("colours: the other of two is chosen", "expr.to_affine()?")],
    },
    Place {
        file: "lowering/region/src/in_place.rs",
        text: "let pointers = [self.kept, «self.other»].map",
        mutants: &[("one array: the other one is never looked at", "self.kept + 0 * self.other")],
    },
    Place {
        file: "lowering/region/src/unblock.rs",
        text: "it.min.is_some_and(|it| «it >= 0»);",
        mutants: &[("blocks: elements of a later block may be needed", "it >= -1")],
    },
    Place {
        file: "lowering/region/src/rehearse.rs",
        text: "true => is_fine = b.binary(\"arith.andi\", is_fine, «b.memref_load(work.marks, &place)»),",
        mutants: &[("work arrays: reads want no mark", "is_fine")],
    },
    Place {
        file: "lowering/region/src/rehearse.rs",
        text: "are_variables && index.is_some_and(|it| «!ir::has_uses(it)») && is_overwritten()",
        mutants: &[("work arrays: the index may decide about subscripts", "!ir::has_uses(it) || true")],
    },
    Place {
        file: "lowering/region/src/rehearse.rs",
        text: "if all.iter().any(|it| «is_nested(&it.1) || is_shared(it)») { vec![] } else { all }",
        mutants: &[("work arrays: ranges may lie inside of each other", "is_nested(&it.1) && is_shared(it)")],
    },
    Place {
        file: "lowering/region/src/rehearse.rs",
        text: "let is_wanted = «self.analysis.is_used_after(self.id, work.array)»;",
        mutants: &[("work arrays: nothing goes back", "self.analysis.is_used_after(self.id, work.array) && false")],
    },
];
