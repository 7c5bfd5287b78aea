//! `raddle devices`: what can be used here, with limits and the outcome of the numerics self-test.

use crate::error::{Error, Result};
use crate::output;
use crate::unit::probe;
use raddle_rt::config::Config;
use raddle_rt::cost::Constants;
use raddle_rt::numerics::Verdict;
use raddle_rt::{DeviceInfo, auto};
use std::fmt::Write;

/// List the devices of this machine with their limits
#[derive(clap::Args, Clone, Debug)]
pub struct Devices {
    /// As JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Measure what launches and copies cost, for '--device auto', and keep it for this machine, which should be idle
    #[arg(long)]
    pub calibrate: bool,
    /// Test again what the devices compute; else it is shown as programs have found it, once for each driver
    #[arg(long)]
    pub self_test: bool,
}

/// A device, and what was measured of it.
#[derive(serde::Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    device: &'a DeviceInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<Constants>,
}

pub fn run(args: &Devices) -> Result<()> {
    let config = config()?;
    if args.calibrate {
        calibrate(&config)?;
    }
    let mut devices = raddle_rt::devices();
    if args.self_test {
        self_test(&config, &mut devices);
    }
    let known = auto::read_calibration(config.store.as_ref());
    let listed = devices.iter().map(|device| {
        let calibration = known.iter().find(|it| it.is_of(device)).map(|it| it.constants);
        Listed { device, calibration }
    });
    let text = if args.json {
        let listed: Vec<_> = listed.collect();
        serde_json::to_string_pretty(&listed).map_err(|error| Error::Internal(error.to_string()))? + "\n"
    } else {
        listed.map(|it| describe(it.device) + &it.calibration.map(measured).unwrap_or_default()).collect()
    };
    output::print(text.as_bytes())
}

fn config() -> Result<Config> {
    Config::from_env().map_err(|error| Error::usage(error.to_string()))
}

/// What fails on one device is no reason to forget the others.
fn calibrate(config: &Config) -> Result<()> {
    let (all, problems) = raddle_rt::calibrate::calibrate(config, &probe::probe()?);
    for problem in problems {
        eprintln!("raddle: warning: not measured: {problem}");
    }
    auto::write_calibration(config.store.as_ref(), &all);
    Ok(())
}

fn measured(constants: Constants) -> String {
    let Constants { launch_ns, speedup, width, bandwidth, to_device, to_host, open_ns, .. } = constants;
    let mut text = format!(
        "  measured  launch {:.1} us, {speedup:.1} times one core from {width:.0} work items on, {bandwidth:.0} GB/s\n",
        launch_ns / 1e3
    );
    if to_device < f64::MAX {
        let open = open_ns / 1e6;
        let _ = writeln!(
            text,
            "            copies {to_device:.1} GB/s to it, {to_host:.1} GB/s back; opened in {open:.0} ms"
        );
    }
    text
}

fn self_test(config: &Config, devices: &mut [DeviceInfo]) {
    for device in devices {
        if let Err(error) = raddle_rt::self_test(device, config) {
            device.problem = format!("its numerics self-test failed: {error}");
        }
    }
}

fn describe(device: &DeviceInfo) -> String {
    let index = if device.index > 0 { format!(":{}", device.index) } else { String::new() };
    let mut text = format!("{}{index}: {}\n", device.kind, device.name);
    if !device.problem.is_empty() {
        let _ = writeln!(text, "  cannot be used: {}", device.problem);
        return text;
    }
    if !device.driver.is_empty() {
        let _ = writeln!(text, "  driver    {} {}", device.driver, device.api);
    }
    if !device.capability.is_empty() {
        let _ = writeln!(text, "  compute   capability {}", device.capability);
    }
    if device.memory_bytes > 0 {
        let shared = if device.host_memory { ", the host's own" } else { "" };
        let _ = writeln!(text, "  memory    {:.1} GiB{shared}", device.memory_bytes as f64 / f64::from(1 << 30));
    }
    if device.limits.max_group_items > 0 {
        let [x, y, z] = device.limits.max_group_size;
        let _ = writeln!(text, "  groups    {} work items, at most {x} x {y} x {z}", device.limits.max_group_items);
    }
    let _ = writeln!(text, "  types     {}", types(device).join(" "));
    text + &numerics(device)
}

/// What the self-test found; what the host computes itself is not tested.
fn numerics(device: &DeviceInfo) -> String {
    let Some(numerics) = &device.numerics else {
        let is_tested = matches!(device.kind, "vulkan" | "cuda");
        return if is_tested { "  numerics  not tested yet\n".into() } else { String::new() };
    };
    let native = numerics.with(Verdict::Native).count();
    let mut text = format!("  numerics  {native} of {} operations exact as they are\n", numerics.rows.len());
    let corrected: Vec<String> = numerics.with(Verdict::Corrected).map(ToString::to_string).collect();
    if !corrected.is_empty() {
        let _ = writeln!(text, "            exact by corrections: {}", corrected.join(", "));
    }
    for row in numerics.with(Verdict::Declined) {
        let _ = writeln!(text, "            not exact, not used: {row}: {}", row.evidence);
    }
    text
}

fn types(device: &DeviceInfo) -> Vec<&'static str> {
    let features = &device.features;
    let all = [
        (features.int8 && features.storage8, "i8"),
        (features.int16 && features.storage16, "i16"),
        (true, "i32"),
        (features.int64, "i64"),
        (true, "f32"),
        (features.float64, "f64"),
    ];
    all.into_iter().filter(|(there, _)| *there).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_rt::numerics::{Numerics, Operation, Row, Type};

    #[test]
    fn an_unusable_device_says_why() {
        let device =
            DeviceInfo { kind: "vulkan", name: "X".into(), problem: "no driver".into(), ..DeviceInfo::default() };
        assert_eq!(describe(&device), "vulkan: X\n  cannot be used: no driver\n");
    }

    #[test]
    fn a_usable_device_lists_its_types() {
        let mut device = DeviceInfo { kind: "vulkan", index: 1, name: "Y".into(), ..DeviceInfo::default() };
        device.features.int64 = true;
        let text = describe(&device);
        assert!(text.starts_with("vulkan:1: Y\n") && text.contains("types     i32 i64 f32\n"), "{text}");
    }

    #[test]
    fn the_self_test_shows_what_is_not_native() {
        let row =
            |operation, verdict, evidence: &str| Row { ty: Type::F32, operation, verdict, evidence: evidence.into() };
        let rows = vec![
            row(Operation::Add, Verdict::Native, ""),
            row(Operation::Mul, Verdict::Corrected, "a * 0"),
            row(Operation::Div, Verdict::Declined, "a / b gave 1, not 2"),
        ];
        let numerics = Some(Numerics { test: String::new(), rows });
        let device = DeviceInfo { kind: "vulkan", numerics, ..DeviceInfo::default() };
        let expected = "  numerics  1 of 3 operations exact as they are
            exact by corrections: f32 mul
            not exact, not used: f32 div: a / b gave 1, not 2\n";
        assert!(describe(&device).ends_with(expected), "{}", describe(&device));
        assert!(describe(&DeviceInfo { numerics: None, ..device }).ends_with("  numerics  not tested yet\n"));
        assert!(!describe(&DeviceInfo { kind: "cpu", ..DeviceInfo::default() }).contains("numerics"));
    }

    #[test]
    fn only_nvidias_devices_have_a_compute_capability() {
        let vulkan = DeviceInfo { kind: "vulkan", ..DeviceInfo::default() };
        let cuda = DeviceInfo { kind: "cuda", capability: "9.0".into(), ..DeviceInfo::default() };
        assert!(!describe(&vulkan).contains("capability") && describe(&cuda).contains("  compute   capability 9.0\n"));
    }
}
