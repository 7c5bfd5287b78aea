//! `--targets`: which devices an object has code for. CPU threads always have theirs, as what other devices decline runs there.

use raddle_llvm::LeftOut;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Targets {
    pub cuda: bool,
    pub emulated: bool,
    pub vulkan: bool,
}

impl Default for Targets {
    fn default() -> Targets {
        Targets { cuda: true, emulated: true, vulkan: true }
    }
}

impl Targets {
    pub fn are_threads_only(self) -> bool {
        !self.cuda && !self.emulated && !self.vulkan
    }

    pub fn left_out(self) -> LeftOut {
        LeftOut { emulated: !self.emulated, vulkan: !self.vulkan, cuda: !self.cuda }
    }
}

impl FromStr for Targets {
    type Err = String;

    fn from_str(text: &str) -> Result<Targets, String> {
        let mut res = Targets { cuda: false, emulated: false, vulkan: false };
        for name in text.split(',') {
            match name {
                "cpu" => {}
                "cuda" => res.cuda = true,
                "emulated" => res.emulated = true,
                "vulkan" => res.vulkan = true,
                _ => return Err(format!("no target '{name}'; targets are cpu, cuda, emulated, vulkan")),
            }
        }
        Ok(res)
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = [(self.cuda, ",cuda"), (self.emulated, ",emulated"), (self.vulkan, ",vulkan")];
        write!(f, "cpu")?;
        all.into_iter().filter(|it| it.0).try_for_each(|it| write!(f, "{}", it.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_targets() {
        assert_eq!("cpu,cuda,emulated,vulkan".parse(), Ok(Targets::default()));
        for text in ["cpu", "cpu,vulkan", "cpu,cuda,emulated"] {
            assert_eq!(text.parse::<Targets>().unwrap().to_string(), text);
        }
        assert_eq!("vulkan".parse::<Targets>().unwrap().to_string(), "cpu,vulkan");
        assert!("".parse::<Targets>().is_err() && "cpu,gpu".parse::<Targets>().unwrap_err().contains("gpu"));
        let left_out = "vulkan".parse::<Targets>().unwrap().left_out();
        assert!(left_out.cuda && left_out.emulated && !left_out.vulkan);
    }
}
