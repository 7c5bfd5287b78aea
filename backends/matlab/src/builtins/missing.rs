//! Functions of Octave that public programs were seen to call and that are not there.

/// With what it would take. Who comes there sees Octave's error of undefined names, and this.
pub const MISSING: &[(&str, &str)] = &[
    ("sparse", "sparse matrices"),
    ("spdiags", "sparse matrices"),
    ("speye", "sparse matrices"),
    ("gallery", "matrices that are sparse for the most part"),
    ("delaunay", "computational geometry"),
    ("voronoi", "computational geometry"),
    ("ode15s", "stiff differential equations"),
    ("besselj", "Bessel functions"),
    ("imread", "images"),
    ("jsondecode", "JSON"),
    ("jsonencode", "JSON"),
    ("onCleanup", "objects with destructors"),
    ("strptime", "parsing of dates"),
];

/// What a function is missing for.
pub fn reason(name: &str) -> Option<&'static str> {
    MISSING.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Functions of MATLAB that Octave 7.3 says it has not, below the name of the package that it says has them.
const UNIMPLEMENTED: &str = include_str!("unimplemented.txt");

/// What Octave adds to the error of a name of MATLAB that it has no function for.
pub fn advice(name: &str) -> Option<String> {
    let at = UNIMPLEMENTED.split_whitespace().position(|word| word == name)?;
    let package = UNIMPLEMENTED.split_whitespace().take(at).filter_map(|word| word.strip_suffix(':')).last()?;
    let what = match package {
        "none" => format!("The '{name}' function is not yet implemented in Octave."),
        package => format!(
            "The '{name}' function belongs to the {package} package from Octave Forge which seems to not be installed in your system."
        ),
    };
    let please =
        "Please read <https://www.octave.org/missing.html> to learn how you can contribute missing functionality.";
    Some(format!("\n\n{}\n\n{}", filled(&what), filled(please)))
}

/// In lines of 72 characters at most.
fn filled(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, String::len);
        match lines.last_mut() {
            Some(line) if last == 0 || last + 1 + word.len() <= 72 => {
                line.push_str(if last == 0 { "" } else { " " });
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn names_of_packages_come_with_the_package() {
        let text = advice("anova1").unwrap();
        assert!(
            text.starts_with("\n\nThe 'anova1' function belongs to the statistics package from Octave\nForge which"),
            "{text}"
        );
        assert!(text.ends_with("to learn how you can\ncontribute missing functionality."), "{text}");
        assert!(advice("contains").unwrap().contains("'contains' function is not yet implemented"));
        assert_eq!(advice("sin"), None);
    }
}
