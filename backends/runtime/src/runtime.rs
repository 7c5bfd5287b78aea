//! Chooses the device of a site: opens drivers late, applies the limits that the user set, remembers what failed.
//! It touches no host memory.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::config::{Config, DeviceChoice};
use crate::cpu::CpuDevice;
use crate::device::{Device, DeviceInfo};
use crate::emulated::EmulatedDevice;
use crate::error::DeviceError;
use crate::ranges::{Range, first_conflict};
use crate::session::Session;
use crate::stats::Stats;
use crate::vulkan::VulkanDevice;

/// A site as the runtime knows it.
#[derive(Debug, Clone)]
pub struct Site {
    /// Tells sites apart; the address of the compiler's `raddle_site`.
    pub id: usize,
    pub source: String,
    pub function: String,
}

pub struct Runtime {
    pub config: Config,
    pub stats: Stats,
    cpu: Arc<CpuDevice>,
    chosen: OnceLock<Result<Arc<dyn Device>, DeviceError>>,
    /// The chosen device answers no more.
    lost: AtomicBool,
    /// Sites that have a kernel the device can never run.
    refused: Mutex<HashMap<usize, String>>,
    said: Mutex<HashSet<String>>,
    /// A forked child has neither the threads nor the driver of its parent.
    process: u32,
}

impl Runtime {
    pub fn new(config: Config) -> Self {
        let cpu = Arc::new(CpuDevice::new(config.threads));
        Self {
            config,
            cpu,
            stats: Stats::default(),
            chosen: OnceLock::new(),
            lost: AtomicBool::new(false),
            refused: Mutex::default(),
            said: Mutex::default(),
            process: std::process::id(),
        }
    }

    /// A runtime whose device is `device`, whatever the settings say.
    #[cfg(test)]
    pub fn with_device(config: Config, device: Arc<dyn Device>) -> Self {
        let runtime = Self::new(config);
        runtime.chosen.get_or_init(|| Ok(device));
        runtime
    }

    pub fn is_forked_child(&self) -> bool {
        std::process::id() != self.process
    }

    /// Takes a site to the device, or answers `None` for its sequential loop.
    pub fn enter(&self, site: Site, ranges: Vec<Range>, instances: i64) -> Option<Session<'_>> {
        // Before anything with a lock: after a fork, another thread of the parent may hold it forever.
        if self.config.device == DeviceChoice::None || self.is_forked_child() {
            return None;
        }
        match self.try_enter(&site, ranges, instances) {
            Ok(session) => {
                self.stats.entered(&site.source, &site.function, session.device_kind());
                Some(session)
            }
            Err(decline) => {
                self.stats.declined(&site.source, &site.function, &decline.reason);
                let message = format!("{}: runs sequentially: {}", site.source, decline.reason);
                if decline.say {
                    self.say(&site.source, &message);
                } else if self.config.verbose {
                    self.say(&message, &message);
                }
                None
            }
        }
    }

    fn try_enter(&self, site: &Site, ranges: Vec<Range>, instances: i64) -> Result<Session<'_>, Decline> {
        let least = self.least_instances();
        if instances < least {
            return Err(Decline::silent(format!("{instances} iterations are fewer than {least}")));
        }
        if !crate::fp_env::is_default() {
            return Err(Decline::silent("the host's floating-point environment is not the default".to_owned()));
        }
        if let Some((one, other)) = first_conflict(&ranges) {
            return Err(Decline::silent(format!("'{}' and '{}' overlap in memory", one.name, other.name)));
        }
        if ranges.iter().any(|range| range.base == 0 && !range.is_empty()) {
            return Err(Decline::silent("an array is a null pointer".to_owned()));
        }
        if let Some(reason) = lock(&self.refused).get(&site.id) {
            return Err(Decline::silent(reason.clone()));
        }
        let device = self.device()?;
        Session::new(self, device, site.clone(), ranges).map_err(|error| Decline::said(error.to_string()))
    }

    fn least_instances(&self) -> i64 {
        match self.config.device {
            DeviceChoice::Auto => self.config.offload_min.max(self.config.auto_min),
            DeviceChoice::Cpu | DeviceChoice::Emulated | DeviceChoice::Vulkan | DeviceChoice::None => {
                self.config.offload_min
            }
        }
    }

    /// Would `enter` decline whatever the ranges are, with nobody who wants to know why? Small nests inside hot loops
    /// ask often.
    pub fn declines_unseen(&self, instances: i64) -> bool {
        let too_small = instances < self.least_instances();
        self.config.device == DeviceChoice::None || too_small && self.config.stats.is_none() && !self.config.verbose
    }

    /// Is a device asked for, and the site large enough?
    pub fn would_take(&self, instances: i64) -> bool {
        self.config.device != DeviceChoice::None && !self.is_forked_child() && instances >= self.least_instances()
    }

    /// Bytes that one workspace may have.
    pub fn workspace_limit(&self) -> u64 {
        self.config.workspace
    }

    fn device(&self) -> Result<Arc<dyn Device>, Decline> {
        if self.lost.load(SeqCst) {
            return Err(Decline::silent("the device was lost".to_owned()));
        }
        let chosen = self.chosen.get_or_init(|| self.open());
        chosen.clone().map_err(|error| Decline::said(error.to_string()))
    }

    fn open(&self) -> Result<Arc<dyn Device>, DeviceError> {
        Ok(match self.config.device {
            DeviceChoice::Auto | DeviceChoice::Cpu | DeviceChoice::None => self.cpu.clone(),
            DeviceChoice::Emulated => {
                Arc::new(EmulatedDevice::new(self.config.emulated_seed, self.config.device_memory))
            }
            DeviceChoice::Vulkan => Arc::new(VulkanDevice::open(&self.config)?),
        })
    }

    /// The device that host memory always fits: where a site goes on if its own device fails.
    pub fn cpu(&self) -> Arc<dyn Device> {
        self.cpu.clone()
    }

    pub fn mark_lost(&self) {
        self.lost.store(true, SeqCst);
    }

    /// From now on `site` runs sequentially.
    pub fn refuse(&self, site: usize, reason: String) {
        lock(&self.refused).insert(site, reason);
    }

    /// A message on standard error, once for each `topic`: a site in a hot loop must not flood the user.
    pub fn say(&self, topic: &str, message: &str) {
        if lock(&self.said).insert(topic.to_owned()) {
            eprintln!("raddle: {message}");
        }
    }

    /// The device that was used, for the statistics.
    pub fn device_info(&self) -> DeviceInfo {
        match self.chosen.get() {
            Some(Ok(device)) => device.info().clone(),
            Some(Err(_)) | None => {
                DeviceInfo { kind: "none", name: "sequential program".to_owned(), ..DeviceInfo::default() }
            }
        }
    }
}

/// Why a site runs sequentially.
struct Decline {
    reason: String,
    /// Tell the user, not only the statistics.
    say: bool,
}

impl Decline {
    fn silent(reason: String) -> Self {
        Self { reason, say: false }
    }

    fn said(reason: String) -> Self {
        Self { reason, say: true }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
