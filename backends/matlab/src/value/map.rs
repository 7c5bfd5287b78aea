//! `containers.Map`: keys to values, in the order of the keys.

use super::{Class, Value};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Maps are the language's one class with reference semantics: copies of the handle share the map.
pub type MapRef = Rc<RefCell<Map>>;

#[derive(Clone, Debug)]
pub enum Key {
    Text(Vec<u8>),
    Number(f64),
}

#[derive(Clone, Debug)]
pub struct Map {
    /// `char`, `double`, `single`, `int32`, ... as `KeyType` shows it.
    pub key_class: Class,
    /// `any`, `char`, `double`, `logical`, ... as `ValueType` shows it.
    pub value_type: Rc<str>,
    pub entries: BTreeMap<Key, Value>,
}

impl Map {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
            (Key::Text(_), Key::Number(_)) => Ordering::Greater,
            (Key::Number(_), Key::Text(_)) => Ordering::Less,
        }
    }
}
