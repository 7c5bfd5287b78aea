//! The classes of results: which class an operation, an assignment or a function of numbers gives. Writes no code.

use super::types::Elem;
use crate::ast::BinaryOp;

/// The class as which an operation takes an operand.
pub fn number(elem: Elem) -> Elem {
    match elem {
        Elem::Double | Elem::Bool | Elem::Char => Elem::Double,
        Elem::Complex | Elem::Single | Elem::Int(_) | Elem::Wide(_) => elem,
    }
}

/// The class of numbers of two classes together; `None` where there is none, or none that is compiled.
pub fn common(a: Elem, b: Elem) -> Option<Elem> {
    match (number(a), number(b)) {
        (a, b) if a == b => Some(a),
        (Elem::Int(_) | Elem::Wide(_), Elem::Int(_) | Elem::Wide(_) | Elem::Complex) => None,
        (Elem::Complex, Elem::Int(_) | Elem::Wide(_)) => None,
        (Elem::Single, Elem::Complex) | (Elem::Complex, Elem::Single) => None,
        (int @ (Elem::Int(_) | Elem::Wide(_)), _) | (_, int @ (Elem::Int(_) | Elem::Wide(_))) => Some(int),
        (Elem::Single, _) | (_, Elem::Single) => Some(Elem::Single),
        (Elem::Complex, _) | (_, Elem::Complex) => Some(Elem::Complex),
        (_, _) => Some(Elem::Double),
    }
}

/// The class of `a op b`; `None` as for [`common`].
pub fn of_operation(op: BinaryOp, a: Elem, b: Elem) -> Option<Elem> {
    if is_test(op) { Some(Elem::Bool) } else { common(a, b) }
}

/// Is the result logical?
pub fn is_test(op: BinaryOp) -> bool {
    use BinaryOp::{And, Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Or};
    matches!(op, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | And | Or)
}

/// The class of an array of which an element is set.
pub fn stored(array: Elem, value: Elem) -> Elem {
    match (array, value) {
        (array, value) if array == value => array,
        (Elem::Complex, _) | (Elem::Double, Elem::Complex) => Elem::Complex,
        (Elem::Double | Elem::Single | Elem::Int(_) | Elem::Wide(_), _) => array,
        (Elem::Bool | Elem::Char, _) => Elem::Double,
    }
}
