//! Rows of moves and address conversions (9.7.9.3, 9.7.9.4, 9.7.9.20) and of the warp's exchanges (9.7.9.6, 9.7.13.9).

use super::{Does, Shuffle, Space, Table, Target, Vote};
use crate::types::Type;

pub fn add_rows(t: &mut Table) {
    let types = [("pred", Type::Pred), ("b16", Type::U16), ("b32", Type::U32), ("u32", Type::U32), ("b64", Type::U64)];
    for (name, ty) in types {
        t.add("9.7.9.3 mov", format!("mov.{name}"), Does::Move(ty));
    }
    t.add("9.7.9.4 mov", "mov.b32", Does::Split(Type::U32));
    t.add("9.7.9.4 mov", "mov.b64", Does::Split(Type::U64));
    for space in [Space::Global, Space::Shared, Space::Local, Space::Const] {
        let to = Target::Generic;
        t.add("9.7.9.20 cvta", format!("cvta.{space}.u64"), Does::ConvertAddress { space, to });
        let to = Target::Space;
        t.add("9.7.9.20 cvta", format!("cvta.to.{space}.u64"), Does::ConvertAddress { space, to });
    }
    let shuffles =
        [("up", Shuffle::Up), ("down", Shuffle::Down), ("bfly", Shuffle::Butterfly), ("idx", Shuffle::Index)];
    for (name, shuffle) in shuffles {
        t.add("9.7.9.6 shfl.sync", format!("shfl.sync.{name}.b32"), Does::Shuffle(shuffle));
    }
    let votes =
        [("all.pred", Vote::All), ("any.pred", Vote::Any), ("uni.pred", Vote::Uniform), ("ballot.b32", Vote::Ballot)];
    for (name, vote) in votes {
        t.add("9.7.13.9 vote.sync", format!("vote.sync.{name}"), Does::Vote(vote));
    }
}
