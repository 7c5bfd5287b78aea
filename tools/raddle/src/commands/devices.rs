//! `raddle devices`: what can be used here, with limits.

use crate::error::{Error, Result};
use crate::output;
use crate::unit::probe;
use raddle_rt::config::Config;
use raddle_rt::cost::Constants;
use raddle_rt::{DeviceInfo, auto};
use std::fmt::Write;

/// List the devices of this machine with their limits
#[derive(clap::Args, Clone, Debug)]
pub struct Devices {
    /// As JSON on standard output
    #[arg(long)]
    pub json: bool,
    /// Measure what launches and copies cost, for '--device auto', and keep it for this machine
    #[arg(long)]
    pub calibrate: bool,
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
    if args.calibrate {
        calibrate()?;
    }
    let (devices, known) = (raddle_rt::devices(), auto::read_calibration());
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

/// What fails on one device is no reason to forget the others.
fn calibrate() -> Result<()> {
    let config = Config::from_env().map_err(|error| Error::usage(error.to_string()))?;
    let (all, problems) = raddle_rt::calibrate::calibrate(&config, &probe::probe()?);
    for problem in problems {
        eprintln!("raddle: warning: not measured: {problem}");
    }
    auto::write_calibration(&all);
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
    fn only_nvidias_devices_have_a_compute_capability() {
        let vulkan = DeviceInfo { kind: "vulkan", ..DeviceInfo::default() };
        let cuda = DeviceInfo { kind: "cuda", capability: "9.0".into(), ..DeviceInfo::default() };
        assert!(!describe(&vulkan).contains("capability") && describe(&cuda).contains("  compute   capability 9.0\n"));
    }
}
