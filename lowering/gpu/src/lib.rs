//! From parallel loops to kernels: the grid, the kernel's body, the launch and its copies, and their lowering to runtime calls.
//!
//! Decides no legality: what is parallel is read from the attributes that `raddle_region` set.

pub mod aware;
mod blocks;
pub mod grid;
pub mod kernel;
pub mod launch_config;
pub mod lower_launches;
mod memory;
pub mod names;
pub mod next_use;
pub mod outline;
mod parameters;
pub mod rare;
pub mod record;
pub mod residence;
pub mod serial;
pub mod sites;
pub mod slots;
pub mod transfers;

use raddle_dialects::{Registered, register_pass};

/// Makes the passes known by name.
pub fn register() -> Vec<Registered> {
    vec![
        register_pass::<serial::Serial>(),
        register_pass::<outline::Outline>(),
        register_pass::<launch_config::LaunchConfig>(),
        register_pass::<transfers::Transfers>(),
        register_pass::<next_use::NextUse>(),
        register_pass::<aware::Aware>(),
        register_pass::<residence::Residence>(),
        register_pass::<lower_launches::LowerLaunches>(),
        register_pass::<rare::Rare>(),
    ]
}
