//! How much of the calling thread's stack is left: the program may make threads with small ones. It switches no stacks.

/// Bytes below here; `None` if the system does not say.
pub fn left() -> Option<usize> {
    thread_local! {
        static LOWEST: Option<usize> = lowest_stack_address();
    }
    let here = 0u8;
    let lowest = LOWEST.try_with(|lowest| *lowest).ok().flatten()?;
    Some((&raw const here as usize).saturating_sub(lowest))
}

fn lowest_stack_address() -> Option<usize> {
    // SAFETY: the attributes are made by the first call and destroyed by the last.
    unsafe {
        let mut attributes = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut lowest, mut size) = (std::ptr::null_mut(), 0);
        let answer = libc::pthread_attr_getstack(&attributes, &mut lowest, &mut size);
        libc::pthread_attr_destroy(&mut attributes);
        (answer == 0).then_some(lowest as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_left_than_the_thread_has() {
        let left_of =
            |bytes| std::thread::Builder::new().stack_size(bytes).spawn(left).unwrap().join().unwrap().unwrap();
        assert!((7 << 20..9 << 20).contains(&left_of(8 << 20)));
        assert!((1..256 << 10).contains(&left_of(64 << 10)));
    }
}
