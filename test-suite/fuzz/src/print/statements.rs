//! Statements.

use super::*;
use crate::tree::{Alias, CELLS, Case, Colour, Hue, Poke, ScalarId, Start, Switch, Test, Way, While};

impl Printer<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::For(lp) => self.for_loop(lp),
            Stmt::While(While { var, limit, condition, body }) => {
                let condition = self.condition(condition);
                self.line(format!("int i{var} = 0;"));
                self.line(format!("while (i{var} < {limit} && {condition}) {{"));
                self.depth += 1;
                self.body(body);
                self.line(format!("i{var}++;"));
                self.depth -= 1;
                self.line("}");
            }
            Stmt::If { condition, then, otherwise } => {
                self.block(format!("if ({})", self.condition(condition)), then);
                if !otherwise.is_empty() {
                    self.block("else", otherwise);
                }
            }
            Stmt::Store { target: access, update, value } => {
                let elem = self.function.arrays[access.array].elem;
                let target = self.access(access);
                let text = match self.function.has_cells(access.array) {
                    true => format!("{target} = {} & {};", self.converted(value, elem), CELLS.end()),
                    false => self.update(&target, elem, *update, value),
                };
                self.line(text);
            }
            Stmt::Bump { poke, target, value } => {
                let elem = self.function.arrays[target.array].elem;
                let text =
                    format!("{}_{}(&{}, {});", poke_name(*poke), suffix(elem), self.access(target), self.expr(value));
                self.line(text);
            }
            Stmt::Declare { scalar, value } if self.function.scalars[*scalar].is_complex() => {
                self.declare_complex(*scalar, value);
            }
            Stmt::Declare { scalar, value } => {
                let elem = self.function.scalars[*scalar];
                let value = self.converted(value, elem);
                self.line(format!("{} s{scalar} = {value};", type_name(elem)));
            }
            Stmt::Set { scalar, update, .. } if named_step(stmt).is_some() => {
                let sign = if *update == Update::Add { '+' } else { '-' };
                self.line(format!("s{scalar} {sign}= by{};", named_step(stmt).unwrap_or_default()));
            }
            Stmt::Set { scalar, update, value } => {
                let text = self.update(&format!("s{scalar}"), self.function.scalars[*scalar], *update, value);
                self.line(text);
            }
            Stmt::Local(array) => self.local(*array),
            Stmt::Walk { array, update, value } => self.walk(*array, *update, value),
            Stmt::Switch(switch) => self.switch(switch),
            Stmt::Block { label, body } => {
                self.block("", body);
                self.line(format!("l{label}:;"));
            }
            Stmt::Goto(label) => self.line(format!("goto l{label};")),
            Stmt::Record { to, from, way } => {
                let text = self.record(&self.form(to, Use::NonNegative), &self.form(from, Use::NonNegative), *way);
                self.line(text);
            }
            Stmt::Bytes { to, from, count } => {
                let size = format!("{count} * sizeof({})", type_name(self.function.arrays[to.array].elem));
                let (name, to) = (if from.is_some() { "memcpy" } else { "memset" }, self.access(to));
                let from = from.as_ref().map_or("0".into(), |from| format!("&{}", self.access(from)));
                self.line(format!("{name}(&{to}, {from}, {size});"));
            }
            Stmt::Break => self.line("break;"),
            Stmt::Continue => self.line("continue;"),
            Stmt::Return => self.line(format!("return s{};", self.function.result)),
        }
    }

    /// With an initializer, or assigned in whole or by parts.
    fn declare_complex(&mut self, scalar: ScalarId, value: &Expr) {
        let elem = self.function.scalars[scalar];
        let (ty, value) = (type_name(elem), self.expr(value));
        match scalar % 3 {
            0 => self.line(format!("{ty} s{scalar} = {value};")),
            1 => {
                self.line(format!("{ty} s{scalar};"));
                self.line(format!("s{scalar} = {value};"));
            }
            _ => {
                self.line(format!("{ty} s{scalar};"));
                self.line(format!("__imag__ s{scalar} = cimag({value});"));
                self.line(format!("__real__ s{scalar} = creal({value});"));
            }
        }
    }

    /// The function again, with the memory of one array for another.
    pub(super) fn recursive_call(&mut self, alias: Alias) {
        let Function { seed, result, .. } = *self.function;
        let argument = |parameter: Parameter| match parameter.what {
            Passed::Array(id) if id == alias.array => format!("a{}", alias.by),
            Passed::Depth => "deep - 1".into(),
            Passed::Array(_)
            | Passed::N
            | Passed::M
            | Passed::Step(_)
            | Passed::Sizes
            | Passed::Records
            | Passed::Members => parameter.name,
        };
        let list: Vec<String> = parameters_of(self.function).into_iter().map(argument).collect();
        let mix = format!("mix_{}", suffix(self.function.scalars[result]));
        self.line(format!("if (deep > 0) s{result} = {mix}(s{result}, f{seed}({}));", list.join(", ")));
    }

    fn switch(&mut self, Switch { value, cases }: &Switch) {
        let value = self.converted(value, Elem::U32);
        self.line(format!("switch ({value} % {}u) {{", cases.len()));
        for (number, Case { body, falls }) in cases.iter().enumerate() {
            let label = if number + 1 == cases.len() { "default:".into() } else { format!("case {number}:") };
            self.block(label, body);
            if !falls {
                self.line("break;");
            }
        }
        self.line("}");
    }

    fn record(&self, to: &str, from: &str, way: Way) -> String {
        let ty = format!("struct R{}", self.function.seed);
        match way {
            Way::Assigned => format!("r[{to}] = r[{from}];"),
            Way::Local => format!("{{ {ty} v; v = r[{from}]; r[{to}] = v; }}"),
            Way::Swapped => format!("{{ {ty} v = r[{to}]; r[{to}] = r[{from}]; r[{from}] = v; }}"),
            Way::Initialized => {
                let scalar = arrays_of(self.function, is_record).find(|(_, array)| array.extents.len() == 1);
                let field = scalar.map(|(id, _)| format!(".a{id} = r[{from}].a{id}")).unwrap_or_default();
                format!("{{ {ty} v = {{{field}}}; r[{to}] = v; }}")
            }
        }
    }

    pub(super) fn for_loop(&mut self, lp: &Loop) {
        self.work(lp.var);
        if self.in_blocks(lp) {
            return;
        }
        if let Some(Colour { of, by, way: Hue::Variable }) = &lp.colour {
            self.line(format!("int c{} = ({}) & {};", lp.var, self.form(of, Use::Number), by - 1));
        }
        let ty = match lp.index {
            Index::Int => "int",
            Index::Long | Index::Far => "long",
            Index::Unsigned => "unsigned",
            Index::Size => "size_t",
        };
        let usage = if is_unsigned(lp.index) { Use::NonNegative } else { Use::Number };
        let var = format!("i{}", lp.var);
        let far = if lp.index == Index::Far { format!("{} + ", far(lp.var)) } else { String::new() };
        let bound = |form: &Affine| format!("{far}{}", self.form(form, usage));
        let (first, test) = match (lp.step > 0, lp.test) {
            (true, Test::Strict) => (self.first(lp, bound(&lp.lower)), format!("{var} < {}", bound(&lp.upper))),
            (true, Test::NonStrict) => {
                (self.first(lp, bound(&lp.lower)), format!("{var} <= {}", bound(&lp.upper.plus(-1))))
            }
            (true, Test::NotEqual) => (bound(&lp.lower), format!("{var} != {}", bound(&lp.upper))),
            (false, Test::Strict) => (bound(&lp.upper.plus(-1)), format!("{var} > {}", bound(&lp.lower.plus(-1)))),
            (false, Test::NonStrict | Test::NotEqual) => {
                (bound(&lp.upper.plus(-1)), format!("{var} >= {}", bound(&lp.lower)))
            }
        };
        let advance = advance(&var, lp);
        let Some(start) = lp.outside else {
            return self.block(format!("for ({ty} {var} = {first}; {test}; {advance})"), &lp.body);
        };
        let (declared, begin) = match start {
            Start::Assigned => (format!("{ty} {var};"), format!("{var} = {first}")),
            Start::Seen => (format!("{ty} {var} = 1, seen{var};"), format!("{var} = {first}, seen{var} = {var}")),
            Start::Before => (format!("{ty} {var} = {first};"), String::new()),
            Start::Stepped => (format!("{ty} {var} = {first} - 1;"), format!("{var}++")),
            Start::Adjusted => (format!("{ty} {var};"), format!("{var} = {first} - 1, {var} += 1")),
        };
        self.line(declared);
        self.block(format!("for ({begin}; {test}; {advance})"), &lp.body);
        let result = self.function.result;
        let mix = format!("mix_{}", suffix(self.function.scalars[result]));
        let last = if lp.index == Index::Far { format!("{var} - {}", self::far(lp.var)) } else { var.clone() };
        self.line(format!("s{result} = {mix}(s{result}, {last});"));
        if start == Start::Seen {
            self.line(format!("s{result} = {mix}(s{result}, seen{var});"));
        }
    }

    fn first(&self, lp: &Loop, lower: String) -> String {
        let Some(Colour { of, by, way }) = &lp.colour else { return lower };
        let (of, most) = (self.form(of, Use::Number), by - 1);
        match way {
            Hue::Mask => format!("{lower} + (({of}) & {most})"),
            // Variables are not as far below zero.
            Hue::Rest => format!("{lower} + ({of} + 480) % {by}"),
            Hue::Less => format!("{lower} + {most} - (({of}) & {most})"),
            Hue::Choice => format!("(({of}) & 1 ? {lower} + 1 : {lower})"),
            Hue::Other => format!("(({of}) % 2 == 0 ? {lower} + 1 : {lower})"),
            Hue::Variable => format!("{lower} + c{}", lp.var),
        }
    }

    pub(super) fn local(&mut self, id: ArrayId) {
        let array = &self.function.arrays[id];
        let (ty, rank) = (type_name(array.elem), array.extents.len());
        let storage = if array.form == (Form::Local { stays: true }) { "static " } else { "" };
        self.line(format!("{storage}{ty} a{id}{};", numbers(self.function, id, 0)));
        let heads: String = (0..rank)
            .map(|d| format!("for (int z{d} = 0; z{d} < {}; z{d}++) ", extent_text(array.extents[d])))
            .collect();
        let place: String = (0..rank).map(|d| format!("[z{d}]")).collect();
        let value: Vec<String> = (0..rank).map(|d| format!("z{d} * {}", d + 2)).collect();
        let more = if array.elem.is_complex() { " + z0 * I" } else { "" };
        self.line(format!("{heads}a{id}{place} = ({ty})({}){more};", value.join(" + ")));
    }

    pub(super) fn walk(&mut self, id: ArrayId, update: Update, value: &Expr) {
        let elem = self.function.arrays[id].elem;
        let (ty, name) = (type_name(elem), self.array(id));
        let end = extent_text(self.function.arrays[id].extents[0]);
        let text = self.update("*p", elem, update, value);
        self.block(format!("for ({ty} *p = {name}; p != {name} + {end}; p++)"), &[]);
        // The block was printed empty; its text goes before the closing brace.
        let close = format!("{:1$}}}\n", "", 4 * self.depth);
        self.out.truncate(self.out.len() - close.len());
        self.depth += 1;
        self.line(text);
        self.depth -= 1;
        self.line("}");
    }

    /// `target = target op value`, as a statement that cannot overflow.
    pub(super) fn update(&self, target: &str, elem: Elem, update: Update, value: &Expr) -> String {
        if elem.is_complex() {
            return self.complex_update(target, update, value);
        }
        let is_complex = elem.is_float() && self.function.elem(value).is_complex();
        let (ty, expr, value) = (type_name(elem), value, self.converted(value, elem));
        // These wrap, or are small enough after C's promotions.
        let direct = elem.is_float() || !elem.is_signed() && elem.bits() >= 32;
        let wide = unsigned(elem);
        let compound = |op: &str| match direct {
            true => format!("{target} {op}= {value};"),
            false => format!("{target} = ({ty})(({wide}){target} {op} ({wide}){value});"),
        };
        match update {
            Update::Set | Update::Real => format!("{target} = {value};"),
            // C computes with the complex number, and takes the real part then.
            Update::Add | Update::Sub | Update::Mul if is_complex => {
                format!("{target} {}= {};", operator(update), self.expr(expr))
            }
            Update::Add | Update::Imag => compound("+"),
            Update::Sub => compound("-"),
            Update::Mul => compound("*"),
            Update::Div if elem.is_float() => compound("/"),
            Update::Div => format!("{target} = ({ty})({target} / (({value} & 15) + 1));"),
            Update::Xor if elem.is_float() => compound("+"),
            Update::Xor => format!("{target} ^= {value};"),
            Update::Max => format!("if ({value} > {target}) {target} = {value};"),
            Update::Min => format!("if ({value} < {target}) {target} = {value};"),
        }
    }

    /// C itself converts what is assigned.
    fn complex_update(&self, target: &str, update: Update, value: &Expr) -> String {
        let (is_real, value) = (!self.function.elem(value).is_complex(), self.expr(value));
        match update {
            Update::Set => format!("{target} = {value};"),
            Update::Add | Update::Sub | Update::Mul | Update::Xor => {
                format!("{target} {}= {value};", operator(update))
            }
            Update::Div if is_real => format!("{target} /= {value};"),
            Update::Div => format!("{target} /= creal({value});"),
            Update::Max => format!("if (creal({value}) > creal({target})) {target} = {value};"),
            Update::Min => format!("if (cimag({value}) < cimag({target})) {target} = {value};"),
            Update::Real => format!("__real__ {target} = {value};"),
            Update::Imag => format!("__imag__ {target} += {value};"),
        }
    }
}

/// Of a sum, a difference or a product.
fn operator(update: Update) -> char {
    match update {
        Update::Sub => '-',
        Update::Mul => '*',
        Update::Div => '/',
        Update::Set | Update::Add | Update::Xor | Update::Max | Update::Min | Update::Real | Update::Imag => '+',
    }
}

fn poke_name(poke: Poke) -> &'static str {
    match poke {
        Poke::Bump => "bump",
        Poke::Twice => "twice",
        Poke::Often => "often",
    }
}

fn is_unsigned(index: Index) -> bool {
    matches!(index, Index::Unsigned | Index::Size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_assigned_and_complex_numbers_become_real() {
        let mut function = crate::generate::function(0);
        function.scalars.push(Elem::C64);
        let whole = Expr::Scalar(function.scalars.len() - 1);
        let name = format!("s{}", function.scalars.len() - 1);
        let printer = Printer { function: &function, indices: vec![], out: String::new(), depth: 0 };
        let (number, real) = (Expr::Literal(Elem::F32, 8), |update| printer.update("x", Elem::F64, update, &whole));
        assert_eq!(printer.update("z", Elem::C32, Update::Real, &number), "__real__ z = 2.0f;");
        assert_eq!(printer.update("z", Elem::C32, Update::Imag, &whole), format!("__imag__ z += {name};"));
        assert_eq!(printer.update("z", Elem::C32, Update::Div, &whole), format!("z /= creal({name});"));
        assert_eq!(real(Update::Mul), format!("x *= {name};"));
        assert_eq!(real(Update::Set), format!("x = (double)({name});"));
        assert_eq!(printer.update("k", Elem::I32, Update::Real, &number), "k = (int)(int64_t)(limit(2.0f));");
    }
}
