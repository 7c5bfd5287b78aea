//! How busy the machine is. It decides nothing.

/// Have all processors something else to do at this moment?
pub fn is_busy() -> bool {
    let others = std::fs::read_to_string("/proc/loadavg").ok().and_then(|it| running(&it));
    // SAFETY: it has no conditions.
    let processors = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
    others.zip(usize::try_from(processors).ok()).is_some_and(|(others, processors)| others >= processors)
}

/// Threads that run, or wait for a processor, besides the one that asks: `0.20 0.18 0.12 3/80 11206` says that there are 2.
fn running(loadavg: &str) -> Option<usize> {
    let (running, _) = loadavg.split_ascii_whitespace().nth(3)?.split_once('/')?;
    running.parse::<usize>().ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_counted() {
        assert_eq!(running("0.20 0.18 0.12 3/80 11206\n"), Some(2));
        assert_eq!(running("0.20 0.18 0.12 0/80 11206\n"), None);
        assert_eq!(running("0.20 0.18\n"), None);
        assert_eq!(running(""), None);
    }
}
