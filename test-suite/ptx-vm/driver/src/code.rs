//! The result codes that the stub gives (`CUresult` of cuda.h).

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    InvalidValue = 1,
    OutOfMemory = 2,
    NotInitialized = 3,
    NoDevice = 100,
    InvalidDevice = 101,
    InvalidContext = 201,
    InvalidPtx = 218,
    InvalidHandle = 400,
    NotFound = 500,
    IllegalAddress = 700,
    LaunchTimeout = 702,
    Unknown = 999,
}

pub type Result<T> = std::result::Result<T, Code>;

/// As C sees it.
pub fn status(result: Result<()>) -> i32 {
    result.map_or_else(|code| code as i32, |()| 0)
}
