//! Looking at SPIR-V binaries: text form, and the judgement of `spirv-val`.

use std::io::Write;
use std::process::{Command, Stdio};

use rspirv::binary::{Disassemble, ParseState};
use rspirv::dr::Loader;

/// The words are no SPIR-V module.
#[derive(Debug, thiserror::Error)]
#[error("not a SPIR-V module: {0}")]
pub struct ParseError(ParseState);

/// The module as text, one instruction per line.
pub fn disassemble(words: &[u32]) -> Result<String, ParseError> {
    let mut loader = Loader::new();
    rspirv::binary::parse_words(words, &mut loader).map_err(ParseError)?;
    Ok(loader.module().disassemble())
}

#[derive(Debug, thiserror::Error)]
pub enum ValidationError {
    #[error("cannot run spirv-val: {0}")]
    Run(#[from] std::io::Error),
    #[error("spirv-val: {0}")]
    Invalid(String),
}

/// Asks `spirv-val` (which must be installed) whether Vulkan 1.2 accepts the module; for tests.
pub fn validate(words: &[u32]) -> Result<(), ValidationError> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.2", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    if let Some(mut input) = child.stdin.take() {
        input.write_all(&bytes)?;
    }
    let output = child.wait_with_output()?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(ValidationError::Invalid(String::from_utf8_lossy(&text).into_owned()))
}
