//! `regexp` and `regexpi`: matches as values, in the order that the program asks for.

use super::pattern::{self, Match, Options, Regex};
use crate::builtins::Call;
use crate::session::Session;
use crate::value::{Array, Dims, StructArray, Value};
use crate::{Result, fail};
use std::ops::Range;

/// The outputs in their default order.
const OUTPUTS: [&str; 7] = ["start", "end", "tokenextents", "match", "tokens", "names", "split"];

pub fn regexp(call: Call) -> Result<Vec<Value>> {
    let Call { session, name, args, nargout } = call;
    let mut options = Options { ignores_case: name == "regexpi", ..Options::default() };
    let mut order = vec![];
    for word in &args[2..] {
        let Some(word) = word.as_text().filter(|_| word.is_text()) else {
            fail!("{name}: optional arguments must be strings");
        };
        let word = word.to_lowercase();
        match OUTPUTS.iter().position(|&output| output == word) {
            Some(output) => order.push(output),
            None if options.take(&word) => {}
            None => fail!("{name}: unrecognized option"),
        }
    }
    let asked = order.clone();
    order.extend((0..OUTPUTS.len()).filter(|output| !asked.contains(output)));
    order.truncate(nargout.max(1));
    search(session, name, &args[0], &args[1], &options, &order)
}

fn search(
    session: &mut dyn Session,
    name: &'static str,
    subject: &Value,
    pattern: &Value,
    options: &Options,
    order: &[usize],
) -> Result<Vec<Value>> {
    let pairs: (Dims, Vec<(&Value, &Value)>) = match (subject, pattern) {
        (Value::Cell(subjects), Value::Cell(patterns)) => match (subjects.as_scalar(), patterns.as_scalar()) {
            (_, Some(pattern)) => (subjects.dims().clone(), subjects.iter().map(|subject| (subject, pattern)).collect()),
            (Some(subject), _) => (patterns.dims().clone(), patterns.iter().map(|pattern| (subject, pattern)).collect()),
            _ if subjects.len() == patterns.len() => {
                (subjects.dims().clone(), subjects.iter().zip(patterns.iter()).collect())
            }
            _ => fail!("{name}: cell array arguments must be scalar or equal size"),
        },
        (Value::Cell(subjects), _) => {
            (subjects.dims().clone(), subjects.iter().map(|subject| (subject, pattern)).collect())
        }
        (_, Value::Cell(patterns)) => {
            (patterns.dims().clone(), patterns.iter().map(|pattern| (subject, pattern)).collect())
        }
        _ => return one(session, name, subject, pattern, options, order),
    };
    let (dims, pairs) = pairs;
    let mut columns = vec![Vec::with_capacity(pairs.len()); order.len()];
    for (subject, pattern) in pairs {
        let values = one(session, name, subject, pattern, options, order)?;
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
    }
    Ok(columns.into_iter().map(|values| Value::cell(Array::new(dims.clone(), values))).collect())
}

fn one(
    session: &mut dyn Session,
    name: &'static str,
    subject: &Value,
    pattern: &Value,
    options: &Options,
    order: &[usize],
) -> Result<Vec<Value>> {
    let options = Options { single_quoted: pattern::is_single_quoted(pattern), ..options.clone() };
    let text = pattern::subject(session, subject)?;
    let expression = pattern::subject(session, pattern)?;
    let regex = Regex::new(&expression, &options, name)?;
    pattern::warn_lookbehind(session, &regex);
    let matches = regex.matches(&text)?;
    let found = Found { text: &text, matches, names: &regex.names };
    Ok(order.iter().map(|&output| if options.once { found.first(output) } else { found.all(output) }).collect())
}

struct Found<'a> {
    text: &'a [u8],
    matches: Vec<Match>,
    names: &'a [String],
}

impl Found<'_> {
    fn part(&self, span: &Range<usize>) -> Value {
        Value::text(&self.text[span.clone()])
    }

    fn tokens(&self, one: &Match) -> Vec<Value> {
        one.tokens.iter().map(|token| self.part(token)).collect()
    }

    fn all(&self, output: usize) -> Value {
        let numbers = |f: &dyn Fn(&Match) -> usize| Value::row(self.matches.iter().map(|one| f(one) as f64).collect());
        let cells = |f: &dyn Fn(&Match) -> Value| Value::cell_row(self.matches.iter().map(f).collect());
        match output {
            0 => numbers(&|one| one.span.start + 1),
            1 => numbers(&|one| one.span.end),
            2 => cells(&extents),
            3 => cells(&|one| self.part(&one.span)),
            4 => cells(&|one| Value::cell_row(self.tokens(one))),
            5 => self.names(),
            _ => self.split(),
        }
    }

    /// With the option `once`: of the first match, and without a cell around it.
    fn first(&self, output: usize) -> Value {
        let Some(one) = self.matches.first() else {
            return match output {
                3 => Value::text(""),
                4 => Value::cell(Array::default()),
                5 => self.names(),
                6 => Value::text(self.text),
                _ => Value::empty(),
            };
        };
        match output {
            0 => Value::scalar(one.span.start as f64 + 1.0),
            1 => Value::scalar(one.span.end as f64),
            2 => extents(one),
            3 => self.part(&one.span),
            4 if one.tokens.is_empty() => Value::cell(Array::default()),
            4 => Value::cell(Array::column(self.tokens(one))),
            5 => self.names(),
            _ => self.split(),
        }
    }

    fn names(&self) -> Value {
        let dims: Dims = match self.matches.len() {
            0 => [0, 0].into(),
            count => [1, count].into(),
        };
        let fields = self.names.iter().enumerate().map(|(k, name)| {
            let values = self.matches.iter().map(|one| one.named[k].as_ref().map_or(Value::text(""), |span| self.part(span)));
            (name.as_str().into(), Array::new(dims.clone(), values.collect()))
        });
        let fields = fields.collect();
        Value::structs(StructArray::with_fields(dims.clone(), fields))
    }

    fn split(&self) -> Value {
        let mut pieces = vec![];
        let mut at = 0;
        for one in &self.matches {
            pieces.push(self.part(&(at..one.span.start.max(at))));
            at = one.span.end;
        }
        pieces.push(self.part(&(at..self.text.len())));
        Value::cell_row(pieces)
    }
}

/// First and last place of each token, as rows.
fn extents(one: &Match) -> Value {
    let count = one.tokens.len();
    let starts = one.tokens.iter().map(|token| token.start as f64 + 1.0);
    let values = starts.chain(one.tokens.iter().map(|token| token.end as f64)).collect();
    Value::Double(Array::new([count, 2].into(), values))
}
