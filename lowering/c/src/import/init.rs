//! Initializers of local variables and compound literals.

use super::function::{Function, Res};
use super::place::{Place, alignment_at, hexadecimal};
use super::types::{BitField, Scalar};
use crate::ast::{ExprId, ExprKind, Loc, RecordId, TypeId, TypeKind};
use raddle_dialects::Val;

impl<'c> Function<'c, '_> {
    /// Writes the initial value to `ptr`. `is_zero`: the memory holds zeros already.
    pub fn initialize(&mut self, ptr: Val<'c>, align: u32, ty: TypeId, init: ExprId, is_zero: bool) -> Res<()> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.initialize_inner(ptr, align, ty, init, is_zero))
    }

    fn initialize_inner(&mut self, ptr: Val<'c>, align: u32, ty: TypeId, init: ExprId, is_zero: bool) -> Res<()> {
        let (unit, expr) = (self.unit, self.unit.expr(init));
        let size = unit.ty(ty).size;
        if let Some(scalar) = Scalar::of(unit, ty) {
            let value = self.rvalue(init)?;
            self.set_location(expr.loc);
            self.store_scalar(value, scalar, ptr, align, unit.ty(ty).is_volatile);
            return Ok(());
        }
        match (&expr.kind, &unit.ty(ty).kind) {
            (ExprKind::InitList { inits }, kind) => {
                let fill = !is_zero && self.leaves_gaps(init, ty);
                if fill {
                    self.ops.zero_fill(ptr, size);
                }
                let is_zero = is_zero || fill;
                match *kind {
                    TypeKind::Array { elem, .. } => self.initialize_elements(ptr, align, elem, inits, is_zero),
                    TypeKind::Record { record } => self.initialize_fields(ptr, align, ty, record, inits, is_zero),
                    _ => self.stop("initializer of an unusual type", expr.loc),
                }
            }
            (ExprKind::ImplicitZero, _) => {
                if !is_zero {
                    self.ops.zero_fill(ptr, size);
                }
                Ok(())
            }
            (ExprKind::String { bytes }, _) => self.initialize_string(ptr, bytes, is_zero, expr.loc),
            (_, TypeKind::Record { .. } | TypeKind::Array { .. }) => {
                let from = self.place(init)?;
                let to = Place::Memory { ptr, align, volatile: false, typed: false };
                self.copy_record(&to, &from, ty, expr.loc)
            }
            _ => self.stop(format!("value of type '{}'", unit.ty(ty).spelling), expr.loc),
        }
    }

    /// Whether an initializer list leaves bytes that must be zero.
    fn leaves_gaps(&self, init: ExprId, ty: TypeId) -> bool {
        let ExprKind::InitList { inits } = &self.unit.expr(init).kind else { return false };
        match self.unit.ty(ty).kind {
            TypeKind::Array { elem, len } => {
                (inits.len() as u64) < len
                    || inits.iter().any(|init| init.is_none_or(|init| self.leaves_gaps(init, elem)))
            }
            TypeKind::Record { record } => {
                let record = self.unit.record(record);
                let has_bits = record.fields.iter().any(|field| field.bit_width.is_some());
                let missing = || {
                    inits.len() < record.fields.len()
                        || record
                            .fields
                            .iter()
                            .zip(inits)
                            .any(|(field, init)| init.is_none_or(|init| self.leaves_gaps(init, field.ty)))
                };
                record.is_union || has_bits || missing()
            }
            _ => false,
        }
    }

    fn initialize_elements(
        &mut self,
        ptr: Val<'c>,
        align: u32,
        elem: TypeId,
        inits: &[Option<ExprId>],
        is_zero: bool,
    ) -> Res<()> {
        let size = self.unit.ty(elem).size;
        for (number, init) in inits.iter().enumerate() {
            let Some(init) = init else { continue };
            if is_zero && self.is_zero_constant(*init) {
                continue;
            }
            let offset = number as u64 * size;
            let at = self.ops.byte_offset(ptr, offset);
            self.initialize(at, alignment_at(align, offset), elem, *init, is_zero)?;
        }
        Ok(())
    }

    fn is_zero_constant(&self, init: ExprId) -> bool {
        self.unit.expr(init).constant == Some(0)
    }

    fn initialize_fields(
        &mut self,
        ptr: Val<'c>,
        align: u32,
        ty: TypeId,
        record: RecordId,
        inits: &[Option<ExprId>],
        is_zero: bool,
    ) -> Res<()> {
        let unit = self.unit;
        for ((number, field), init) in unit.record(record).fields.iter().enumerate().zip(inits) {
            let Some(init) = *init else { continue };
            if field.bit_width.is_some() {
                let scalar = self.scalar(field.ty, unit.expr(init).loc)?;
                let value = self.rvalue(init)?;
                let Some(bits) = BitField::of(unit, record, unit.ty(ty).size, number as u32) else {
                    return self.stop("bit-field", unit.expr(init).loc);
                };
                let place = self.bits(ptr, &bits)?;
                self.store(&place, scalar, value);
            } else {
                let offset = field.offset_bits / 8;
                let at = self.ops.byte_offset(ptr, offset);
                self.initialize(at, alignment_at(align, offset), field.ty, init, is_zero)?;
            }
        }
        Ok(())
    }

    /// A character array: what is long is copied, trailing zeros are filled in.
    fn initialize_string(&mut self, ptr: Val<'c>, bytes: &str, is_zero: bool, loc: Loc) -> Res<()> {
        let Some(bytes) = hexadecimal(bytes) else { return self.stop("malformed string literal", loc) };
        let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        if !is_zero && used < bytes.len() {
            self.ops.zero_fill(ptr, bytes.len() as u64);
        }
        if used > 0 {
            let name = self.symbols.string(bytes[..used].to_vec(), 1);
            let from = self.ops.address_of(&name);
            self.ops.copy(ptr, from, used as u64, false);
        }
        Ok(())
    }
}
