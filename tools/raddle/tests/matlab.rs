//! MATLAB programs through the commands: compiled loops print what the interpreter and Octave print, on every device.

use std::path::Path;
use std::process::{Command, Output};

fn raddle(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(words).env("RADDLE_STRICT_FALLBACK", "1").output().unwrap()
}

fn program(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-suite/matlab/compiled");
    folder.join(name).display().to_string()
}

/// Growth, errors, output, complex results and empty ranges within compiled loops, and a function of another file.
#[test]
fn the_interpreter_goes_on_where_a_compiled_loop_cannot() {
    let expected = std::fs::read_to_string(program("leaving.out")).unwrap();
    for device in ["none", "cpu", "emulated"] {
        let output = raddle(&["run", "--device", device, &program("leaving.m")]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{device}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{device}: {said}");
    }
}

#[test]
fn loops_become_nests_with_the_places_of_the_script() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("product.m");
    let text = "n = 200;\na = ones(n); b = a;\nfor i = 1:n\n  for j = 1:n\n    b(i, j) = 2 * a(i, j) + j;\n  end\nend\nprintf(\"%d\\n\", b(3, 4));\n";
    std::fs::write(&script, text).unwrap();
    let script = script.display().to_string();
    let c = raddle(&["emit", "--stage", "c", &script]);
    assert!(String::from_utf8_lossy(&c.stdout).contains("nest_0_1("));
    let output = raddle(&["run", "--device", "cpu", "--remarks", &script]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("product.m:3") && said.contains("runs on the device"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "6\n");
}

#[test]
fn all_mistakes_of_a_script_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("wrong.m");
    std::fs::write(&script, "x = (1 + ;\ny = 2;\nz = ];\n").unwrap();
    let output = raddle(&["build", &script.display().to_string(), "-o", &dir.path().join("x").display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("wrong.m:1:") && said.contains("wrong.m:3:") && said.contains('^'), "{said}");
}

#[test]
fn loops_of_the_interpreter_have_a_remark() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("cells.m");
    std::fs::write(&script, "s = {};\nfor i = 1:3\n  s{i} = i;\nend\ndisp(numel(s))\n").unwrap();
    let output = raddle(&["run", "--remarks", &script.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("cells.m:2: remark:") && said.contains("interpreted: an assignment to a cell or field"),
        "{said}"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}
