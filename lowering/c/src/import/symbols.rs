//! What the module declares: functions and globals (clang defines them), and string constants of its own.

use super::types::{Signature, sized_type};
use crate::ast::{Decl, Unit};
use melior::ir::{Attribute, Type};
use raddle_dialects::build::Builder;
use std::collections::HashMap;

pub struct Symbols<'c> {
    /// The end of the module.
    place: Builder<'c>,
    /// Type of each declared function; None for a global.
    declared: HashMap<String, Option<Type<'c>>>,
    strings: HashMap<(Vec<u8>, u32), String>,
}

impl<'c> Symbols<'c> {
    pub fn new(place: Builder<'c>) -> Self {
        Symbols { place, declared: HashMap::new(), strings: HashMap::new() }
    }

    /// Declares the function if it is not yet; `signature` is None where its type is clang's business. True if a direct
    /// call with this signature agrees with the declaration.
    pub fn function(&mut self, name: &str, signature: Option<&Signature>) -> bool {
        let context = self.place.context();
        let opaque = Signature { result: None, params: Vec::new(), variadic: false, prototyped: true };
        let ty = signature.unwrap_or(&opaque).function_type(context);
        let place = self.place;
        let known = self.declared.entry(name.to_string()).or_insert_with(|| {
            super::ops::function(place, name, ty, &[]);
            Some(ty)
        });
        *known == Some(ty)
    }

    pub fn global(&mut self, unit: &Unit, decl: &Decl) {
        if self.declared.contains_key(&decl.symbol) {
            return;
        }
        self.declared.insert(decl.symbol.clone(), None);
        let b = self.place;
        // The type only says how large the object is; of an incomplete array nothing is known.
        let ty =
            sized_type(b.context(), unit, decl.ty).unwrap_or_else(|| melior::dialect::llvm::r#type::array(b.int(8), 0));
        let mut attrs = vec![
            ("sym_name", b.str(&decl.symbol)),
            ("global_type", b.type_attr(ty)),
            ("linkage", linkage(b, "external")),
        ];
        if decl.is_thread_local {
            attrs.push(("thread_local_", b.unit()));
        }
        b.op_with_regions("llvm.mlir.global", &[], &[], &attrs, 1);
    }

    /// A private constant with these bytes.
    pub fn string(&mut self, bytes: Vec<u8>, align: u32) -> String {
        let number = self.strings.len();
        let b = self.place;
        let name = self.strings.entry((bytes, align)).or_insert_with_key(|(bytes, align)| {
            let name = format!("__raddle_string.{number}");
            let text = mlir_sys::MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() };
            let value = unsafe { Attribute::from_raw(mlir_sys::mlirStringAttrGet(b.context().to_raw(), text)) };
            let ty = melior::dialect::llvm::r#type::array(b.int(8), bytes.len() as u32);
            let attrs = [
                ("sym_name", b.str(&name)),
                ("global_type", b.type_attr(ty)),
                ("linkage", linkage(b, "private")),
                ("alignment", b.i64(i64::from(*align))),
                ("constant", b.unit()),
                ("unnamed_addr", b.i64(2)),
                ("value", value),
            ];
            b.op_with_regions("llvm.mlir.global", &[], &[], &attrs, 1);
            name
        });
        name.clone()
    }
}

fn linkage<'c>(b: Builder<'c>, name: &str) -> Attribute<'c> {
    b.parse_attr(&format!("#llvm.linkage<{name}>")).expect("the name is a linkage")
}
