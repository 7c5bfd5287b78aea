//! Names and subscripts of a MATLAB program in place of those of the C text that its loops are compiled from. Knows the names that
//! `raddle_matlab::compile` gives, and nothing of loops.

/// The script's word for a name of the C text: its variable, or an extent of one.
pub fn name(word: &str) -> String {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    if let Some(counter) = word.strip_prefix("c_")
        && let Some((variable, number)) = counter.rsplit_once('_')
        && digits(number)
    {
        return variable.into();
    }
    for (before, name) in [("low", "first"), ("high", "last")] {
        if word.strip_prefix(before).is_some_and(digits) {
            return name.into();
        }
    }
    let (before, rest) = word.split_at_checked(2).unwrap_or(("", word));
    match before {
        _ if rest.is_empty() => word.into(),
        "a_" | "v_" | "q_" => rest.into(),
        "m_" => format!("rows({rest})"),
        "n_" => format!("columns({rest})"),
        "p_" => format!("size({rest}, 3)"),
        _ => word.into(),
    }
}

/// A sentence in the script's names: `u(i + 1, j)` for `a_u[c_j_2 - 1][c_i_3]`.
pub fn text(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some(first) = rest.chars().next() {
        if !is_of_word(first) {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        out += &name(word);
        rest = behind;
        if word.starts_with("a_") {
            let (subscripts, behind) = subscripts(rest);
            if !subscripts.is_empty() {
                let all: Vec<String> = subscripts.iter().rev().map(|it| one_more(&text(it))).collect();
                out += &format!("({})", all.join(", "));
            }
            rest = behind;
        }
    }
    out
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What stands in the brackets that a text begins with, and the rest.
fn subscripts(mut text: &str) -> (Vec<&str>, &str) {
    let mut all = vec![];
    while let Some(inner) = text.strip_prefix('[')
        && let Some(end) = inner.find(']')
    {
        all.push(&inner[..end]);
        text = &inner[end + 1..];
    }
    (all, text)
}

/// A subscript counted from one.
fn one_more(subscript: &str) -> String {
    if let Ok(number) = subscript.parse::<i64>() {
        return (number + 1).to_string();
    }
    let (before, number) = match subscript.rsplit_once(' ').map(|(before, last)| (before, last.parse::<i64>())) {
        Some((before, Ok(number))) => (before, number),
        Some((_, Err(_))) | None => return format!("{subscript} + 1"),
    };
    let (variable, sum) = match (before.strip_suffix(" -"), before.strip_suffix(" +")) {
        (Some(variable), _) => (variable, 1 - number),
        (None, Some(variable)) => (variable, 1 + number),
        (None, None) => return format!("{subscript} + 1"),
    };
    match sum {
        0 => variable.into(),
        1.. => format!("{variable} + {sum}"),
        _ => format!("{variable} - {}", -sum),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_script() {
        for (c, script) in [
            ("c_step_12", "step"),
            ("q_n", "n"),
            ("a_u", "u"),
            ("m_u", "rows(u)"),
            ("low7", "first"),
            ("lower", "lower"),
            ("nest_1_1_diffusion_9", "nest_1_1_diffusion_9"),
            ("a", "a"),
        ] {
            assert_eq!(name(c), script);
        }
    }

    #[test]
    fn subscripts_count_from_one_in_the_order_of_the_script() {
        for (c, script) in [
            ("a_u[c_j_2 - 1][c_i_3] for 0 <= c_i_3 < q_n", "u(i + 1, j) for 0 <= i < n"),
            ("a_u[c_j_2 + 1][0]: 8*m_u bytes", "u(1, j + 2): 8*rows(u) bytes"),
            ("a_x[c_k_1 - 3], 'a_y'", "x(k - 2), 'y'"),
            ("a_x[2*c_k_1]", "x(2*k + 1)"),
        ] {
            assert_eq!(text(c), script);
        }
    }
}
