//! Templates of `sscanf`.

use super::numbers::{Integer, Size};
use crate::builtins::strings::text;

pub enum Item {
    Space,
    Literal(Vec<u8>),
    Convert(Conversion),
}

pub struct Conversion {
    pub kind: Kind,
    pub width: Option<usize>,
    /// `%*d`
    pub discarded: bool,
    pub size: Size,
}

pub enum Kind {
    Integer(Integer),
    Float,
    Word,
    Chars,
    /// `%[...]`: which bytes are members.
    Set { members: Box<[bool; 256]>, inverted: bool },
}

impl Kind {
    pub fn is_text(&self) -> bool {
        matches!(self, Kind::Word | Kind::Chars | Kind::Set { .. })
    }
}

/// The items of a template; `None` if it is none.
pub fn parse(template: &[u8]) -> Option<Vec<Item>> {
    let mut items = vec![];
    let mut rest = template;
    while let [first, after @ ..] = rest {
        if text::is_space(*first) {
            rest = after;
            if !matches!(items.last(), Some(Item::Space)) {
                items.push(Item::Space);
            }
        } else if *first == b'%' && after.first() != Some(&b'%') {
            rest = after;
            items.push(Item::Convert(conversion(&mut rest)?));
        } else {
            rest = if *first == b'%' { &after[1..] } else { after };
            match items.last_mut() {
                Some(Item::Literal(bytes)) => bytes.push(*first),
                _ => items.push(Item::Literal(vec![*first])),
            }
        }
    }
    Some(items)
}

fn conversion(rest: &mut &[u8]) -> Option<Conversion> {
    let discarded = take(rest, |byte| byte == b'*').is_some();
    let mut width = 0usize;
    while let Some(digit) = take(rest, |byte| byte.is_ascii_digit()) {
        width = width.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    }
    let size = match take(rest, |byte| matches!(byte, b'h' | b'l' | b'L')) {
        Some(b'h') => Size::Short,
        Some(_) => Size::Long,
        None => Size::Int,
    };
    let kind = match take(rest, |_| true)? {
        b'd' => Kind::Integer(Integer::Decimal),
        b'i' => Kind::Integer(Integer::Any),
        b'u' => Kind::Integer(Integer::Unsigned),
        b'o' => Kind::Integer(Integer::Octal),
        b'x' | b'X' => Kind::Integer(Integer::Hexadecimal),
        b'e' | b'f' | b'g' | b'E' | b'G' => Kind::Float,
        b's' => Kind::Word,
        b'c' => Kind::Chars,
        b'[' => set(rest)?,
        _ => return None,
    };
    Some(Conversion { kind, width: (width > 0).then_some(width), discarded, size })
}

fn take(rest: &mut &[u8], wanted: impl Fn(u8) -> bool) -> Option<u8> {
    let (&first, after) = rest.split_first()?;
    wanted(first).then(|| {
        *rest = after;
        first
    })
}

/// `[^a-z]` after its bracket: a `]` that comes first is a member.
fn set(rest: &mut &[u8]) -> Option<Kind> {
    let inverted = take(rest, |byte| byte == b'^').is_some();
    let mut members = Box::new([false; 256]);
    let close = rest.iter().skip(1).position(|&byte| byte == b']')? + 1;
    let (inside, after) = rest.split_at(close);
    *rest = &after[1..];
    let mut k = 0;
    while k < inside.len() {
        match inside[k..] {
            [from, b'-', to, ..] if from <= to => {
                members[usize::from(from)..=usize::from(to)].fill(true);
                k += 3;
            }
            _ => {
                members[usize::from(inside[k])] = true;
                k += 1;
            }
        }
    }
    Some(Kind::Set { members, inverted })
}
