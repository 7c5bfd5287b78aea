//! Types of accesses to memory, for LLVM's type-based alias analysis.
//!
//! C lets an object be read and written by its own type and by characters. So a store of a `float` changes no `int`, and
//! clang keeps the index array of a loop apart from its data. Unions, `may_alias` and copies of bytes are exceptions that
//! whoever tags an access has to know. Signed and unsigned types are one type here, and so are all types of one width.
//! Pointers may be 64-bit integers, which much code assumes. Source: C17 6.5p7; LLVM Language Reference, "TBAA Metadata".

use melior::Context;
use melior::ir::{Attribute, Type};

/// The tag of each type of scalar.
pub struct Tags<'c>(Vec<(Type<'c>, Attribute<'c>)>);

impl<'c> Tags<'c> {
    pub fn new(context: &'c Context) -> Self {
        let root = "#llvm.tbaa_root<id = \"raddle\">".to_string();
        let description = |name: &str, parent: &str| {
            format!("#llvm.tbaa_type_desc<id = \"raddle {name}\", members = {{<{parent}, 0>}}>")
        };
        let mut tags = Vec::new();
        let mut add = |ty: &str, description: &str| {
            let tag = format!("[#llvm.tbaa_tag<base_type = {description}, access_type = {description}, offset = 0>]");
            tags.extend(Type::parse(context, ty).zip(Attribute::parse(context, &tag)));
        };
        for ty in ["i16", "i32", "i64", "f32", "f64", "f80", "f128"] {
            add(ty, &description(ty, &root));
        }
        add("!llvm.ptr", &description("pointer", &description("i64", &root)));
        Tags(tags)
    }

    /// The attribute `tbaa` of an access to a value of the type in memory; None for characters and what is no scalar.
    pub fn of(&self, ty: Type<'c>) -> Option<Attribute<'c>> {
        self.0.iter().find(|(known, _)| *known == ty).map(|(_, tag)| *tag)
    }
}
