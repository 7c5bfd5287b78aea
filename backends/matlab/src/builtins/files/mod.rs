//! Files by number, and names in the file system. What is written to the streams of the program goes through its session.

mod columns;
mod delimited;
mod folders;
mod names;
mod open;
mod read;
mod system;
mod write;

use super::{ANY, Entry, entry, file_entry};
use crate::session::Session;
use crate::{Result, Value, fail};

pub use open::Files;

pub const TABLE: &[Entry] = &[
    entry("OCTAVE_VERSION", 0, 0, system::version),
    entry("P_tmpdir", 0, 0, names::p_tmpdir),
    entry("SEEK_CUR", 0, 0, open::seek_cur),
    entry("SEEK_END", 0, 0, open::seek_end),
    entry("SEEK_SET", 0, 0, open::seek_set),
    entry("argv", 0, 0, system::argv),
    entry("cd", 0, 1, names::cd),
    entry("chdir", 0, 1, names::cd),
    file_entry("computer", 0, 1, system::computer),
    file_entry("copyfile", 2, 3, folders::transfer),
    file_entry("csvread", 1, ANY, delimited::dlmread),
    file_entry("csvwrite", 2, ANY, delimited::csvwrite),
    file_entry("delete", 1, 1, names::delete),
    file_entry("dir", 0, 1, folders::dir),
    entry("dlmread", 1, ANY, delimited::dlmread),
    file_entry("dlmwrite", 2, ANY, delimited::dlmwrite),
    entry("fclose", 1, 1, open::fclose),
    entry("feof", 1, 1, open::feof),
    entry("fgetl", 1, 2, read::fgetl),
    entry("fgets", 1, 2, read::fgetl),
    file_entry("fileparts", 1, 1, names::fileparts),
    file_entry("fileread", 1, 3, read::fileread),
    file_entry("filesep", 0, 1, names::filesep),
    entry("fopen", 1, 4, open::fopen),
    entry("fread", 1, 5, read::fread),
    entry("frewind", 1, 1, open::frewind),
    entry("fscanf", 2, 3, read::fscanf),
    entry("fseek", 2, 3, open::fseek),
    entry("fskipl", 1, 2, read::fskipl),
    entry("ftell", 1, 1, open::ftell),
    file_entry("fullfile", 0, ANY, names::fullfile),
    entry("fwrite", 2, 5, write::fwrite),
    entry("genpath", 1, ANY, names::genpath),
    entry("getenv", 1, 1, system::getenv),
    entry("getpid", 0, 0, system::getpid),
    entry("glob", 1, 1, folders::glob),
    entry("input", 1, 2, system::input),
    entry("is_absolute_filename", 1, 1, names::is_absolute),
    file_entry("isdeployed", 0, 0, system::no),
    file_entry("isdir", 1, 1, names::isdir),
    file_entry("isfile", 1, 1, names::isfile),
    file_entry("isfolder", 1, 1, names::isfolder),
    file_entry("ismac", 0, 0, system::no),
    file_entry("ispc", 0, 0, system::no),
    entry("isstudent", 0, 1, system::no),
    file_entry("isunix", 0, 0, system::yes),
    entry("keyboard", 0, 1, system::input),
    file_entry("ls", 0, ANY, folders::ls),
    entry("lstat", 1, 1, folders::stat),
    entry("make_absolute_filename", 1, 1, names::make_absolute),
    file_entry("mkdir", 1, 2, names::mkdir),
    file_entry("movefile", 1, 3, folders::transfer),
    entry("nproc", 0, 1, system::nproc),
    entry("pathsep", 0, 1, names::pathsep),
    file_entry("pkg", 0, ANY, system::pkg),
    entry("program_name", 0, 0, system::program_name),
    entry("putenv", 1, 2, system::setenv),
    entry("pwd", 0, 0, names::pwd),
    entry("readdir", 1, 1, folders::readdir),
    entry("rename", 2, 2, names::rename),
    entry("rmdir", 1, 2, names::rmdir),
    entry("setenv", 1, 2, system::setenv),
    entry("stat", 1, 1, folders::stat),
    entry("stderr", 0, 0, open::stderr),
    entry("stdin", 0, 0, open::stdin),
    entry("stdout", 0, 0, open::stdout),
    entry("system", 1, 3, system::refused),
    file_entry("strread", 1, ANY, columns::strread),
    file_entry("tempdir", 0, 0, names::tempdir),
    entry("tempname", 0, 2, names::tempname),
    file_entry("textread", 1, ANY, columns::textread),
    entry("textscan", 0, ANY, columns::textscan),
    entry("unlink", 1, 1, names::unlink),
    entry("unsetenv", 1, 1, system::unsetenv),
    file_entry("usejava", 1, 1, system::no),
    file_entry("version", 0, 1, system::version),
];

/// Writes to a stream for the function `who`: 1 is standard output, 2 standard error, 0 swallows all, others are open files.
///
/// # Errors
/// Numbers of files that are not open.
pub fn write(session: &mut dyn Session, who: &str, stream: &Value, bytes: &[u8]) -> Result<()> {
    let Some(number) = stream.as_scalar().filter(|x| x.fract() == 0.0) else {
        fail!("file id must be a file object, std::string, or integer value");
    };
    match number as i64 {
        0 => {}
        1 => session.write(bytes),
        2 => session.write_error(bytes),
        _ => session.state().files.get(who, stream)?.write(bytes),
    }
    Ok(())
}
