//! Wrong programs: what is told, and where.

use raddle_matlab::ast::Source;
use raddle_matlab::diagnostic::position;
use std::rc::Rc;

/// Sources, and all that is told about them: line, column, message.
#[rustfmt::skip]
const MISTAKES: &[(&str, &[&str])] = &[
    ("x = ", &["1:5: expected a value, found the end of the text"]),
    ("x = = 3", &["1:5: expected a value, found '='"]),
    ("3 = x", &["1:1: this cannot be assigned to"]),
    ("x' = 3", &["1:1: this cannot be assigned to"]),
    ("{a} = 3", &["1:1: this cannot be assigned to"]),
    ("[a; b] = deal(1, 2)", &["1:1: the targets of an assignment are one row"]),
    ("[] = 3", &["1:1: no target stands left of '='"]),
    ("[a, 3] = size(x)", &["1:5: this cannot be assigned to"]),
    ("[~ i] = max(x)", &["1:2: this cannot be assigned to"]),
    ("y = [~, 1]", &["1:6: '~' without operand"]),
    ("f(~, 1)", &["1:3: '~' is no value"]),
    ("x = (1 + 2", &["1:5: '(' is never closed"]),
    ("x = [1, 2", &["1:5: '[' is never closed"]),
    ("x = {1, 2", &["1:5: '{' is never closed"]),
    ("x = (1 + 2]", &["1:11: expected ')', found ']'"]),
    ("x = [1, 2)", &["1:10: expected ']' or ',', found ')'"]),
    ("x = 1)", &["1:6: expected the end of the statement, found ')'"]),
    ("x = f(1, 2\ny = 3\nif y, end", &["1:6: '(' is never closed"]),
    ("x = [1,,2]", &["1:8: expected a value, found ','"]),
    ("x = f(1,)", &["1:9: expected a value, found ')'"]),
    ("x = f(,1)", &["1:7: expected a value, found ','"]),
    ("x = f(1 2)", &["1:9: expected ')' or ',', found '2'"]),
    ("x = c{1 2}", &["1:9: expected '}' or ',', found '2'"]),
    ("x = 3 4", &["1:7: expected the end of the statement, found '4'"]),
    ("disp(1) disp(2)", &["1:9: expected the end of the statement, found 'disp'"]),
    ("x = 3 y = 4", &["1:7: expected the end of the statement, found 'y'"]),
    ("x = 'abc", &["1:5: a text in quotes has no closing quote on its line"]),
    ("x = \"abc", &["1:5: a text in quotes has no closing quote on its line"]),
    ("x = [a ']", &["1:8: a text in quotes has no closing quote on its line"]),
    ("disp 'a", &["1:6: a text in quotes has no closing quote on its line"]),
    ("1e", &["1:1: a number runs into letters or digits that do not belong to it"]),
    ("x = 3x", &["1:5: a number runs into letters or digits that do not belong to it"]),
    ("x = 0x", &["1:5: a number has no digits after its prefix"]),
    ("x = 0b12", &["1:5: a number runs into letters or digits that do not belong to it"]),
    ("x = 0xFFFFFFFFFFFFFFFFF", &["1:5: the number does not fit its integer class"]),
    ("x = 0x1FFu8", &["1:5: the number does not fit its integer class"]),
    ("x = 1 // 2", &["1:8: expected a value, found '/'"]),
    ("x = 1 +", &["1:8: expected a value, found the end of the text"]),
    ("x = * 2", &["1:5: expected a value, found '*'"]),
    ("x = 1 + * 2", &["1:9: expected a value, found '*'"]),
    ("x = `a`", &["1:5: this character has no meaning here"]),
    ("x = 3 ?", &["1:7: this character has no meaning here"]),
    ("ä = 3", &["1:1: this character has no meaning here"]),
    ("x = 1:2:3:4", &["1:10: a range has at most three parts"]),
    ("x = y(:1)", &["1:8: expected ',' or a closing bracket after ':', found '1'"]),
    ("x = (:)", &["1:6: expected a value, found ':'"]),
    ("x = ()", &["1:6: expected a value, found ')'"]),
    ("x = (1, 2)", &["1:7: expected ')', found ','"]),
    ("x = end", &["1:5: expected a value, found the keyword 'end'"]),
    ("x = [1, end]", &["1:9: 'end' in brackets that index nothing"]),
    ("x.", &["1:3: expected a field's name, found the end of the text"]),
    ("x..y", &["1:3: expected a field's name, found '.'"]),
    ("x.3", &["1:2: expected the end of the statement, found '.3'"]),
    ("x.(", &["1:3: '(' is never closed"]),
    ("f = @", &["1:6: expected a function's name or parameters after '@', found the end of the text"]),
    ("f = @3", &["1:6: expected a function's name or parameters after '@', found '3'"]),
    ("f = @(x", &["1:6: '(' is never closed"]),
    ("f = @(x, x) x", &["1:10: two parameters have the same name"]),
    ("f = @(3) x", &["1:7: expected a parameter's name, found '3'"]),
    ("f = @(x) y = x", &["1:12: an anonymous function cannot assign"]),
    ("f = @(x) x++", &["1:10: an anonymous function cannot assign"]),
    ("f = @(x)", &["1:9: expected a value, found the end of the text"]),
    ("f = {@(x) x @(y) y}", &["1:13: expected '}' or ',', found '@'"]),
    ("++5", &["1:3: this cannot be assigned to"]),
    ("5 += 1", &["1:1: this cannot be assigned to"]),
    ("[a, b] += 1", &["1:1: this cannot be assigned to"]),
    ("if x\n  y = 1", &["1:1: 'if' has no 'end'"]),
    ("if x, y = 1, endwhile", &["1:14: 'endwhile' cannot end the 'if' of line 1"]),
    ("while x\n  y = 1\nendif", &["3:1: 'endif' cannot end the 'while' of line 1"]),
    ("for k = 1:3\n  if k\n    k\nend", &["1:1: 'for' has no 'end'"]),
    ("for k 1:3, end", &["1:7: expected '=' after the loop's variable, found '1'"]),
    ("for 3 = 1:3, end", &["1:5: expected the loop's variable, found '3'"]),
    ("for k = , end", &["1:9: expected a value, found ','"]),
    ("if\nend", &["1:3: expected a value, found the end of the line"]),
    ("if x = = 3\n  y = 1\nend", &["1:8: expected a value, found '='"]),
    ("end", &["1:1: 'end' belongs to no block"]),
    ("x = 3\nend", &["2:1: 'end' belongs to no block"]),
    ("else", &["1:1: 'else' belongs to no block"]),
    ("case 3", &["1:1: 'case' belongs to no block"]),
    ("if a, else, b, elseif c, d, end", &["1:16: 'else' has to be the last part of an 'if'"]),
    ("if a, else, b, else, d, end", &["1:16: 'else' has to be the last part of an 'if'"]),
    ("switch x, disp(1), case 1, end", &["1:11: a statement before the first 'case'"]),
    ("switch x, otherwise, 1, case 2, 3, end", &["1:25: 'otherwise' has to be the last part of a 'switch'"]),
    ("do x = 1; end", &["1:1: 'do' has no 'until'"]),
    ("do, x = 1;", &["1:1: 'do' has no 'until'"]),
    ("unwind_protect, x = 1; end", &["1:1: 'unwind_protect' has no 'unwind_protect_cleanup'"]),
    ("try, x", &["1:1: 'try' has no 'end'"]),
    ("try, error('x'), catch e disp(1), end", &["1:26: expected the end of the statement, found 'disp'"]),
    ("break", &["1:1: 'break' outside of a loop"]),
    ("function f, continue, end", &["1:13: 'continue' outside of a loop"]),
    ("global", &["1:7: expected a variable's name after 'global', found the end of the text"]),
    ("global 3", &["1:8: expected a variable's name after 'global', found '3'"]),
    ("persistent", &["1:11: expected a variable's name after 'persistent', found the end of the text"]),
    ("function", &["1:9: expected a function's name, found the end of the text"]),
    ("function = f", &["1:10: expected a function's name, found '='"]),
    ("function [a, b f(x)\nend", &["1:17: expected ']' or ',', found '('"]),
    ("function f(x, x), end", &["1:15: two parameters have the same name"]),
    ("function [a, a] = f, end", &["1:14: two outputs have the same name"]),
    ("function f(3), end", &["1:12: expected a parameter's name, found '3'"]),
    ("function x.y(a), end", &["1:11: a function's name has no dot"]),
    ("function f\n  function g\n  end\nend", &["2:3: a function inside of another function"]),
    ("function f\nend\nfunction g", &["3:1: 'function' has no 'end'"]),
    ("1;\nfunction f\nx = [1\nend", &["3:5: '[' is never closed"]),
    ("classdef foo\n  properties\n  end\nend", &["1:1: classes are not supported"]),
    ("import a.b.c", &["1:1: 'import' is not supported"]),
    ("x -1\nx = 3", &["1:1: 'x' is a command here and a variable elsewhere"]),
    ("x = 3 4\ny = [1\nz = 'a", &["1:7: expected the end of the statement, found '4'", "3:5: a text in quotes has no closing quote on its line"]),
    ("if x = = 3, y = 4 5, end, z = ", &["1:8: expected a value, found '='", "1:19: expected the end of the statement, found '5'", "1:31: expected a value, found the end of the text"]),
    ("x = [1 2\ny = 3;\nfor k = 1:3\n  z = = 1\nend\nw = )", &["1:5: '[' is never closed", "4:7: expected a value, found '='", "6:5: expected a value, found ')'"]),
    ("a b = 3\na = 4", &["1:1: 'a' is a command here and a variable elsewhere"]),
    ("x = {1, [2, (3}", &["1:15: expected ')', found '}'"]),
    ("x = @sin(3) 4", &["1:13: expected the end of the statement, found '4'"]),
    ("x = a.'b", &["1:8: expected the end of the statement, found 'b'"]),
    ("x = 1.2.3", &["1:8: expected the end of the statement, found '.3'"]),
    ("x = !", &["1:6: expected a value, found the end of the text"]),
    ("x = ~", &["1:6: expected a value, found the end of the text"]),
    ("~ = 3", &["1:3: expected a value, found '='"]),
    ("return 3", &["1:8: expected the end of the statement, found '3'"]),
    ("end = 3", &["1:1: 'end' belongs to no block"]),
    ("for = 3", &["1:5: expected the loop's variable, found '='"]),
    ("x = if", &["1:5: expected a value, found the keyword 'if'"]),
    ("f(if)", &["1:3: expected a value, found the keyword 'if'"]),
    ("x = [1 2; 3 4\nend", &["1:5: '[' is never closed", "2:1: 'end' belongs to no block"]),
    ("endfunction", &["1:1: 'endfunction' belongs to no block"]),
    ("x =+* 3", &["1:5: expected a value, found '*'"]),
    ("((1)", &["1:1: '(' is never closed"]),
    ("if x\n  y = (1 +\nend\nz = 3 4", &["2:7: '(' is never closed", "4:7: expected the end of the statement, found '4'"]),
    ("while x(1, 2\n  y = 1;\nend", &["1:8: '(' is never closed"]),
    ("function r = f(x)\n  r = x +;\n  if r\n    s = [1 2 3;\n  end\nend\nfunction g\n  t = 'abc\n  u = {1, 2;\nend", &["2:10: expected a value, found ';'", "4:9: '[' is never closed", "8:7: a text in quotes has no closing quote on its line", "9:7: '{' is never closed"]),
    ("s.a = 3\ns.'b'", &["2:4: expected the end of the statement, found 'b'"]),
    ("x = y.(1", &["1:7: '(' is never closed"]),
    ("a = [1 2\n     3 4\nb = 2;", &["1:5: '[' is never closed"]),
    ("switch x\n  y = 3\n  case 1\nend", &["2:3: a statement before the first 'case'"]),
    ("x = \"a\\", &["1:5: a text in quotes has no closing quote on its line"]),
    ("@", &["1:2: expected a function's name or parameters after '@', found the end of the text"]),
    ("1 = 2 = 3", &["1:1: this cannot be assigned to"]),
    ("a = 1 = 2", &["1:5: this cannot be assigned to"]),
    ("f = @(x) (x = 3)", &["1:13: an anonymous function cannot assign"]),
    ("f = @(x) [x, ++x]", &["1:14: an anonymous function cannot assign"]),
    ("[a, b]++", &["1:1: this cannot be assigned to"]),
    ("for (k = 1:3, disp(k), end", &["1:13: expected ')', found ','"]),
    ("if (x, y = 3, end", &["1:6: expected ')', found ','"]),
    ("function f(a)\n  arguments\n    a double\n  end\n  b = = a;\nend", &["2:3: 'arguments' blocks are not supported", "5:7: expected a value, found '='"]),
];

fn told(text: &str) -> Vec<String> {
    let source = Rc::new(Source::new(None, text.into()));
    let mistakes = raddle_matlab::parse_file(source).err().unwrap_or_default();
    mistakes
        .iter()
        .map(|mistake| {
            let (line, column, _) = position(text, mistake.span.start);
            format!("{line}:{column}: {}", mistake.message)
        })
        .collect()
}

#[test]
fn every_mistake_is_told_at_its_place() {
    for (text, expected) in MISTAKES {
        assert_eq!(told(text), *expected, "{text}");
    }
}

#[test]
fn every_mistake_has_a_hint() {
    for (text, _) in MISTAKES {
        let source = Rc::new(Source::new(None, (*text).into()));
        for mistake in raddle_matlab::parse_file(source).err().unwrap_or_default() {
            assert!(mistake.hint.is_some(), "{text}: {}", mistake.message);
        }
    }
}

#[test]
fn deep_nesting_is_one_mistake() {
    let text = format!("x = {}1{};\ny = )", "(".repeat(500), ")".repeat(500));
    assert_eq!(told(&text), ["1:204: more than 200 levels inside of each other"]);
    let text = format!("x = 1{};\ny = )", " + 1".repeat(2000));
    assert_eq!(
        told(&text),
        ["1:5: the expression has more than 1000 operators in a row", "2:5: expected a value, found ')'"]
    );
}

#[test]
fn texts_of_eval_are_checked_as_well() {
    let source = Rc::new(Source::new(None, "x = ".into()));
    assert!(raddle_matlab::parse_eval(source, &Default::default()).is_err());
}
