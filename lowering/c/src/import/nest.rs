//! Loop nests.
use super::function::{Function, Res};
use super::place::Place;
use crate::ast::{ExprId, StmtId};
use crate::plan::Nest;
use std::marker::PhantomData;

pub(super) struct Scope<'c>(PhantomData<&'c ()>);

impl<'c, 'u> Function<'c, 'u> {
    pub fn nest_or_statement(&mut self, id: StmtId, _nest: &'u Nest) -> Res<()> {
        self.plain_statement(id)
    }
    pub fn nest_place(&mut self, _id: ExprId) -> Res<Option<Place<'c>>> {
        Ok(None)
    }
}
