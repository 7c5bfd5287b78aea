//! Answers that are kept: passes ask of the same sets again and again, in analyses of their own. Never keeps a failure, and never
//! changes an answer: isl's objects have one value, and a question's operands live as long as its answer is kept.

use super::{Ctx, Dim, Result};
use std::{
    cell::RefCell,
    collections::HashMap,
    ffi::{CStr, c_void},
};

/// The answers to so many questions are kept before all are forgotten, as memory ends somewhere.
const MOST: usize = 200_000;
/// Operands of the question that has the most.
const OPERANDS: usize = 6;

/// A reference to an object of isl.
pub(super) struct Handle {
    ptr: *mut c_void,
    free: unsafe fn(*mut c_void),
}

impl Handle {
    /// # Safety
    /// The reference is the caller's, and `free` gives it up.
    pub(super) unsafe fn new(ptr: *mut c_void, free: unsafe fn(*mut c_void)) -> Handle {
        Handle { ptr, free }
    }

    pub(super) fn ptr(&self) -> *mut c_void {
        self.ptr
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: as `new` says.
        unsafe { (self.free)(self.ptr) };
    }
}

/// What a question is about.
pub(super) trait Operand {
    /// Equal for equal operands, as long as they live.
    fn word(&self) -> usize;
    /// What keeps it alive.
    fn handle(&self) -> Option<Handle> {
        None
    }
}

impl<T: Operand> Operand for &T {
    fn word(&self) -> usize {
        (**self).word()
    }
    fn handle(&self) -> Option<Handle> {
        (**self).handle()
    }
}

impl Operand for u32 {
    fn word(&self) -> usize {
        *self as usize
    }
}

impl Operand for i32 {
    fn word(&self) -> usize {
        *self as usize
    }
}

impl Operand for i64 {
    fn word(&self) -> usize {
        *self as usize
    }
}

impl Operand for Dim {
    fn word(&self) -> usize {
        *self as usize
    }
}

pub(super) enum Kept {
    Object(Handle),
    Bool(bool),
}

pub(super) trait Answer: Sized {
    fn keep(&self) -> Option<Kept>;
    /// What [`Answer::keep`] has made of an answer of this type.
    fn again(ctx: &Ctx, kept: &Kept) -> Option<Self>;
}

impl Answer for bool {
    fn keep(&self) -> Option<Kept> {
        Some(Kept::Bool(*self))
    }
    fn again(_: &Ctx, kept: &Kept) -> Option<bool> {
        match kept {
            Kept::Bool(answer) => Some(*answer),
            Kept::Object(_) => None,
        }
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Question {
    /// The address of isl's function.
    function: usize,
    operands: [usize; OPERANDS],
    text: Option<Box<CStr>>,
}

struct Known {
    answer: Kept,
    _operands: Vec<Handle>,
}

/// Everything that is kept.
#[derive(Default)]
pub(super) struct Memo(RefCell<HashMap<Question, Known>>);

impl Memo {
    pub(super) fn forget(&self) {
        self.0.borrow_mut().clear();
    }
}

impl Ctx {
    /// The answer to a question, from `work` where it is a new one. The answer must depend on nothing but the `function` that is
    /// asked, the operands and the text.
    pub(super) fn once<T: Answer>(
        &self,
        function: *const (),
        operands: &[&dyn Operand],
        text: Option<&CStr>,
        work: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let mut question =
            Question { function: function as usize, operands: [0; OPERANDS], text: text.map(Into::into) };
        question.operands.iter_mut().zip(operands).for_each(|(word, operand)| *word = operand.word());
        let memo = &self.memo().0;
        if let Some(answer) = memo.borrow().get(&question).and_then(|it| T::again(self, &it.answer)) {
            return Ok(answer);
        }
        self.enter();
        let answer = work()?;
        if let Some(kept) = answer.keep() {
            let mut all = memo.borrow_mut();
            if all.len() == MOST {
                all.clear();
            }
            let operands = operands.iter().filter_map(|it| it.handle()).collect();
            all.insert(question, Known { answer: kept, _operands: operands });
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{IslError, Map, Set};
    use super::*;

    #[test]
    fn equal_questions_have_one_answer() {
        let ctx = Ctx::new().unwrap();
        let read = || Set::read(&ctx, "{ [i, j] : 0 <= i < j < 10 }").unwrap();
        let (first, second) = (read(), read());
        assert_eq!(first.word(), second.word());
        assert_eq!(first.lexmin().unwrap().word(), second.lexmin().unwrap().word());
        assert_ne!(first.lexmin().unwrap().word(), second.lexmax().unwrap().word());
        let without = |dim| first.project_out(Dim::Out, dim, 1).unwrap();
        assert_ne!(without(0).word(), without(1).word());
        assert_ne!(without(0).set_tuple_name("A").unwrap().word(), without(0).set_tuple_name("B").unwrap().word());
    }

    #[test]
    fn the_kind_of_a_result_is_part_of_the_question() {
        let ctx = Ctx::new().unwrap();
        let text = "{ [i] -> [j] : 0 <= i < j < 10 }";
        assert!(Set::read(&ctx, text).is_err());
        assert!(Map::read(&ctx, text).is_ok());
        assert!(Set::read(&ctx, text).is_err());
    }

    #[test]
    fn a_question_that_took_too_long_is_asked_again() {
        let ctx = Ctx::new().unwrap();
        let text = "[n] -> { [i, j] : 0 <= i < n and 2i < j < 3n }";
        ctx.limit(1);
        assert_eq!(Set::read(&ctx, text).unwrap_err(), IslError::Quota);
        ctx.limit(0);
        assert!(Set::read(&ctx, text).is_ok());
    }

    #[test]
    fn what_one_may_do_does_not_depend_on_what_another_one_did() {
        let (poor, rich) = (Ctx::new().unwrap(), Ctx::new().unwrap());
        rich.limit(100_000);
        let set = Set::read(&rich, "[n] -> { [i, j] : 0 <= i < n and 0 <= j < i }").unwrap();
        poor.limit(1);
        assert!(Set::read(&poor, "{ [k] : 0 <= k < 7 }").is_err());
        assert!(set.project_out(Dim::Out, 0, 1).is_ok());
        assert!(Set::read(&poor, "{ [k] : 0 <= k < 8 }").is_err());
        assert_eq!((poor.times_exceeded(), rich.times_exceeded()), (2, 0));
    }
}
