//! `--fp fast`: operations get the flags that clang would give them, by its options and pragmas. Decides nothing by itself.

use super::Numerics;
use super::function::Function;
use crate::ast::ExprId;
use melior::ir::Attribute;
use raddle_dialects::{Val, ir};

/// The flags by their bits in [`crate::ast::Floats::fast`].
const FLAGS: [&str; 7] = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];

const OPERATIONS: [&str; 7] =
    ["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf", "arith.cmpf", "math.fma"];

impl<'c> Function<'c, '_> {
    /// The value of the expression `id`, whose operation may do with it what clang's may.
    pub fn allow(&mut self, id: ExprId, value: Val<'c>) -> Val<'c> {
        let flags = self.unit.expr(id).floats.fast();
        if self.numerics != Numerics::Fast || flags == 0 {
            return value;
        }
        let names: Vec<_> = (0..).zip(FLAGS).filter(|(bit, _)| flags >> bit & 1 != 0).map(|(_, name)| name).collect();
        let flags = Attribute::parse(self.context(), &format!("#arith.fastmath<{}>", names.join(",")));
        if let (Some(op), Some(flags)) = (ir::defining_op(value), flags)
            && OPERATIONS.contains(&ir::name(op))
        {
            ir::set_attr(op, "fastmath", flags);
        }
        value
    }
}
