//! `--remarks`: for each loop nest where it runs and why, and which functions were left to clang. It decides nothing.

use crate::compile::{Fallback, Gap, Nest, Report};
use crate::diag::{Diagnostic, Position};
use crate::error::{Error, Result};
use crate::{options, temp};

pub fn print(reports: &[Report], wanted: &options::Report) -> Result<()> {
    let remarks = reports.iter().flat_map(of_unit);
    match wanted {
        options::Report::Off => Ok(()),
        options::Report::Text => {
            remarks.for_each(|remark| remark.emit());
            Ok(())
        }
        options::Report::Json(path) => {
            let remarks: Vec<Diagnostic> = remarks.collect();
            let text = serde_json::to_string_pretty(&remarks).map_err(|error| Error::Internal(error.to_string()))?;
            temp::write_output(path, format!("{text}\n").as_bytes())
        }
    }
}

fn of_unit(report: &Report) -> Vec<Diagnostic> {
    let nests = report.nests.iter().map(of_nest);
    nests.chain(report.fallback.iter().map(of_fallback)).chain(report.gaps.iter().map(of_gap)).collect()
}

fn of_nest(nest: &Nest) -> Diagnostic {
    let (file, line) = nest.place();
    let message = match nest.verdict.as_str() {
        "device" if nest.reason.is_empty() => format!("loop in '{}' runs on the device", nest.function),
        "device" => format!("loop in '{}' runs on the device, but {}", nest.function, nest.reason),
        "threads" => format!(
            "loop in '{}' runs on CPU threads; not on devices with memory of their own: {}",
            nest.function, nest.reason
        ),
        _ => format!("loop in '{}' stays on the host: {}", nest.function, nest.reason),
    };
    Diagnostic::remark(message).at(Some(Position { file, line, column: 0 }))
}

fn of_fallback(fallback: &Fallback) -> Diagnostic {
    let message = format!("function '{}' is left to clang: {}", fallback.function, fallback.construct);
    Diagnostic::remark(message).at(Position::parse(&fallback.source))
}

fn of_gap(gap: &Gap) -> Diagnostic {
    Diagnostic::remark(gap.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nest(verdict: &str, reason: &str) -> Nest {
        Nest { source: "dir/a.c:12".into(), function: "f".into(), verdict: verdict.into(), reason: reason.into() }
    }

    #[test]
    fn nests_say_where_they_run_and_why() {
        let report = Report {
            nests: vec![
                nest("device", ""),
                nest("host", "it prints"),
                nest("threads", "it calls"),
                nest("device", "a part calls"),
            ],
            ..Report::default()
        };
        let texts: Vec<_> = of_unit(&report).iter().map(|it| it.render(false)).collect();
        assert_eq!(texts[0], "dir/a.c:12: remark: loop in 'f' runs on the device\n");
        assert_eq!(texts[1], "dir/a.c:12: remark: loop in 'f' stays on the host: it prints\n");
        let threads = "loop in 'f' runs on CPU threads; not on devices with memory of their own: it calls";
        assert_eq!(texts[2], format!("dir/a.c:12: remark: {threads}\n"));
        assert_eq!(texts[3], "dir/a.c:12: remark: loop in 'f' runs on the device, but a part calls\n");
    }

    #[test]
    fn devices_without_code_are_named() {
        let gap =
            Gap { kernel: "f_a_12".into(), devices: "CUDA".into(), reason: "'llvm.sin.f64' has no PTX form".into() };
        let report = Report { gaps: vec![gap], ..Report::default() };
        let expected = "remark: kernel 'f_a_12' has no code for CUDA devices: 'llvm.sin.f64' has no PTX form\n";
        assert_eq!(of_unit(&report)[0].render(false), format!("raddle: {expected}"));
    }

    #[test]
    fn functions_left_to_clang_name_the_construct() {
        let fallback = Fallback { function: "g".into(), construct: "setjmp".into(), source: "a.c:3:7".into() };
        let report = Report { fallback: vec![fallback], ..Report::default() };
        assert_eq!(of_unit(&report)[0].render(false), "a.c:3:7: remark: function 'g' is left to clang: setjmp\n");
    }
}
