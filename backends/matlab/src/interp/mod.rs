//! The interpreter of the syntax tree: the meaning of every program.
