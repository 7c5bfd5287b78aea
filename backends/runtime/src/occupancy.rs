//! How large a work-group should be on a GPU whose multiprocessors are known: large enough to occupy them, small enough
//! to fill all of them. Arithmetic only.
//!
//! Source: Par4All thesis, L4105-4211. Differs: the printed formula for filling lacks a factor of the warp size; two
//! groups per multiprocessor are aimed at, which is what its text asks for and not what the formula gives.

/// Groups that each multiprocessor should get, at least.
const GROUPS_EACH: u64 = 2;

/// What a device has per multiprocessor, and how many of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Multiprocessors {
    pub count: u32,
    pub shared_bytes: u32,
    pub registers: u32,
    pub threads: u32,
    pub groups: u32,
    pub warp: u32,
}

/// What a kernel takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    pub registers_per_thread: u32,
    pub shared_bytes_per_group: u32,
    /// The largest group that the driver launches of this kernel.
    pub max_group: u32,
}

impl Multiprocessors {
    /// Threads of one multiprocessor that run at the same time in groups of `size`.
    pub fn resident(&self, demand: &Demand, size: u32) -> u32 {
        let by_shared = self.shared_bytes.checked_div(demand.shared_bytes_per_group).unwrap_or(u32::MAX);
        let by_registers = self.registers.checked_div(demand.registers_per_thread * size).unwrap_or(u32::MAX);
        let by_threads = self.threads.checked_div(size).unwrap_or(0);
        by_shared.min(by_registers).min(by_threads).min(self.groups) * size
    }

    /// The smallest whole number of warps that keeps the most threads resident; a warp if none does.
    pub fn occupying(&self, demand: &Demand) -> u32 {
        let sizes = (1..=demand.max_group / self.warp.max(1)).map(|warps| warps * self.warp);
        let better =
            |best: u32, size| if self.resident(demand, size) > self.resident(demand, best) { size } else { best };
        sizes.fold(self.warp, better)
    }

    /// The size for a launch of `work` items: not so large that multiprocessors get fewer than their groups.
    pub fn filling(&self, occupying: u32, work: u64) -> u32 {
        self.filling_with(occupying, work, GROUPS_EACH)
    }

    fn filling_with(&self, occupying: u32, work: u64, groups_each: u64) -> u32 {
        let share = work / (groups_each * u64::from(self.count.max(1)));
        let warp = u64::from(self.warp.max(1));
        let size = share.div_ceil(warp).max(1) * warp;
        occupying.min(u32::try_from(size).unwrap_or(u32::MAX))
    }
}

/// A group of at most `size` work items over `dims` dimensions: x a multiple of the warp, since neighbours in x are
/// neighbours in memory, and otherwise as square as can be.
pub fn shape(size: u32, dims: usize, warp: u32) -> [u32; 3] {
    if dims <= 1 || size <= warp {
        return [size.max(1), 1, 1];
    }
    let widths = (1..=size / warp).map(|warps| warps * warp);
    // Of two equally square ones the narrower, whose rows are more.
    let width = widths.min_by_key(|&x| x.abs_diff(size / x)).unwrap_or(warp);
    let rows = size / width;
    match dims {
        2 => [width, rows, 1],
        _ => {
            let [y, z] = square(rows);
            [width, y, z]
        }
    }
}

/// Two factors of `rows`, as close to each other as can be, the larger one first.
pub fn square(rows: u32) -> [u32; 2] {
    let factors = (1..=rows).filter(|&y| rows.is_multiple_of(y));
    let y = factors.min_by_key(|&y| (y.abs_diff(rows / y), u32::MAX - y)).unwrap_or(1);
    [y, rows / y]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: u32 = 1024;

    fn device(shared: u32, registers: u32, threads: u32, groups: u32) -> Multiprocessors {
        Multiprocessors { count: 14, shared_bytes: shared * KIB, registers, threads, groups, warp: 32 }
    }

    type Row = ((u32, u32), [(u32, u32); 5]);

    /// Group size and occupancy in thousandths, per (registers, shared bytes) and device: G80, GT200, Fermi, GK104, H200.
    const OCCUPANCY: [Row; 9] = [
        ((10, 0), [(96, 1000), (128, 1000), (192, 1000), (128, 1000), (64, 1000)]),
        ((16, 0), [(64, 667), (128, 1000), (192, 1000), (128, 1000), (64, 1000)]),
        ((20, 0), [(64, 500), (160, 781), (192, 1000), (128, 1000), (64, 1000)]),
        ((32, 0), [(32, 333), (64, 500), (128, 667), (128, 1000), (64, 1000)]),
        ((40, 0), [(32, 250), (64, 375), (160, 521), (544, 797), (96, 797)]),
        ((63, 0), [(32, 167), (32, 250), (64, 333), (64, 500), (32, 500)]),
        ((20, 4096), [(96, 500), (192, 750), (192, 1000), (256, 1000), (64, 1000)]),
        ((20, 12288), [(384, 500), (512, 500), (384, 1000), (512, 1000), (128, 1000)]),
        ((32, 16384), [(256, 333), (512, 500), (512, 667), (1024, 1000), (256, 1000)]),
    ];

    fn devices() -> [(Multiprocessors, u32); 5] {
        [
            (device(16, 8192, 768, 8), 512),
            (device(16, 16384, 1024, 8), 512),
            (device(48, 32768, 1536, 8), 1024),
            (device(48, 65536, 2048, 16), 1024),
            (device(228, 65536, 2048, 32), 1024),
        ]
    }

    /// A2-22.
    #[test]
    fn occupancy_a2_22() {
        for ((registers_per_thread, shared_bytes_per_group), expected) in OCCUPANCY {
            for ((device, max_group), (size, occupancy)) in devices().iter().zip(expected) {
                let demand = Demand { registers_per_thread, shared_bytes_per_group, max_group: *max_group };
                let found = device.occupying(&demand);
                let resident = device.resident(&demand, found);
                let thousandths = (2000 * resident + device.threads) / (2 * device.threads);
                assert_eq!((found, thousandths), (size, occupancy), "{demand:?} on {device:?}");
            }
        }
    }

    /// A2-22, the control: without a limit on groups the smallest one is as good as any.
    #[test]
    fn without_a_limit_on_groups_a_warp_is_best_a2_22() {
        for ((registers_per_thread, shared), _) in OCCUPANCY.iter().filter(|row| row.0.1 == 0) {
            for (device, max_group) in devices() {
                let device = Multiprocessors { groups: u32::MAX, ..device };
                let demand =
                    Demand { registers_per_thread: *registers_per_thread, shared_bytes_per_group: *shared, max_group };
                assert_eq!(device.occupying(&demand), 32, "{demand:?} on {device:?}");
            }
        }
    }

    /// A2-23.
    #[test]
    fn device_filling_a2_23() {
        let device = device(48, 32768, 1536, 8);
        let rows = [
            (1, [192, 192, 160, 96, 64, 32, 32, 32]),
            (2, [192, 160, 96, 64, 32, 32, 32, 32]),
            (3, [192, 128, 64, 32, 32, 32, 32, 32]),
        ];
        for (groups_each, expected) in rows {
            let sizes =
                [8192, 4096, 2000, 1000, 500, 100, 33, 1].map(|work| device.filling_with(192, work, groups_each));
            assert_eq!(sizes, expected, "{groups_each} groups each");
        }
        assert_eq!(device.filling(192, 2000), 96, "two groups each");
        assert_eq!(device.filling(192, 0), 32, "never empty");
    }

    /// A2-23: the launches of a triangular nest shrink.
    #[test]
    fn launches_of_a_triangular_nest_a2_23() {
        let device = device(48, 32768, 1536, 8);
        let sizes: Vec<u32> = (0..8).map(|step| device.filling_with(192, 8192 - 1024 * step, 1)).collect();
        assert_eq!(sizes, [192, 192, 192, 192, 192, 192, 160, 96]);
    }

    /// A2-24.
    #[test]
    fn group_shapes_a2_24() {
        let rows = [(64, [32, 2]), (128, [32, 4]), (192, [32, 6]), (256, [32, 8]), (512, [32, 16]), (1024, [32, 32])];
        for (size, [x, y]) in rows {
            assert_eq!(shape(size, 2, 32), [x, y, 1], "{size}");
        }
        assert_eq!(shape(256, 2, 16), [16, 16, 1], "half a warp");
        assert_eq!(shape(256, 1, 32), [256, 1, 1]);
        assert_eq!(shape(256, 3, 32), [32, 4, 2]);
        assert_eq!(shape(32, 2, 32), [32, 1, 1]);
        assert_eq!(shape(544, 2, 32), [32, 17, 1]);
        // What `gpu-launch-config` relies on: several dimensions have a warp in x, whatever the size.
        (1..=32).for_each(|warps| assert_eq!([2, 3].map(|dims| shape(32 * warps, dims, 32)[0]), [32; 2]));
    }
}
