//! Signals: Fourier transforms, windows, trends, phases. `filter` and `conv` are elsewhere.

mod dft;
mod fourier;
mod phase;
mod shift;
mod spectrum;
mod windows;

use super::{Entry, entry};

pub const TABLE: &[Entry] = &[
    entry("bartlett", 1, 1, windows::bartlett),
    entry("blackman", 1, 2, windows::blackman),
    entry("detrend", 1, 2, phase::detrend),
    entry("fft", 1, 3, fourier::fft),
    entry("fft2", 1, 3, fourier::fft2),
    entry("fftfilt", 2, 3, spectrum::fftfilt),
    entry("fftn", 1, 2, fourier::fftn),
    entry("fftshift", 1, 2, shift::fftshift),
    entry("freqz", 1, 5, spectrum::freqz),
    entry("hamming", 1, 2, windows::hamming),
    entry("hanning", 1, 2, windows::hanning),
    entry("ifft", 1, 3, fourier::fft),
    entry("ifft2", 1, 3, fourier::fft2),
    entry("ifftn", 1, 2, fourier::fftn),
    entry("ifftshift", 1, 2, shift::fftshift),
    entry("periodogram", 1, 5, spectrum::periodogram),
    entry("sinc", 1, 1, phase::sinc),
    entry("unwrap", 1, 3, phase::unwrap),
];
