//! Is the calling thread's floating-point environment the default one? Kernels run in the default environment on every
//! device, so a host that changed the rounding mode, flushes denormals or traps exceptions needs its sequential loops.

#[cfg(target_arch = "x86_64")]
pub fn is_default() -> bool {
    // Everything but the sticky exception flags (bits 0-5): rounding to nearest, all exceptions masked, denormals kept.
    const CONTROL: u32 = 0xffc0;
    let mut mxcsr = 0u32;
    unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &mut mxcsr, options(nostack)) };
    mxcsr & CONTROL == 0x1f80
}

#[cfg(target_arch = "aarch64")]
pub fn is_default() -> bool {
    let fpcr: u64;
    unsafe { std::arch::asm!("mrs {}, fpcr", out(reg) fpcr, options(nomem, nostack)) };
    fpcr == 0
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    fn set(mxcsr: u32) {
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &mxcsr, options(nostack)) };
    }

    #[test]
    fn sees_rounding_and_flushing_but_not_sticky_flags() {
        assert!(super::is_default());
        for (control, default) in [(0x1fbf, true), (0x7f80, false), (0x9f80, false), (0x1e80, false)] {
            set(control);
            let seen = super::is_default();
            set(0x1f80);
            assert_eq!(seen, default, "{control:#x}");
        }
    }
}
