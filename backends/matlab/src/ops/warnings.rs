//! Warnings of operators. Operators know no session, so warnings wait until the interpreter issues them after the statement: which are
//! on, and where they are written, is known there.

use std::cell::RefCell;

pub struct Warning {
    /// Empty for a few.
    pub identifier: &'static str,
    pub message: String,
}

thread_local! {
    static WAITING: RefCell<Vec<Warning>> = const { RefCell::new(vec![]) };
}

pub fn warn(identifier: &'static str, message: impl Into<String>) {
    let warning = Warning { identifier, message: message.into() };
    WAITING.with_borrow_mut(|waiting| waiting.push(warning));
}

/// The warnings since the last call, in their order.
pub fn take_warnings() -> Vec<Warning> {
    // Most statements have none.
    WAITING.with_borrow_mut(|waiting| if waiting.is_empty() { vec![] } else { std::mem::take(waiting) })
}
