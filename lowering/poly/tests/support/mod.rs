//! Loop nests in a small indented notation, for tests and benchmarks.
//!
//! ```text
//! param n : n >= 1
//! array A 2              rank; `dead` after the nest, or `local i` to a loop
//! for i : 0 <= i and i < n
//!   for j : 0 <= j and j < i
//!     if j >= 2          affine guard
//!       A[i][j] = A[i][j-1] B[?]     reads in order, then the write; `?` is not affine
//!     maybe              a condition that is not affine nor a known branch
//!       A[i][i] =
//!     branch             a branch of a condition that is not affine
//!       A[i][i] =
//!     otherwise          and the other one
//!       A[i][i] =
//!   down k : ...         a loop that counts down
//!   while w              a loop with an unknown trip count
//!     = A[i][0]          reads alone
//! ```

use raddle_poly::model::{Access, AccessId, AccessKind, Array, ArrayId, Branch, Loop, LoopId, Model};

struct Scope {
    indent: usize,
    loops: Vec<LoopId>,
    guard: Vec<String>,
    certain: bool,
    /// The branches around, as indices.
    branches: Vec<usize>,
}

pub fn parse(text: &str) -> Model {
    let mut reader = Reader {
        model: Model::default(),
        locals: Vec::new(),
        counters: vec![0],
        scopes: Vec::new(),
        opened: Vec::new(),
    };
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        reader.line(line);
    }
    for (array, name) in std::mem::take(&mut reader.locals) {
        reader.model.arrays[array].local_to = Some(loop_named(&reader.model, &name));
    }
    reader.model
}

pub fn loop_named(model: &Model, name: &str) -> LoopId {
    LoopId(model.loops.iter().position(|l| l.iter == name).expect("the loop exists") as u32)
}

pub fn array_named(model: &Model, name: &str) -> ArrayId {
    ArrayId(model.arrays.iter().position(|a| a.name == name).expect("the array exists") as u32)
}

struct Reader {
    model: Model,
    locals: Vec<(usize, String)>,
    /// The next free position at top level, then in each loop.
    counters: Vec<u32>,
    scopes: Vec<Scope>,
    /// The branches so far, with their indentation.
    opened: Vec<(usize, usize)>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        let indent = line.len() - line.trim_start().len();
        self.scopes.retain(|scope| scope.indent < indent);
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "param" => self.params(rest),
            "array" => self.array(rest),
            "for" => self.open_loop(indent, rest, 1),
            "down" => self.open_loop(indent, rest, -1),
            "while" => self.open_loop(indent, rest, 1),
            "if" => self.open(indent, None, Some(rest.into()), true),
            "maybe" => self.open(indent, None, None, false),
            "branch" => self.branch(indent, None),
            "otherwise" => self.branch(indent, self.opened.iter().rfind(|it| it.0 == indent).map(|it| it.1)),
            _ => self.statement(line.trim()),
        }
    }

    fn params(&mut self, rest: &str) {
        let (names, context) = rest.split_once(':').unwrap_or((rest, ""));
        self.model.params = names.split_whitespace().map(String::from).collect();
        self.model.context = context.trim().into();
    }

    fn array(&mut self, rest: &str) {
        let words: Vec<_> = rest.split_whitespace().collect();
        let rank = words[1].parse().expect("a rank");
        if words.get(2) == Some(&"local") {
            self.locals.push((self.model.arrays.len(), words[3].into()));
        }
        self.model.arrays.push(Array { name: words[0].into(), rank, live_out: words.len() == 2, local_to: None });
    }

    fn loops(&self) -> Vec<LoopId> {
        self.scopes.last().map_or(Vec::new(), |scope| scope.loops.clone())
    }

    fn position(&mut self) -> u32 {
        let slot = self.loops().last().map_or(0, |l| l.0 as usize + 1);
        self.counters[slot] += 1;
        self.counters[slot] - 1
    }

    fn open_loop(&mut self, indent: usize, rest: &str, direction: i8) {
        let (iter, constraints) = rest.split_once(':').unwrap_or((rest, ""));
        let (position, parent) = (self.position(), self.loops().last().copied());
        let id = LoopId(self.model.loops.len() as u32);
        let (iter, constraints) = (iter.trim().into(), constraints.trim().into());
        self.model.loops.push(Loop { iter, parent, position, constraints, direction });
        self.counters.push(0);
        self.open(indent, Some(id), None, true);
    }

    fn open(&mut self, indent: usize, id: Option<LoopId>, guard: Option<String>, certain: bool) {
        let mut scope = Scope { indent, loops: self.loops(), guard: Vec::new(), certain, branches: Vec::new() };
        if let Some(outer) = self.scopes.last() {
            scope.guard = outer.guard.clone();
            scope.certain &= outer.certain;
            scope.branches = outer.branches.clone();
        }
        scope.loops.extend(id);
        scope.guard.extend(guard.map(|g| format!("({g})")));
        self.scopes.push(scope);
    }

    fn branch(&mut self, indent: usize, other: Option<usize>) {
        let index = self.model.branches.len();
        let branch =
            Branch { depth: self.loops().len() as u32, accesses: Vec::new(), other: other.map(|it| it as u32) };
        self.open(indent, None, None, true);
        self.scopes.last_mut().expect("just opened").branches.push(index);
        self.opened.push((indent, index));
        if let Some(other) = other {
            self.model.branches[other].other = Some(index as u32);
        }
        self.model.branches.push(branch);
    }

    fn statement(&mut self, line: &str) {
        let (written, read) = line.split_once('=').expect("a statement");
        for term in read.split_whitespace() {
            self.access(AccessKind::Read, term);
        }
        for term in written.split_whitespace() {
            self.access(AccessKind::Write, term);
        }
    }

    fn access(&mut self, kind: AccessKind, term: &str) {
        let mut parts = term.split('[');
        let array = array_named(&self.model, parts.next().expect("a name"));
        let subscript = |s: &str| Some(s.trim_end_matches(']').to_string()).filter(|s| s != "?");
        let position = self.position();
        let (guard, certain) = match self.scopes.last() {
            Some(scope) => (scope.guard.join(" and "), scope.certain),
            None => (String::new(), true),
        };
        for &branch in self.scopes.last().map_or(&[][..], |scope| &scope.branches) {
            self.model.branches[branch].accesses.push(AccessId(self.model.accesses.len() as u32));
        }
        let subscripts = parts.map(subscript).collect();
        let source = format!("{kind:?} {term}");
        self.model.accesses.push(Access {
            kind,
            array,
            loops: self.loops(),
            position,
            guard,
            subscripts,
            certain,
            source,
        });
    }
}
