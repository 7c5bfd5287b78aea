//! Loops whose iterations share a work array, with subscripts that no analysis follows: powers of two, reversed bits, quotients, squares.
//! Some write all that they read, some read what an earlier iteration or nobody has left. They stand before a loop of the tree and are no
//! part of it; all of it depends on the function's seed and the loop's variable alone.

use super::*;

/// Elements of a work array; a power of two.
const SIZE: u64 = 32;
const FILLS: [&str; 6] = [
    "for (int q = 0; q < k; q++) {w}[q]{j} = ({ty})((r * 7 + q * {c}) & 127);",
    "for (int q = 1; q < k; q *= 2) {w}[q]{j} = ({ty})((r * 5 + q) & 63);",
    "for (int q = 0; q < k; q++) {w}[(q * q + {c}) % k]{j} = ({ty})((r + q * 3) & 127);",
    "for (int q = 0; q < k; q++) if ((q ^ {c}) & 1) {w}[q]{j} = ({ty})((r + q) & 63);",
    "for (int q = 0; q < k; q++) {w}[(q + r) % k]{j} = ({ty})((r + q) & 63);",
    "for (int q = k - 1; q > 0; q /= 2) {w}[q]{j} = ({ty})((r * q + {c}) & 127); {w}[0]{j} = ({ty})(r & 31);",
];
const STEPS: [&str; 6] = [
    "for (int q = 0, p = 0; q < k; q++) { if (q < p) { {ty} t = {w}[q]{j}; {w}[q]{j} = {w}[p]{j}; {w}[p]{j} = t; } \
     int h = k / 2; while (h > 0 && h <= p) { p -= h; h /= 2; } p += h; }",
    "for (int l = 2; l <= k; l *= 2) for (int q = 0; q + l / 2 < k; q += l) \
     {w}[q]{j} = ({ty})((int)({w}[q]{j} + {w}[q + l / 2]{j}) & 255);",
    "for (int q = k - 1; q > 0; q -= {c}) {w}[q / 2]{j} = ({ty})((int)({w}[q]{j} + {c}) & 127);",
    "for (int q = 1; q < k; q *= 2) {w}[q]{j} = ({ty})((int)({w}[q]{j} + {w}[q / 2]{j}) & 255);",
    "{ int p = (int){w}[0]{j} & 7; {w}[p]{j} = ({ty})(r & 15); }",
    ";",
];
const RESULTS: [&str; 3] = [
    "for (int q = 0; q < k; q++) o[r * k + q] = ({ty})((int)(o[r * k + q] + {w}[q]{j}) & 255);",
    "for (int q = 1; q < k; q *= 2) o[r * k + q] = {w}[q]{j};",
    "o[r * k + {c}] = ({ty})((int)({w}[{c}]{j} + {w}[k / 2]{j}) & 255);",
];
/// Arrays of which dimensions are gone through by whole loops: one behind the other, one inside of the other, as a transposed element, along
/// the diagonal.
const ACROSS: [&str; 4] = [
    "for (int i = 0; i < 5; i++) for (int q = 1; q < 32; q *= 2) v[i][q] = ({ty})((r + i + q) & 31); \
     for (int j = 0; j < 5; j++) for (int q = 1; q < 32; q *= 2) o[r * k] = ({ty})((int)(o[r * k] + v[j][q]) & 63);",
    "for (int i = 0; i < 5; i++) { for (int q = 1; q < 32; q *= 2) v[i][q] = ({ty})((r + i + q) & 31); \
     for (int j = 0; j < 5; j++) for (int q = 1; q < 32; q *= 2) o[r * k] = ({ty})((int)(o[r * k] + v[j][q]) & 63); }",
    "for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) { for (int q = 1; q < 32; q *= 2) u[i][j][q] = ({ty})((r + i) & 31); \
     for (int q = 1; q < 32; q *= 2) o[r * k] = ({ty})((int)(o[r * k] + u[j][i][q]) & 63); }",
    "for (int i = 0; i < 5; i++) for (int q = 1; q < 32; q *= 2) u[i][i][q] = ({ty})((r * q) & 63); \
     for (int i = 0; i < 5; i++) for (int q = 1; q < 32; q *= 2) o[r * k] = ({ty})((int)(o[r * k] + u[i][i][q]) & 63);",
];
const TYPES: [&str; 6] = ["int", "unsigned", "short", "double", "float", "unsigned char"];

impl Printer<'_> {
    /// Prints one before a loop of the function's body, in one of three cases.
    pub(super) fn work(&mut self, var: VarId) {
        if self.depth != 1 || !self.chance(var, 11).is_multiple_of(3) {
            return;
        }
        let draw = |it: &Self, number: u64, of: usize| it.chance(var, 12 + number) as usize % of;
        let ty = TYPES[draw(self, 0, TYPES.len())];
        let is_wide = draw(self, 1, 3) == 0;
        let rows = [14, 16, 17, 40][draw(self, 2, 4)];
        let k = if draw(self, 3, 4) == 0 { SIZE - 5 } else { SIZE };
        let (storage, offset) = (["static ", ""][draw(self, 4, 2)], [0, 0, 3][draw(self, 5, 3)]);
        let (inner, j) = if is_wide { ("[5]", "[j]") } else { ("", "") };
        let c = 1 + draw(self, 6, 5);
        let text =
            |it: &str| it.replace("{w}", "w").replace("{ty}", ty).replace("{j}", j).replace("{c}", &c.to_string());
        let count = SIZE + 8;
        self.line("{");
        self.line(format!("{storage}{ty} b[{count}]{inner}; static {ty} o[{}];", 40 * SIZE));
        if storage.is_empty() {
            self.line(format!(
                "for (int q = 0; q < {count}; q++) {}b[q]{j} = 0;",
                if is_wide { "for (int j = 0; j < 5; j++) " } else { "" }
            ));
        }
        let is_across = draw(self, 14, 2) == 0;
        if is_across {
            self.line(format!("static {ty} v[5][32], u[5][5][32];"));
        }
        let pointer = if is_wide { format!("{ty} (*w)[5]") } else { format!("{ty} *w") };
        self.line(format!("{pointer} = b + {offset}; int k = {k};"));
        let first = [0, 0, 0, 1, 3][draw(self, 11, 5)];
        self.line(format!("for (int r = {first}; r < {rows}; r++) {{"));
        let all = [
            FILLS[draw(self, 7, FILLS.len())],
            STEPS[draw(self, 8, STEPS.len())],
            STEPS[draw(self, 9, STEPS.len())],
            RESULTS[draw(self, 10, RESULTS.len())],
        ];
        let is_alone = is_across && draw(self, 15, 2) == 0;
        for part in all.into_iter().filter(|_| !is_alone) {
            let part = text(part);
            self.line(if is_wide { format!("for (int j = 0; j < 5; j++) {{ {part} }}") } else { part });
        }
        if is_across {
            self.line(text(ACROSS[draw(self, 13, ACROSS.len())]));
        }
        self.line("}");
        let result = self.function.result;
        // Not all of these numbers are ones of narrow integers.
        let cast = if self.function.scalars[result].is_float() { "" } else { "(int)" };
        let mix = format!("s{result} = mix_{}(s{result}, {cast}", suffix(self.function.scalars[result]));
        let element = if is_wide { "b[q][q % 5]" } else { "b[q]" };
        self.line(format!("for (int q = 0; q < {count}; q++) {mix}{element});"));
        self.line(format!("for (int q = 0; q < {rows} * k; q++) {mix}o[q]);"));
        if is_across {
            self.line(format!("for (int q = 0; q < 160; q++) {mix}v[q / 32][q % 32]);"));
            self.line(format!("for (int q = 0; q < 800; q++) {mix}u[q / 160][q / 32 % 5][q % 32]);"));
        }
        self.line("}");
    }
}
