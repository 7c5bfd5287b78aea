//! Clocks and the calendar. Days are counted from the year 0, as `datenum` has them.

mod calendar;
mod clocks;
mod dates;
mod parse;
mod posix;

pub use clocks::local_day;
pub use dates::date_text;

use super::{Entry, entry, file_entry};

pub const TABLE: &[Entry] = &[
    file_entry("addtodate", 3, 3, dates::addtodate),
    file_entry("asctime", 1, 1, posix::asctime),
    file_entry("clock", 0, 0, clocks::clock),
    entry("cputime", 0, 0, clocks::cputime),
    file_entry("ctime", 1, 1, posix::ctime),
    file_entry("date", 0, 0, clocks::date),
    file_entry("datenum", 1, 6, dates::datenum),
    file_entry("datestr", 1, 3, dates::datestr),
    file_entry("datevec", 1, 3, dates::datevec),
    file_entry("eomday", 2, 2, dates::eomday),
    file_entry("etime", 2, 2, dates::etime),
    entry("gmtime", 1, 1, posix::gmtime),
    file_entry("is_leap_year", 0, 1, dates::is_leap_year),
    entry("localtime", 1, 1, posix::localtime),
    entry("mktime", 1, 1, posix::mktime),
    file_entry("now", 0, 0, clocks::now),
    entry("pause", 0, 1, clocks::pause),
    entry("strftime", 2, 2, posix::strftime),
    entry("tic", 0, 0, clocks::tic),
    entry("time", 0, 0, clocks::time),
    entry("toc", 0, 1, clocks::toc),
    file_entry("weekday", 1, 2, dates::weekday),
];
