//! `--at n=64,m=8`: values for the names in formulas. Knows no formula.

use crate::error::{Error, Result};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    given: BTreeMap<String, i64>,
}

const HINT: &str = "values are given as in --at n=64 --at m=8, or --at n=64,m=8";

impl Values {
    pub fn parse(words: &[String]) -> Result<Values> {
        let mut values = BTreeMap::new();
        for one in words.iter().flat_map(|it| it.split(',')) {
            let (name, value) = parse_one(one.trim())?;
            if values.insert(name.to_string(), value).is_some() {
                return Err(Error::usage(format!("'--at' has two values for '{name}'")));
            }
        }
        Ok(Values { given: values })
    }

    pub fn get(&self, name: &str) -> Option<i64> {
        self.given.get(name).copied()
    }

    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// `n=64, m=8`
    pub fn text(&self) -> String {
        let all: Vec<String> = self.given.iter().map(|(name, value)| format!("{name}={value}")).collect();
        all.join(", ")
    }

    /// Rejects names that no formula has.
    pub fn check(&self, names: &[String]) -> Result<()> {
        let Some(unknown) = self.given.keys().find(|it| !names.contains(it)) else { return Ok(()) };
        let message = format!("no formula has the name '{unknown}'");
        let hint = match names.is_empty() {
            true => "the formulas of this source have no names".to_string(),
            false => format!("names in its formulas are {}", names.join(", ")),
        };
        Err(Error::usage_hint(message, hint))
    }
}

fn parse_one(text: &str) -> Result<(&str, i64)> {
    let Some((name, value)) = text.rsplit_once('=').filter(|it| !it.0.trim().is_empty()) else {
        return Err(Error::usage_hint(format!("invalid value '{text}' for '--at'"), HINT));
    };
    let value = value.trim();
    let number = value.parse().map_err(|_| {
        let what = if value.is_empty() { "a number is missing".into() } else { format!("'{value}' is no number") };
        Error::usage_hint(format!("invalid value '{text}' for '--at': {what}"), HINT)
    })?;
    Ok((name.trim(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Values> {
        Values::parse(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn values_are_given_apart_or_together() {
        let values = parse(&["n=64,m = 8", "p->n=-1"]).unwrap();
        assert_eq!(
            (values.get("n"), values.get("m"), values.get("p->n"), values.get("k")),
            (Some(64), Some(8), Some(-1), None)
        );
        assert_eq!(values.text(), "m=8, n=64, p->n=-1");
        assert!(parse(&[]).unwrap().is_empty());
    }

    #[test]
    fn what_is_no_value_is_named() {
        for (text, what) in [("n=", "missing"), ("n", "invalid"), ("=3", "invalid"), ("n=x", "'x'"), ("n=1,n=2", "two")]
        {
            let error = parse(&[text]).unwrap_err();
            assert_eq!(error.exit_status(), 2);
            assert!(error.to_string().contains(what), "{error}");
        }
    }

    #[test]
    fn names_are_those_of_the_source() {
        let values = parse(&["n=1"]).unwrap();
        assert!(values.check(&["n".into()]).is_ok());
        assert_eq!(values.check(&["m".into()]).unwrap_err().exit_status(), 2);
    }
}
