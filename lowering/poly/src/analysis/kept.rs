//! Analyses that are kept while somebody may ask again: each pass over a nest extracts the same model until one changes it, and
//! the next one finds what the one before has found. Never changes an answer: equal models have equal analyses.

use std::{cell::RefCell, rc::Rc};

use super::{Analysis, PolyError};
use crate::model::Model;

/// A pass goes through all nests of a function before the next one begins.
const KEPT: usize = 32;

thread_local! {
    /// The latest one is last.
    static LATEST: RefCell<Vec<Rc<Analysis>>> = const { RefCell::new(Vec::new()) };
}

impl Analysis {
    /// The analysis of a model, made anew only if there is none of an equal model.
    pub fn of(model: &Model) -> Result<Rc<Analysis>, PolyError> {
        let known = LATEST.with_borrow(|all| all.iter().position(|it| it.model == *model));
        let found = match known {
            Some(index) => LATEST.with_borrow_mut(|all| all.remove(index)),
            None => Rc::new(Analysis::new(model)?),
        };
        LATEST.with_borrow_mut(|all| {
            if all.len() == KEPT {
                all.remove(0);
            }
            all.push(found.clone());
        });
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Array;

    fn model(name: &str) -> Model {
        let array = Array { name: name.into(), rank: 1, live_out: true, local_to: None };
        Model { arrays: vec![array], ..Model::default() }
    }

    #[test]
    fn equal_models_have_one_analysis_while_it_is_kept() {
        let first = Analysis::of(&model("a")).unwrap();
        assert!(!Rc::ptr_eq(&first, &Analysis::of(&model("b")).unwrap()));
        assert!(Rc::ptr_eq(&first, &Analysis::of(&model("a")).unwrap()));
        let many: Vec<_> = (0..KEPT).map(|n| Analysis::of(&model(&format!("c{n}"))).unwrap()).collect();
        assert!(Rc::ptr_eq(&many[0], &Analysis::of(&model("c0")).unwrap()));
        assert!(!Rc::ptr_eq(&first, &Analysis::of(&model("a")).unwrap()));
    }
}
