//! Texts to dates, by a format of `datestr` or by trying the usual ones. Reads no clock.

use super::calendar::{Date, MONTHS};

/// What is tried without a format.
const FORMATS: &[&str] = &[
    "dd-mmm-yyyy HH:MM:SS",
    "dd-mmm-yyyy",
    "mm/dd/yy",
    "mm/dd",
    "HH:MM:SS",
    "HH:MM:SS PM",
    "HH:MM",
    "HH:MM PM",
    "mm/dd/yyyy",
    "mmm-dd-yyyy HH:MM:SS",
    "mmm-dd-yyyy",
    "dd mmm yyyy HH:MM:SS",
    "dd mmm yyyy",
    "mmm dd yyyy HH:MM:SS",
    "mmm dd yyyy",
    "dd.mmm.yyyy HH:MM:SS",
    "dd.mmm.yyyy",
    "mmm.dd.yyyy HH:MM:SS",
    "mmm.dd.yyyy",
    "yyyy/mm/dd",
    "mmmyy",
    "mmm-yyyy",
    "yyyy-mm-dd HH:MM:SS",
    "yyyy-mm-dd",
    "yyyy/mm/dd HH:MM:SS",
    "mmm-dd-yyyy HH:MM",
    "yyyy-mm-ddTHH:MM:SS",
    "yyyymmddTHHMMSS",
];

/// The date that a text tells, with `this_year` where it tells no year.
pub fn date(text: &str, this_year: f64) -> Option<Date> {
    FORMATS.iter().find_map(|format| with_format(text, format, this_year))
}

/// The date by one format; the whole text must fit.
pub fn with_format(text: &str, format: &str, this_year: f64) -> Option<Date> {
    let mut date = [this_year, 1.0, 1.0, 0.0, 0.0, 0.0];
    let mut text = text.trim();
    let mut format = format;
    let has_noon = format.contains("PM") || format.contains("AM");
    let mut is_afternoon = None;
    while !format.is_empty() {
        let mut take = |code: &str| {
            let fits = format.starts_with(code);
            if fits {
                format = &format[code.len()..];
            }
            fits
        };
        if take("yyyy") {
            date[0] = digits(&mut text, 4, 4)?;
        } else if take("yy") {
            let year = digits(&mut text, 2, 2)?;
            date[0] = year + if year < 50.0 { 2000.0 } else { 1900.0 };
        } else if take("mmmm") || take("mmm") {
            date[1] = month(&mut text)?;
        } else if take("mm") {
            date[1] = digits(&mut text, 1, 2).filter(|month| (1.0..=12.0).contains(month))?;
        } else if take("dd") {
            date[2] = digits(&mut text, 1, 2).filter(|day| (1.0..=31.0).contains(day))?;
        } else if take("HH") {
            date[3] = digits(&mut text, 1, 2).filter(|hour| *hour < 25.0)?;
        } else if take("MM") {
            date[4] = digits(&mut text, 1, 2)?;
        } else if take("SS") {
            date[5] = digits(&mut text, 1, 2)?;
        } else if take("FFF") {
            date[5] += digits(&mut text, 3, 3)? / 1000.0;
        } else if take("PM") || take("AM") {
            let upper = text.get(..2)?.to_uppercase();
            is_afternoon = Some(upper == "PM");
            text = &text[2..];
        } else {
            let literal = format.chars().next()?;
            text = text.strip_prefix(literal)?;
            format = &format[literal.len_utf8()..];
        }
    }
    if has_noon {
        date[3] = date[3] % 12.0 + if is_afternoon? { 12.0 } else { 0.0 };
    }
    text.trim().is_empty().then_some(date)
}

fn digits(text: &mut &str, least: usize, most: usize) -> Option<f64> {
    let count = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    if count < least {
        return None;
    }
    let (number, rest) = text.split_at(count);
    *text = rest;
    number.parse().ok()
}

fn month(text: &mut &str) -> Option<f64> {
    let lower = text.to_lowercase();
    let at = MONTHS.iter().position(|name| lower.starts_with(&name[..3].to_lowercase()))?;
    let length = if lower.starts_with(&MONTHS[at].to_lowercase()) { MONTHS[at].len() } else { 3 };
    *text = text.get(length..)?;
    Some(at as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_formats() {
        let day = [2020.0, 1.0, 2.0, 0.0, 0.0, 0.0];
        for text in ["2020-01-02", "01/02/2020", "02-Jan-2020", "2020/01/02"] {
            assert_eq!(date(text, 1.0), Some(day), "{text}");
        }
        assert_eq!(date("2020-01-02 03:04:05", 1.0), Some([2020.0, 1.0, 2.0, 3.0, 4.0, 5.0]));
        assert_eq!(date("nothing", 1.0), None);
    }
}
