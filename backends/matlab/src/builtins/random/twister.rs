//! The Mersenne twister MT19937 (Matsumoto and Nishimura 1998) with a state that programs can take and put back. Makes integers and
//! uniform numbers, no other distribution.

const SIZE: usize = 624;
const SHIFT: usize = 397;

#[derive(Clone)]
pub struct Twister {
    state: Box<[u32; SIZE]>,
    /// The next element of the state; at the end it is made anew.
    next: usize,
}

impl Twister {
    /// The generator with a key of any length, as the authors' `init_by_array` starts it.
    pub fn with_key(key: &[u32]) -> Twister {
        let key = if key.is_empty() { &[0] } else { key };
        let mut state = Box::new([0u32; SIZE]);
        state[0] = 19_650_218;
        for i in 1..SIZE {
            let mixed = 1_812_433_253u32.wrapping_mul(state[i - 1] ^ (state[i - 1] >> 30));
            state[i] = mixed.wrapping_add(i as u32);
        }
        let mut i = 1;
        let mut mix = |state: &mut [u32; SIZE], factor: u32, change: &dyn Fn(u32, usize) -> u32| {
            let before = state[i - 1];
            let mixed = state[i] ^ (before ^ (before >> 30)).wrapping_mul(factor);
            state[i] = change(mixed, i);
            i += 1;
            if i >= SIZE {
                state[0] = state[SIZE - 1];
                i = 1;
            }
        };
        for step in 0..SIZE.max(key.len()) {
            let j = step % key.len();
            mix(&mut state, 1_664_525, &|x, _| x.wrapping_add(key[j]).wrapping_add(j as u32));
        }
        for _ in 1..SIZE {
            mix(&mut state, 1_566_083_941, &|x, i| x.wrapping_sub(i as u32));
        }
        state[0] = 0x8000_0000;
        Twister { state, next: SIZE }
    }

    /// The generator of a `rand("state", v)`: [`Twister::state`] is put back, anything else is a key.
    pub fn from_values(values: &[f64]) -> Twister {
        let key: Vec<u32> = values.iter().map(|&x| to_word(x)).collect();
        match key.split_last() {
            Some((&left, state)) if state.len() == SIZE && (1..=SIZE as u32).contains(&left) => {
                let mut copy = Box::new([0; SIZE]);
                copy.copy_from_slice(state);
                Twister { state: copy, next: SIZE + 1 - left as usize }
            }
            _ => Twister::with_key(&key),
        }
    }

    /// The state and how many of its elements are left, 625 numbers.
    pub fn state(&self) -> Vec<f64> {
        let left = (SIZE + 1 - self.next) as f64;
        self.state.iter().map(|&x| f64::from(x)).chain([left]).collect()
    }

    pub fn word(&mut self) -> u32 {
        if self.next >= SIZE {
            self.renew();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    fn renew(&mut self) {
        for i in 0..SIZE {
            let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % SIZE] & 0x7fff_ffff);
            let twist = if y & 1 == 0 { 0 } else { 0x9908_b0df };
            self.state[i] = self.state[(i + SHIFT) % SIZE] ^ (y >> 1) ^ twist;
        }
        self.next = 0;
    }

    /// Two words as one number of at most `bits` bits.
    pub fn long_word(&mut self, bits: u32) -> u64 {
        let low = u64::from(self.word());
        (u64::from(self.word()) << 32 | low) & ((1 << bits) - 1)
    }

    /// In the open interval from 0 to 1, with 53 bits.
    pub fn uniform(&mut self) -> f64 {
        loop {
            let (a, b) = (self.word() >> 5, self.word() >> 6);
            if a != 0 || b != 0 {
                return (f64::from(a) * 67_108_864.0 + f64::from(b)) / 9_007_199_254_740_992.0;
            }
        }
    }

    /// In the open interval from 0 to 1, with 24 bits.
    pub fn uniform_single(&mut self) -> f32 {
        loop {
            let bits = self.word() & 0xff_ffff;
            if bits != 0 {
                return bits as f32 / 16_777_216.0;
            }
        }
    }
}

/// Rounded and kept within 32 bits; what is not finite is 0.
fn to_word(x: f64) -> u32 {
    if x.is_finite() { x.round() as u32 } else { 0 }
}
