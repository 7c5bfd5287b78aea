//! Dates as numbers, vectors and texts.

use super::calendar::{self, DAYS, Date, MONTHS};
use super::parse;
use crate::builtins::Call;
use crate::builtins::strings::text;
use crate::value::{Array, Value};
use crate::{Error, Result, fail};

/// The formats of `datestr` by number.
const FORMATS: [&str; 32] = [
    "dd-mmm-yyyy HH:MM:SS",
    "dd-mmm-yyyy",
    "mm/dd/yy",
    "mmm",
    "m",
    "mm",
    "mm/dd",
    "dd",
    "ddd",
    "d",
    "yyyy",
    "yy",
    "mmmyy",
    "HH:MM:SS",
    "HH:MM:SS PM",
    "HH:MM",
    "HH:MM PM",
    "QQ-yy",
    "QQ",
    "dd/mm",
    "dd/mm/yy",
    "mmm.dd,yyyy HH:MM:SS",
    "mmm.dd,yyyy",
    "mm/dd/yyyy",
    "dd/mm/yyyy",
    "yy/mm/dd",
    "yyyy/mm/dd",
    "QQ-yyyy",
    "mmmyyyy",
    "yyyy-mm-dd",
    "yyyymmddTHHMMSS",
    "yyyy-mm-dd HH:MM:SS",
];

fn this_year() -> f64 {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    calendar::date(seconds.map_or(0.0, |seconds| seconds.as_secs_f64()) / 86400.0 + calendar::EPOCH)[0]
}

/// The dates of texts, by a format if there is one.
fn parsed(name: &str, value: &Value, format: Option<&str>) -> Result<Vec<Date>> {
    let texts = text::texts(value).unwrap_or_default();
    let dates = texts.iter().map(|text| {
        let text = String::from_utf8_lossy(text);
        let date = match format {
            Some(format) => parse::with_format(&text, format, this_year()),
            None => parse::date(&text, this_year()),
        };
        date.ok_or_else(|| match format {
            Some(_) => Error::new(format!("{name}: DATE not parsed correctly with given format")),
            None => Error::new("datevec: none of the standard formats match the DATE string"),
        })
    });
    dates.collect()
}

fn is_date_vector(dims: &crate::value::Dims) -> bool {
    dims.rank() == 2 && (dims.cols() == 6 || dims.cols() == 3)
}

/// Rows of a matrix of dates.
fn rows(array: &Array<f64>) -> Vec<Date> {
    let (count, width) = (array.dims().rows(), array.dims().cols());
    let get = |row: usize, k: usize| if k < width { array.as_slice()[k * count + row] } else { 0.0 };
    (0..count).map(|row| std::array::from_fn(|k| get(row, k))).collect()
}

fn numbers(name: &str, value: &Value) -> Result<Array<f64>> {
    value.to_doubles().ok_or_else(|| Error::new(format!("{name}: all inputs must be numeric")))
}

pub fn datenum(call: Call) -> Result<Vec<Value>> {
    let first = &call.args[0];
    let days = if first.is_text() || matches!(first, Value::Cell(_)) {
        let format = call.args.get(1).and_then(Value::as_text);
        let dates = parsed("datevec", first, format.as_deref())?;
        Array::column(dates.into_iter().map(calendar::number).collect())
    } else if call.args.len() == 1 {
        let array = numbers("datenum", first)?;
        if array.dims().cols() < 3 || array.dims().cols() > 6 {
            fail!("datenum: expected date vector containing [YEAR, MONTH, DAY, HOUR, MINUTE, SECOND]");
        }
        Array::column(rows(&array).into_iter().map(calendar::number).collect())
    } else {
        let parts = call.args.iter().map(|value| numbers("datenum", value)).collect::<Result<Vec<_>>>()?;
        broadcast(&parts, |values| {
            let mut date = [0.0, 1.0, 1.0, 0.0, 0.0, 0.0];
            date[..values.len()].copy_from_slice(values);
            calendar::number(date)
        })
        .ok_or_else(|| Error::new("datenum: all inputs must be of common size or scalars"))?
    };
    let seconds = days.map(|&day| day * 86400.0);
    Ok(vec![Value::Double(days), Value::Double(seconds)])
}

/// Element by element; scalars go to all.
fn broadcast(parts: &[Array<f64>], f: impl Fn(&[f64]) -> f64) -> Option<Array<f64>> {
    let long = parts.iter().find(|part| part.as_scalar().is_none()).or(parts.first())?;
    if parts.iter().any(|part| part.as_scalar().is_none() && part.dims() != long.dims()) {
        return None;
    }
    let values = (0..long.len()).map(|k| {
        let values: Vec<_> = parts.iter().map(|part| *part.as_scalar().unwrap_or_else(|| &part.as_slice()[k])).collect();
        f(&values)
    });
    let values = values.collect();
    Some(Array::new(long.dims().clone(), values))
}

/// The dates of numbers, vectors or texts.
fn dates(name: &str, value: &Value, format: Option<&str>) -> Result<Vec<Date>> {
    if value.is_text() || matches!(value, Value::Cell(_)) {
        return parsed(name, value, format);
    }
    Ok(numbers(name, value)?.iter().map(|&day| calendar::date(day)).collect())
}

pub fn datevec(call: Call) -> Result<Vec<Value>> {
    let format = call.args.get(1).and_then(Value::as_text);
    let dates = dates("datevec", &call.args[0], format.as_deref())?;
    let column = |k: usize| dates.iter().map(|date| date[k]).collect::<Vec<_>>();
    if call.nargout <= 1 {
        let values = (0..6).flat_map(column).collect();
        return Ok(vec![Value::Double(Array::new([dates.len(), 6].into(), values))]);
    }
    Ok((0..6).map(|k| Value::column(column(k))).collect())
}

pub fn datestr(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let is_matrix = value.to_doubles().is_some_and(|array| {
        !value.is_text()
            && is_date_vector(array.dims())
            && rows(&array).iter().all(|[year, month, day, hour, minute, second]| {
                *year > 0.0
                    && (1.0..=12.0).contains(month)
                    && (1.0..=31.0).contains(day)
                    && (0.0..24.0).contains(hour)
                    && (0.0..60.0).contains(minute)
                    && (0.0..61.0).contains(second)
            })
    });
    let dates = match value.to_doubles() {
        Some(array) if is_matrix => rows(&array),
        _ => dates("datestr", value, None)?,
    };
    let format = match call.args.get(1) {
        Some(format) if format.is_text() && !format.is_empty() => format.as_text().unwrap_or_default(),
        Some(number) if !number.is_empty() => match number.as_count().and_then(|number| FORMATS.get(number)) {
            Some(format) => (*format).to_string(),
            None => fail!("datestr: invalid format number"),
        },
        _ if dates.iter().all(|date| date[3..] == [0.0; 3]) => FORMATS[1].into(),
        _ => FORMATS[0].into(),
    };
    let lines: Vec<_> = dates.iter().map(|&date| written(date, &format).into_bytes()).collect();
    Ok(vec![text::matrix(&lines)])
}

/// A day number as `28-Nov-2026 14:33:04`.
pub fn date_text(day: f64) -> String {
    written(calendar::date(day), FORMATS[0])
}

/// A date by a format.
fn written(date: Date, format: &str) -> String {
    // Times are exact to milliseconds.
    let scale = 86_400_000.0;
    let number = (calendar::number(date) * scale).round() / scale;
    let [year, month, day, hour, minute, second] = calendar::date(number);
    let millis = ((second - second.floor()) * 1000.0).round();
    let name = MONTHS[(month as usize).clamp(1, 12) - 1];
    let weekday = DAYS[calendar::weekday(number)];
    let has_noon = format.contains("PM") || format.contains("AM");
    let hour12 = if hour % 12.0 == 0.0 { 12.0 } else { hour % 12.0 };
    let codes: [(&str, String); 17] = [
        ("yyyy", format!("{year:04}")),
        ("yy", format!("{:02}", year.rem_euclid(100.0))),
        ("mmmm", name.into()),
        ("mmm", name[..3].into()),
        ("mm", format!("{month:02}")),
        ("m", name[..1].into()),
        ("dddd", weekday.into()),
        ("ddd", weekday[..3].into()),
        ("dd", format!("{day:02}")),
        ("d", weekday[..1].into()),
        ("HH", if has_noon { format!("{hour12:2}") } else { format!("{hour:02}") }),
        ("MM", format!("{minute:02}")),
        ("SS", format!("{:02}", second.floor())),
        ("FFF", format!("{millis:03}")),
        ("QQ", format!("Q{}", ((month - 1.0) / 3.0).floor() + 1.0)),
        ("PM", if hour < 12.0 { "AM" } else { "PM" }.into()),
        ("AM", if hour < 12.0 { "AM" } else { "PM" }.into()),
    ];
    let mut out = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        match codes.iter().find(|(code, _)| rest.starts_with(code)) {
            Some((code, text)) => {
                out.push_str(text);
                rest = &rest[code.len()..];
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

pub fn weekday(call: Call) -> Result<Vec<Value>> {
    let value = &call.args[0];
    let days = if value.is_text() || matches!(value, Value::Cell(_)) {
        Array::column(parsed("datevec", value, None)?.into_iter().map(calendar::number).collect())
    } else {
        numbers("weekday", value)?
    };
    let is_long = call.args.get(1).and_then(Value::as_text).as_deref() == Some("long");
    let names: Vec<_> = days
        .iter()
        .map(|&day| {
            let name = DAYS[calendar::weekday(day)];
            if is_long { name } else { &name[..3] }.as_bytes().to_vec()
        })
        .collect();
    Ok(vec![Value::Double(days.map(|&day| calendar::weekday(day) as f64 + 1.0)), text::matrix(&names)])
}

pub fn addtodate(call: Call) -> Result<Vec<Value>> {
    let unit = call.args[2].as_text().unwrap_or_default();
    let parts = [numbers("addtodate", &call.args[0])?, numbers("addtodate", &call.args[1])?];
    let days = match unit.as_str() {
        "year" | "month" => None,
        "day" => Some(1.0),
        "hour" => Some(1.0 / 24.0),
        "minute" => Some(1.0 / 1440.0),
        "second" => Some(1.0 / 86400.0),
        "millisecond" => Some(1.0 / 86_400_000.0),
        other => fail!("addtodate: Invalid time unit: {other}"),
    };
    let add = |values: &[f64]| {
        let (day, count) = (values[0], values[1]);
        match days {
            Some(length) => day + count * length,
            None => {
                let months = if unit == "year" { 12.0 * count } else { count };
                let [year, month, of_month, ..] = calendar::date(day);
                let total = year * 12.0 + month - 1.0 + months;
                let (year, month) = ((total / 12.0).floor(), total.rem_euclid(12.0) + 1.0);
                let of_month = of_month.min(calendar::month_length(year, month));
                calendar::number([year, month, of_month, 0.0, 0.0, 0.0]) + day.rem_euclid(1.0)
            }
        }
    };
    match broadcast(&parts, add) {
        Some(sum) => Ok(vec![Value::Double(sum)]),
        None => fail!("addtodate: all inputs must be of common size or scalars"),
    }
}

pub fn eomday(call: Call) -> Result<Vec<Value>> {
    let parts = [numbers("eomday", &call.args[0])?, numbers("eomday", &call.args[1])?];
    match broadcast(&parts, |values| calendar::month_length(values[0], values[1])) {
        Some(days) => Ok(vec![Value::Double(days)]),
        None => fail!("eomday: Y and M must be the same size or scalars"),
    }
}

pub fn etime(call: Call) -> Result<Vec<Value>> {
    let seconds = |k: usize| -> Result<f64> {
        let array = numbers("etime", &call.args[k])?;
        if array.len() != 6 {
            fail!("etime: arguments must be vectors of six elements");
        }
        let [year, month, day, hour, minute, second] = std::array::from_fn(|k| array.as_slice()[k]);
        let days = calendar::number([year, month, day, 0.0, 0.0, 0.0]);
        Ok(days * 86400.0 + hour * 3600.0 + minute * 60.0 + second)
    };
    Ok(vec![Value::scalar(seconds(0)? - seconds(1)?)])
}

pub fn is_leap_year(call: Call) -> Result<Vec<Value>> {
    match call.args.first() {
        None => Ok(vec![Value::bool(calendar::is_leap(this_year()))]),
        Some(years) if years.is_text() => fail!("rem: wrong type argument 'sq_string'"),
        Some(years) => Ok(vec![Value::Bool(numbers("is_leap_year", years)?.map(|&year| calendar::is_leap(year)))]),
    }
}
