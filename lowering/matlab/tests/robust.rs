//! No text makes the parser panic, hang or use much stack, and what it tells lies in the text.

use proptest::prelude::*;
use raddle_matlab::ast::Source;
use std::rc::Rc;

/// Less than what threads get by default: unoptimized code with large frames has to fit.
const STACK: usize = 1 << 20;

/// Parses on a small stack; the tree is dropped there, too.
fn check(text: &str) {
    let text = text.to_string();
    let parse = move || {
        let source = Rc::new(Source::new(None, text.as_str().into()));
        let mistakes = match raddle_matlab::parse_file(source.clone()) {
            Ok(file) => {
                assert!(file.script.span.end as usize <= text.len());
                vec![]
            }
            Err(mistakes) => mistakes,
        };
        for pair in mistakes.windows(2) {
            assert!(pair[0].span.start <= pair[1].span.start, "{text}");
        }
        for mistake in &mistakes {
            assert!(mistake.span.start <= mistake.span.end && mistake.span.end as usize <= text.len(), "{text}");
        }
        let _ = raddle_matlab::parse_eval(source, &Default::default());
    };
    std::thread::Builder::new().stack_size(STACK).spawn(parse).expect("a thread").join().expect("no panic");
}

const PIECES: &[&str] = &[
    "x",
    "y",
    "f",
    "end",
    "if",
    "else",
    "elseif",
    "for",
    "while",
    "do",
    "until",
    "switch",
    "case",
    "otherwise",
    "try",
    "catch",
    "function",
    "unwind_protect",
    "unwind_protect_cleanup",
    "endif",
    "endfunction",
    "global",
    "persistent",
    "break",
    "return",
    "classdef",
    "parfor",
    "varargin",
    "varargout",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    ";",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "@",
    "@(x)",
    "'",
    "'",
    "\"",
    "%",
    "#",
    "%{\n",
    "%}\n",
    "...\n",
    "\\\n",
    "...",
    "=",
    "==",
    "~",
    "!",
    "~=",
    "+",
    "-",
    "++",
    "--",
    "+=",
    "*",
    ".*",
    "./",
    "\\",
    "^",
    ".^",
    "**",
    ".'",
    ":",
    "&",
    "&&",
    "|",
    "||",
    "<",
    ">=",
    ".",
    ".(",
    "1",
    "2.5",
    "1e3",
    "0x1F",
    "3i",
    "0b",
    "'a'",
    "\"b\\n\"",
    "hold on",
    "import a",
    "é",
    "\t",
    "\r\n",
    "__LINE__",
    "$",
    "1;",
    "x(",
    "c{",
    "s.a",
];

const PROGRAM: &str = r#"1;
function [r, varargout] = f(a, b = 2, varargin)
  % A comment.
  if nargin > 1 && !isempty(a), r = a' * b.'; else r = -a(end, :)^2; endif
  varargout{1} = @(x, y) x.^2 + y{end}.z("t");
end
%{
block
%}
x = [1, -2 +3; a' b', 'text', "t\n" ... more
     4 5 6];
s.a(3).b{2} = {@(t) t -1, 'it''s'; x(:, end + 1), [~x !y]};
for k = 1:2:10, x(k) += 1; k++; end
while true, do, break; until x == 1, continue, endwhile
switch s.("a"), case {1, 'b'}, hold on; otherwise, format long, end
try, error('id:x', "%d", 3); catch err, disp(err.message); end_try_catch
unwind_protect, [q, ~, w(2)] = deal(1, 2, 3); unwind_protect_cleanup, clear all; end_unwind_protect
global g h = 3
z = 0xFFu16 + 3e2i - 1./x.^2';
"#;

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..120)) {
        check(&pieces.concat());
    }

    #[test]
    fn spaced_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..120)) {
        check(&pieces.join(" "));
    }

    #[test]
    fn changed_programs(changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, prop::sample::select(PIECES)), 1..6)) {
        let mut text = PROGRAM.to_string();
        for (place, removed, piece) in changes {
            let at = place.index(text.len() + 1);
            let end = (at + removed).min(text.len());
            text.replace_range(at..end, if piece.is_ascii() { piece } else { "" });
        }
        check(&text);
    }
}

#[test]
fn the_program_is_right() {
    let source = Rc::new(Source::new(None, PROGRAM.into()));
    assert_eq!(raddle_matlab::parse_file(source).err(), None);
}

/// What is opened again and again, with or without its end.
#[test]
fn deep_texts() {
    let cases = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{", "1", "}"),
        ("@() ", "1", ""),
        ("if 1\n", "x\n", "end\n"),
        ("-", "x", ""),
        ("a(", "1", ")"),
        ("a{", "1", "}"),
        ("a.(", "b", ")"),
        ("f = ", "1", ""),
        ("2^-", "1", ""),
        ("a:(", "1", ")"),
        ("1+", "1", ""),
        ("1+(", "1", ")"),
        ("x(1).y{", "1", "}"),
        ("x.", "y", ""),
        ("x=", "'", "'"),
        ("a&&(b||[c+d*{", "1", "}])"),
        ("while 1, switch 1, case 1, try, ", "x", ", end, end, end"),
        ("function f\n", "", "end\n"),
        ("do ", "", " until 1 "),
        ("unwind_protect, ", "", ""),
        ("!", "x", ""),
        ("++", "x", ""),
        ("x^", "y", ""),
        ("x=[", "y", "];"),
        ("[a,", "b", "]=3"),
        ("else ", "", ""),
        ("(a=", "1", ")"),
        ("x = (\n", "", ""),
        ("x = [1\n", "", ""),
        ("%{\n", "", ""),
        ("x'", "", ""),
        ("f x; ", "", ""),
        ("a=@() {@(x) f(", "1", ")}"),
        ("x(1)(", "2", ")"),
        ("for k=1:2, ", "", ""),
        ("x++ +", "1", ""),
    ];
    for (open, inside, close) in cases {
        for count in [50, 3000] {
            check(&format!("{}{inside}{}", open.repeat(count), close.repeat(count)));
            check(&format!("{}{inside}", open.repeat(count)));
        }
    }
}
