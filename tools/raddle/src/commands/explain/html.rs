//! The explanation as one page: no file beside it, nothing fetched. Holds no sentence that the terminal has not; every text of the
//! program is escaped.

use super::at::Values;
use super::gather::{Explanation, Nest};
use super::picture;
use super::text::Sources;
use super::timeline::Run;
use super::words::{self, Row};
use raddle_region::describe::Reached;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Text as it stands between tags and in attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            // Not to be had in a page, whatever a source holds.
            c if c.is_control() && !matches!(c, '\t' | '\n') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A nest with its number on the page.
struct Numbered<'e> {
    id: String,
    nest: &'e Nest,
}

pub fn page(all: &[Explanation], values: &Values, run: Option<&Run>) -> String {
    let nests: Vec<Numbered> = all
        .iter()
        .flat_map(|it| &it.nests)
        .enumerate()
        .map(|(number, nest)| Numbered { id: format!("nest-{}", number + 1), nest })
        .collect();
    let title = all.iter().map(|it| it.source.display().to_string()).collect::<Vec<_>>().join(", ");
    let title = escaped(&title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width\"/><title>{title}</title>\n<style>{STYLE}</style></head>\n<body>\n<header><h1>{title}</h1>{}</header>\n",
        summary(&nests, values)
    );
    if let Some(run) = run {
        let link = |source: &str| {
            nests.iter().find(|it| source_of(it.nest) == source || has_launch(it.nest, source)).map(|it| it.id.clone())
        };
        let _ = writeln!(text, "<section id=\"run\"><h2>The run</h2>{}</section>", picture::of_run(run, &link));
    }
    text += "<main>\n<section id=\"source\">\n";
    text += &sources(&nests);
    text += "</section>\n<section id=\"nests\">\n";
    nests.iter().for_each(|it| text += &article(it, values, run));
    for it in all.iter().flat_map(|it| &it.fallback) {
        let _ = writeln!(text, "<p class=\"dim\">{}</p>", escaped(&words::left_to_clang(it)));
    }
    words::general(all).into_iter().for_each(|it| text += &format!("<p class=\"dim\">{}</p>\n", escaped(it)));
    text + &format!("</section>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

fn source_of(nest: &Nest) -> String {
    format!("{}:{}", nest.file, nest.line)
}

fn has_launch(nest: &Nest, source: &str) -> bool {
    nest.launches.iter().any(|it| it.site.source == source)
}

fn summary(nests: &[Numbered<'_>], values: &Values) -> String {
    let count = |word: &str| nests.iter().filter(|it| it.nest.runs.word() == word).count();
    let kinds =
        [("device", "on any device"), ("threads", "on CPU threads"), ("part", "in part"), ("host", "on the host")];
    let item = |(word, text): (&str, &str)| format!("<span class=\"tag {word}\">{} {text}</span>", count(word));
    let mut text: String = kinds.into_iter().filter(|it| count(it.0) > 0).map(item).collect();
    if !values.is_empty() {
        let _ = write!(text, "<p>Numbers are for {}.</p>{}", escaped(&values.text()), picture::legend());
    }
    text
}

/// The files that nests are in, with the nests' lines in color.
fn sources(nests: &[Numbered<'_>]) -> String {
    let mut read = Sources::default();
    let mut files: Vec<&str> = nests.iter().map(|it| it.nest.file.as_str()).collect();
    files.dedup();
    let mut seen: Vec<&str> = vec![];
    let mut text = String::new();
    for file in files {
        if seen.contains(&file) {
            continue;
        }
        seen.push(file);
        let own: Vec<&Numbered> = nests.iter().filter(|it| it.nest.file == file).collect();
        let lines = read.lines(file);
        if lines.is_empty() {
            let _ = writeln!(text, "<h2>{}</h2><p class=\"dim\">The file cannot be read.</p>", escaped(file));
            continue;
        }
        let _ = write!(text, "<h2>{}</h2>\n<pre>", escaped(file));
        lines.iter().enumerate().for_each(|(number, line)| text += &source_line(number + 1, line, &own));
        text += "</pre>\n";
    }
    text
}

fn source_line(number: usize, line: &str, nests: &[&Numbered<'_>]) -> String {
    let code = escaped(line);
    // The innermost of those around.
    let its =
        nests.iter().filter(|it| (it.nest.line..=last_line(it.nest)).contains(&number)).max_by_key(|it| it.nest.line);
    match its {
        Some(it) => format!(
            "<a class=\"line {}\" href=\"#{id}\" data-nest=\"{id}\"><span class=\"no\">{number}</span>{code}</a>",
            it.nest.runs.word(),
            id = it.id
        ),
        None => format!("<span class=\"line\"><span class=\"no\">{number}</span>{code}</span>"),
    }
}

/// The last line of a nest that is known: of a loop, or of a statement that writes.
fn last_line(nest: &Nest) -> usize {
    let loops = nest.loops.iter().filter(|it| it.at.file == nest.file);
    let lines = loops.flat_map(|it| it.copies.iter().flat_map(|it| it.lines.iter().copied()).chain([it.at.line]));
    // Statements of functions whose bodies replaced calls stand elsewhere.
    lines.filter(|it| *it >= nest.line && *it < nest.line + 1000).max().unwrap_or(nest.line)
}

fn article(it: &Numbered<'_>, values: &Values, run: Option<&Run>) -> String {
    let nest = it.nest;
    let mut text = format!(
        "<article id=\"{}\" class=\"{word}\"><h3><span class=\"tag {word}\">{word}</span> line {}{}</h3><p>{}</p>\n<table>",
        it.id,
        nest.line,
        within(nest),
        escaped(&words::verdict(nest)),
        word = nest.runs.word(),
    );
    for Row { label, lines } in words::rows(nest, values, run) {
        let lines: Vec<String> = lines.iter().map(|it| escaped(it).replace("  ", "&#160;&#160;")).collect();
        let class = if label == words::LAUNCH { " class=\"launch\"" } else { "" };
        let _ = writeln!(text, "<tr{class}><th>{}</th><td>{}</td></tr>", label.trim(), lines.join("<br/>"));
    }
    text += "</table>\n";
    text += &pictures(nest, values);
    text + "</article>\n"
}

fn within(nest: &Nest) -> String {
    if nest.function.is_empty() { String::new() } else { format!(" in {}", escaped(&nest.function)) }
}

fn pictures(nest: &Nest, values: &Values) -> String {
    let whole = nest.launches.iter().find(|it| it.reached.is_none() && it.site.threads_only.is_none());
    let inner = nest.launches.iter().filter_map(|it| Some((it.reached.as_ref()?.as_ref().ok()?, Some(&it.site))));
    let own = nest.reached.iter().filter_map(|it| it.as_ref().ok()).map(|it| (it, whole.map(|it| &it.site)));
    let mut text = String::new();
    for (number, (reached, site)) in own.chain(inner).enumerate() {
        let drawn: String =
            reached.iter().filter_map(|it: &Reached| picture::of_array(it, site, (values, nest.is_script))).collect();
        if !drawn.is_empty() {
            let head = match site.filter(|_| number > 0) {
                Some(site) => format!("<h4>kernel <code>{}</code></h4>", escaped(&site.kernel)),
                None => String::new(),
            };
            let _ = writeln!(text, "{head}<div class=\"pictures\">{drawn}</div>");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(escaped("a<b && \"c\" > 'd'\u{1}"), "a&lt;b &amp;&amp; &quot;c&quot; &gt; &#39;d&#39;\u{fffd}");
    }

    #[test]
    fn style_and_script_are_text_of_a_page() {
        for text in [STYLE, SCRIPT] {
            assert!(!text.contains(['<', '&']) && !text.contains("http") && !text.contains("url("));
        }
    }
}
