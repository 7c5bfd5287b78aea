//! Days and dates of the Gregorian calendar, also before it was one. Knows no values and no clock.

pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The day number of 1 January 1970.
pub const EPOCH: f64 = 719_529.0;

/// Year, month, day, hour, minute, second.
pub type Date = [f64; 6];

pub fn is_leap(year: f64) -> bool {
    (year % 4.0 == 0.0 && year % 100.0 != 0.0) || year % 400.0 == 0.0
}

/// The days of a month, 1 to 12.
pub fn month_length(year: f64, month: f64) -> f64 {
    match month as i64 {
        2 if is_leap(year) => 29.0,
        2 => 28.0,
        4 | 6 | 9 | 11 => 30.0,
        _ => 31.0,
    }
}

/// The day number of a date. Months before the first are the first; parts of months, days and hours count.
pub fn number([year, month, day, hour, minute, second]: Date) -> f64 {
    let month = month.max(1.0);
    let year = year + ((month - 1.0) / 12.0).floor();
    let month = (month - 1.0) % 12.0 + 1.0;
    let part = month.fract();
    let month = month.floor();
    let day = day + part * month_length(year, month);
    // Years begin in March here: a leap day is their last.
    let since_march = (month + 9.0) % 12.0;
    let year = year - if month <= 2.0 { 1.0 } else { 0.0 };
    let days = 365.0 * year + (year / 4.0).floor() - (year / 100.0).floor() + (year / 400.0).floor();
    let days = days + ((153.0 * since_march + 2.0) / 5.0).floor() + 60.0 + day;
    days + (hour + (minute + second / 60.0) / 60.0) / 24.0
}

/// The date of a day number.
pub fn date(number: f64) -> Date {
    let z = number.floor() - 60.0;
    let a = ((z - 0.25) / 36524.25).floor();
    let b = z - 0.25 + a - (a / 4.0).floor();
    let mut year = (b / 365.25).floor();
    let c = (b - (365.25 * year).floor()).trunc() + 1.0;
    let mut month = ((5.0 * c + 456.0) / 153.0).trunc();
    let day = c - ((153.0 * month - 457.0) / 5.0).trunc();
    if month > 12.0 {
        year += 1.0;
        month -= 12.0;
    }
    // Seconds are only as exact as the number of days is.
    let error = (f64::EPSILON * 86400.0 * number).abs();
    let scale = if error == 0.0 { 1.0 } else { (-error.log2()).floor().exp2() };
    let mut second = (86400.0 * number.rem_euclid(1.0) * scale).round() / scale;
    let hour = (second / 3600.0).floor();
    second -= 3600.0 * hour;
    let minute = (second / 60.0).floor();
    second -= 60.0 * minute;
    [year, month, day, hour, minute, second]
}

/// 0 for Sunday.
pub fn weekday(number: f64) -> usize {
    (number.floor() - 2.0).rem_euclid(7.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_as_octave_counts_them() {
        assert_eq!(number([2020.0, 1.0, 2.0, 0.0, 0.0, 0.0]), 737792.0);
        assert_eq!(number([2020.0, 13.0, 1.0, 0.0, 0.0, 0.0]), 738157.0);
        assert_eq!(number([2020.0, -1.0, 1.0, 0.0, 0.0, 0.0]), 737791.0);
        assert_eq!(number([2020.0, 14.0, 35.0, 0.0, 0.0, 0.0]), 738222.0);
        assert_eq!(number([2020.0, 2.5, 1.0, 0.0, 0.0, 0.0]), 737836.5);
        assert_eq!(number([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]), 1.0);
    }

    #[test]
    fn dates_of_days() {
        assert_eq!(date(730000.5), [1998.0, 9.0, 2.0, 12.0, 0.0, 0.0]);
        assert_eq!(date(EPOCH), [1970.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(DAYS[weekday(730000.0)], "Wednesday");
    }
}
