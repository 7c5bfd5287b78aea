//! The runtime's settings, read once from `RADDLE_*` environment variables. It opens no device and prints nothing.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::faulty::Fault;
use crate::known::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceChoice {
    /// Per launch what wins most time (see `auto`), often the sequential program.
    Auto,
    Cpu,
    Emulated,
    Vulkan,
    Cuda,
    /// The sequential program.
    None,
}

/// Every name that `RADDLE_DEVICE` takes.
pub const DEVICE_NAMES: [&str; 6] = ["auto", "cpu", "cuda", "vulkan", "emulated", "none"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatsTarget {
    Table,
    Json(PathBuf),
}

#[derive(Debug, Clone)]
pub struct Config {
    pub device: DeviceChoice,
    pub index: usize,
    /// Sites with fewer innermost iterations run sequentially.
    pub offload_min: i64,
    /// Somebody has said so.
    pub offload_min_is_set: bool,
    pub threads: usize,
    pub device_memory: Option<u64>,
    /// Bytes of one workspace for private copies.
    pub workspace: u64,
    pub block: Option<[u32; 3]>,
    pub emulated_seed: u64,
    /// The named device fails on purpose.
    pub fault: Option<Fault>,
    pub validate: bool,
    /// Vulkan copies go through a staging buffer even where the host can reach device memory.
    pub staging: bool,
    /// Devices that share the host's memory work on arrays of so many bytes and more where they are; `None`: on none.
    pub zero_copy: Option<usize>,
    /// A library in the place of the system's CUDA driver.
    pub cuda_driver: Option<PathBuf>,
    /// Go on without a device that fails; else end the program.
    pub fallback: bool,
    /// Start without the device if it does not exist; else a GPU that is named has to be there.
    pub may_lack_device: bool,
    pub verbose: bool,
    pub stats: Option<StatsTarget>,
    pub stats_compile: Option<PathBuf>,
    /// Where events go, with their times.
    pub trace: Option<PathBuf>,
    /// Where the outcomes of self-tests are kept.
    pub store: Option<Store>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("unknown device '{0}' in RADDLE_DEVICE; valid are: {names}; cuda and vulkan also with :INDEX", names = DEVICE_NAMES.join(", "))]
    UnknownDevice(String),
    #[error("{variable}={value}: {expected} expected")]
    BadValue { variable: &'static str, value: String, expected: &'static str },
}

const CUDA_DRIVER: &str = "RADDLE_CUDA_DRIVER";

/// The setting for those who list devices, whatever the others are.
pub fn cuda_driver() -> Option<PathBuf> {
    std::env::var_os(CUDA_DRIVER).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The time to start and wake a pool grows faster than the number of its threads.
fn most_threads(cores: usize) -> usize {
    cores.saturating_mul(4).max(256)
}

/// Of fewer bytes, a copy takes less time than to make host memory a device's.
const WORTH_SHARING: usize = 32 << 10;

/// Threads that run at the same time, by affinity and quotas. To find out takes 0.1 ms.
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}

impl Config {
    pub fn from_env() -> Result<Self, ConfigError> {
        let config = Self::parse(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))?;
        Ok(Self { store: Store::of_user(), ..config })
    }

    /// The settings that `lookup` gives for each variable; unset and empty variables mean the default. Nothing is kept.
    pub fn parse(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get = |name: &str| lookup(name).filter(|value| !value.is_empty());
        let (device, index) = parse_device(get("RADDLE_DEVICE").as_deref().unwrap_or("auto"))?;
        let fallback = get("RADDLE_FALLBACK").map(|value| parse_switch("RADDLE_FALLBACK", &value)).transpose()?;
        let cores = cores();
        let stats = get("RADDLE_STATS").map(|value| parse_stats(&value)).transpose()?;
        let config = Self {
            device,
            index,
            offload_min: number(&get, "RADDLE_OFFLOAD_MIN", 0)?.unwrap_or(1000),
            offload_min_is_set: get("RADDLE_OFFLOAD_MIN").is_some(),
            threads: number(&get, "RADDLE_THREADS", 1)?.map_or(cores, |wanted: usize| wanted.min(most_threads(cores))),
            device_memory: number(&get, "RADDLE_GPU_MEM", 0)?,
            workspace: number(&get, "RADDLE_WORKSPACE", 0)?.unwrap_or(256 << 20),
            block: get("RADDLE_BLOCK").map(|value| parse_block(&value)).transpose()?,
            emulated_seed: number(&get, "RADDLE_EMU_SEED", 0)?.unwrap_or(1),
            fault: get("RADDLE_FAULT").map(|value| parse_fault(&value)).transpose()?,
            validate: get("RADDLE_VULKAN_VALIDATE").is_some_and(|value| value != "0"),
            staging: get("RADDLE_VULKAN_STAGING").is_some_and(|value| value != "0"),
            zero_copy: match get("RADDLE_ZERO_COPY").as_deref() {
                None => Some(WORTH_SHARING),
                Some("0") => None,
                Some(_) => Some(0),
            },
            cuda_driver: get(CUDA_DRIVER).map(PathBuf::from),
            may_lack_device: fallback.unwrap_or(!matches!(device, DeviceChoice::Cuda | DeviceChoice::Vulkan)),
            fallback: fallback.unwrap_or(device != DeviceChoice::Cuda),
            verbose: get("RADDLE_VERBOSE").is_some_and(|value| value != "0"),
            stats,
            stats_compile: get("RADDLE_STATS_COMPILE").map(PathBuf::from),
            trace: get("RADDLE_TRACE").map(PathBuf::from),
            store: None,
        };
        Ok(config)
    }
}

impl DeviceChoice {
    /// As in `RADDLE_DEVICE`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Emulated => "emulated",
            Self::Vulkan => "vulkan",
            Self::Cuda => "cuda",
            Self::None => "none",
        }
    }
}

fn parse_device(value: &str) -> Result<(DeviceChoice, usize), ConfigError> {
    let unknown = || ConfigError::UnknownDevice(value.to_owned());
    let (name, index) = match value.split_once(':') {
        None => (value, 0),
        Some((name, index)) => (name, index.parse().map_err(|_| unknown())?),
    };
    let device = match name {
        "auto" => DeviceChoice::Auto,
        "cpu" => DeviceChoice::Cpu,
        "vulkan" => DeviceChoice::Vulkan,
        "cuda" => DeviceChoice::Cuda,
        "emulated" => DeviceChoice::Emulated,
        "none" => DeviceChoice::None,
        _ => return Err(unknown()),
    };
    let can_be_several = matches!(device, DeviceChoice::Cuda | DeviceChoice::Vulkan);
    if index != 0 && !can_be_several {
        return Err(unknown());
    }
    Ok((device, index))
}

fn parse_switch(variable: &'static str, value: &str) -> Result<bool, ConfigError> {
    match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(bad(variable, value, "0 or 1")),
    }
}

fn parse_fault(value: &str) -> Result<Fault, ConfigError> {
    value.parse().map_err(|()| bad("RADDLE_FAULT", value, "lost:CALL, refused:CALL or memory:CALL"))
}

fn parse_stats(value: &str) -> Result<StatsTarget, ConfigError> {
    match value.strip_prefix("json:") {
        Some(path) if !path.is_empty() => Ok(StatsTarget::Json(PathBuf::from(path))),
        None if value == "table" => Ok(StatsTarget::Table),
        Some(_) | None => Err(bad("RADDLE_STATS", value, "'table' or 'json:FILE'")),
    }
}

/// `XxYxZ`, trailing sizes may be missing: `64` is `64x1x1`.
fn parse_block(value: &str) -> Result<[u32; 3], ConfigError> {
    let error = || bad("RADDLE_BLOCK", value, "up to three positive sizes such as 32x8x1");
    let mut block = [1; 3];
    for (dimension, size) in value.split('x').enumerate() {
        let size = size.parse().ok().filter(|&size| size > 0).ok_or_else(error)?;
        *block.get_mut(dimension).ok_or_else(error)? = size;
    }
    Ok(block)
}

fn number<T: FromStr + PartialOrd>(
    get: &impl Fn(&str) -> Option<String>,
    variable: &'static str,
    least: T,
) -> Result<Option<T>, ConfigError> {
    let Some(value) = get(variable) else { return Ok(None) };
    match value.parse() {
        Ok(number) if number >= least => Ok(Some(number)),
        Ok(_) | Err(_) => Err(bad(variable, &value, "a whole number that is not too small")),
    }
}

fn bad(variable: &'static str, value: &str, expected: &'static str) -> ConfigError {
    ConfigError::BadValue { variable, value: value.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variable: &'static str, value: &'static str) -> Result<Config, ConfigError> {
        Config::parse(|name| (name == variable).then(|| value.to_owned()))
    }

    #[test]
    fn defaults_without_any_variable() {
        let config = Config::parse(|_| None).unwrap();
        assert_eq!((config.device, config.offload_min), (DeviceChoice::Auto, 1000));
        assert!(config.threads >= 1 && config.stats.is_none() && config.device_memory.is_none());
    }

    #[test]
    fn devices_with_and_without_index() {
        assert_eq!(with("RADDLE_DEVICE", "cpu").unwrap().device, DeviceChoice::Cpu);
        let second = with("RADDLE_DEVICE", "vulkan:1").unwrap();
        assert_eq!((second.device, second.index), (DeviceChoice::Vulkan, 1));
        let third = with("RADDLE_DEVICE", "cuda:2").unwrap();
        assert_eq!((third.device, third.index), (DeviceChoice::Cuda, 2));
        for bad in ["gpu", "vulkan:", "vulkan:x", "cpu:1", "CPU"] {
            let message = with("RADDLE_DEVICE", bad).unwrap_err().to_string();
            assert!(message.contains(bad) && message.contains("auto, cpu, cuda, vulkan, emulated, none"), "{message}");
        }
    }

    #[test]
    fn a_cuda_device_must_be_there_unless_a_fallback_is_wished_for() {
        assert!(!with("RADDLE_DEVICE", "cuda").unwrap().fallback);
        assert!(with("RADDLE_DEVICE", "vulkan").unwrap().fallback);
        let may_lack =
            ["auto", "cpu", "cuda", "vulkan"].map(|name| with("RADDLE_DEVICE", name).unwrap().may_lack_device);
        assert_eq!(may_lack, [true, true, false, false]);
        let wished = |name: &str| match name {
            "RADDLE_DEVICE" => Some("cuda".to_owned()),
            "RADDLE_FALLBACK" => Some("1".to_owned()),
            _ => None,
        };
        assert!(Config::parse(wished).is_ok_and(|config| config.fallback && config.may_lack_device));
        assert!(!with("RADDLE_FALLBACK", "0").unwrap().fallback);
        assert!(with("RADDLE_FALLBACK", "no").is_err());
    }

    #[test]
    fn blocks() {
        assert_eq!(with("RADDLE_BLOCK", "32x8").unwrap().block, Some([32, 8, 1]));
        assert_eq!(with("RADDLE_BLOCK", "64").unwrap().block, Some([64, 1, 1]));
        for bad in ["0x1", "1x2x3x4", "x", "-1"] {
            assert!(with("RADDLE_BLOCK", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_and_statistics() {
        assert_eq!(with("RADDLE_OFFLOAD_MIN", "0").unwrap().offload_min, 0);
        assert!(with("RADDLE_OFFLOAD_MIN", "many").is_err());
        assert!(with("RADDLE_THREADS", "0").is_err());
        assert_eq!(with("RADDLE_THREADS", "200").unwrap().threads, 200);
        assert_eq!(most_threads(2), 256);
        assert!((256..1_000_000).contains(&with("RADDLE_THREADS", "1000000").unwrap().threads));
        assert_eq!(with("RADDLE_STATS", "json:a.json").unwrap().stats, Some(StatsTarget::Json("a.json".into())));
        assert_eq!(with("RADDLE_STATS", "table").unwrap().stats, Some(StatsTarget::Table));
        assert!(with("RADDLE_STATS", "xml").is_err() && with("RADDLE_STATS", "json:").is_err());
        assert!(with("RADDLE_FAULT", "lost:7").unwrap().fault.is_some() && with("RADDLE_FAULT", "lost").is_err());
    }
}
