//! Broken-down times as C has them: `gmtime`, `strftime`, ... The zone is the process's.

use super::calendar::{self, DAYS, EPOCH, MONTHS};
use crate::builtins::Call;
use crate::value::{StructArray, Value};
use crate::{Error, Result, fail};

/// The zone's offset from UTC at a time, in seconds.
pub fn offset(seconds: f64) -> f64 {
    local(seconds).0
}

/// The zone's offset and whether summer time holds.
fn local(seconds: f64) -> (f64, bool) {
    let time = seconds.floor() as libc::time_t;
    // SAFETY: both pointers are to locals, and `localtime_r` writes only to the second.
    let tm = unsafe {
        let mut tm: libc::tm = std::mem::zeroed();
        libc::localtime_r(&time, &mut tm);
        tm
    };
    (tm.tm_gmtoff as f64, tm.tm_isdst > 0)
}

/// How long this process has been running on a processor.
pub fn processor_seconds() -> f64 {
    // SAFETY: the pointer is to a local, which the call fills.
    let spent = unsafe {
        let mut spent: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut spent);
        spent
    };
    spent.tv_sec as f64 + spent.tv_nsec as f64 / 1e9
}

/// A time as the fields of a `tm`.
fn broken_down(seconds: f64, offset: f64, is_summer: bool, zone: &str) -> Value {
    let whole = seconds.floor();
    let days = (whole + offset).div_euclid(86400.0);
    let rest = (whole + offset).rem_euclid(86400.0);
    let [year, month, day, ..] = calendar::date(days + EPOCH);
    let first = calendar::number([year, 1.0, 1.0, 0.0, 0.0, 0.0]);
    let mut fields = StructArray::scalar();
    let mut set = |name: &str, value: f64| fields.set(name, 0, Value::scalar(value));
    set("usec", ((seconds - whole) * 1e6).round());
    set("sec", rest % 60.0);
    set("min", (rest / 60.0).floor() % 60.0);
    set("hour", (rest / 3600.0).floor());
    set("mday", day);
    set("mon", month - 1.0);
    set("year", year - 1900.0);
    set("wday", calendar::weekday(days + EPOCH) as f64);
    set("yday", days + EPOCH - first);
    set("isdst", f64::from(u8::from(is_summer)));
    set("gmtoff", offset);
    fields.set("zone", 0, Value::text(zone));
    Value::structs(fields)
}

fn argument(call: &Call) -> Result<f64> {
    call.args[0].as_scalar().ok_or_else(|| Error::new(format!("{}: T must be a number", call.name)))
}

pub fn gmtime(call: Call) -> Result<Vec<Value>> {
    Ok(vec![broken_down(argument(&call)?, 0.0, false, "GMT")])
}

pub fn localtime(call: Call) -> Result<Vec<Value>> {
    let seconds = argument(&call)?;
    Ok(vec![local_tm(seconds)])
}

fn local_tm(seconds: f64) -> Value {
    let (offset, is_summer) = local(seconds);
    let zone = if offset == 0.0 { "UTC".to_string() } else { format!("{:+03}", (offset / 3600.0).floor()) };
    broken_down(seconds, offset, is_summer, &zone)
}

/// The numbers of a `tm` that a program may have changed.
struct Tm([f64; 6], f64);

fn tm(name: &str, value: &Value) -> Result<Tm> {
    let Value::Struct(fields) = value else {
        fail!("{name}: TM_STRUCT argument must be a structure");
    };
    let field = |name: &str| fields.get(name, 0).and_then(Value::as_scalar).unwrap_or(0.0);
    let date = [field("year") + 1900.0, field("mon") + 1.0, field("mday"), field("hour"), field("min"), field("sec")];
    Ok(Tm(date, field("usec")))
}

impl Tm {
    /// Seconds since 1970, as if the zone were UTC.
    fn seconds(&self) -> f64 {
        let [year, month, day, hour, minute, second] = self.0;
        let days = calendar::number([year, month, day, 0.0, 0.0, 0.0]) - EPOCH;
        days * 86400.0 + hour * 3600.0 + minute * 60.0 + second
    }
}

pub fn mktime(call: Call) -> Result<Vec<Value>> {
    let tm = tm("mktime", &call.args[0])?;
    let seconds = tm.seconds();
    Ok(vec![Value::scalar(seconds - offset(seconds) + tm.1 / 1e6)])
}

pub fn asctime(call: Call) -> Result<Vec<Value>> {
    let tm = tm("strftime", &call.args[0])?;
    Ok(vec![Value::text(format("%a %b %d %H:%M:%S %Y\n", &tm, "GMT"))])
}

pub fn ctime(call: Call) -> Result<Vec<Value>> {
    let seconds = argument(&call)?;
    let tm = tm("strftime", &local_tm(seconds))?;
    Ok(vec![Value::text(format("%a %b %d %H:%M:%S %Y\n", &tm, "GMT"))])
}

pub fn strftime(call: Call) -> Result<Vec<Value>> {
    let Some(template) = call.args[0].as_text().filter(|_| call.args[0].is_text()) else {
        fail!("strftime: FMT must be a string");
    };
    let tm = tm("strftime", &call.args[1])?;
    let zone = match &call.args[1] {
        Value::Struct(fields) => fields.get("zone", 0).and_then(Value::as_text).unwrap_or_default(),
        _ => String::new(),
    };
    Ok(vec![Value::text(format(&template, &tm, &zone))])
}

/// The C function of this name, without locales.
fn format(template: &str, tm: &Tm, zone: &str) -> String {
    let mut out = String::new();
    let mut chars = template.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(letter) => out.push_str(&conversion(letter, tm, zone)),
            None => out.push('%'),
        }
    }
    out
}

fn conversion(letter: char, tm: &Tm, zone: &str) -> String {
    let [year, month, day, hour, minute, second] = tm.0;
    let number = calendar::number([year, month, day, 0.0, 0.0, 0.0]);
    let yday = number - calendar::number([year, 1.0, 1.0, 0.0, 0.0, 0.0]);
    let wday = calendar::weekday(number);
    let month_name = MONTHS[(month as usize).clamp(1, 12) - 1];
    let hour12 = if hour % 12.0 == 0.0 { 12.0 } else { hour % 12.0 };
    let again = |template: &str| format(template, tm, zone);
    match letter {
        'a' => DAYS[wday][..3].into(),
        'A' => DAYS[wday].into(),
        'b' | 'h' => month_name[..3].into(),
        'B' => month_name.into(),
        'c' => again("%a %b %e %H:%M:%S %Y"),
        'C' => format!("{:02}", (year / 100.0).floor()),
        'd' => format!("{day:02}"),
        'D' | 'x' => again("%m/%d/%y"),
        'e' => format!("{day:2}"),
        'F' => again("%Y-%m-%d"),
        'H' => format!("{hour:02}"),
        'I' => format!("{hour12:02}"),
        'j' => format!("{:03}", yday + 1.0),
        'k' => format!("{hour:2}"),
        'l' => format!("{hour12:2}"),
        'm' => format!("{month:02}"),
        'M' => format!("{minute:02}"),
        'n' => "\n".into(),
        'p' => if hour < 12.0 { "AM" } else { "PM" }.into(),
        'r' => again("%I:%M:%S %p"),
        'R' => again("%H:%M"),
        's' => format!("{}", tm.seconds()),
        'S' => format!("{second:02}"),
        't' => "\t".into(),
        'T' | 'X' => again("%H:%M:%S"),
        'u' => format!("{}", if wday == 0 { 7 } else { wday }),
        'U' => format!("{:02}", ((yday + 7.0 - wday as f64) / 7.0).floor()),
        'w' => format!("{wday}"),
        'W' => format!("{:02}", ((yday + 7.0 - ((wday + 6) % 7) as f64) / 7.0).floor()),
        'y' => format!("{:02}", year.rem_euclid(100.0)),
        'Y' => format!("{year}"),
        'z' => "+0000".into(),
        'Z' => zone.into(),
        '%' => "%".into(),
        other => format!("%{other}"),
    }
}
