//! Work-group shapes: which one a launch gets under a device's limits. It knows no driver.

use crate::device::Limits;
use crate::error::DeviceError;
use crate::occupancy;
use crate::types::Group;

/// Work items in a group where nothing is known of the device.
pub const USUAL_SIZE: u32 = 256;

/// Work items that are neighbours in x.
const ROW: u32 = 32;

/// The work-group shape of a launch: `group` if it is complete and fits the device, else that of `size` work items, shrunk
/// to small extents and grown as long as the device can't count the groups otherwise. What `group` fixes of it stays.
pub fn choose_block(extent: [i64; 3], group: Group, size: u32, limits: &Limits) -> Result<[u32; 3], DeviceError> {
    let complete = group.complete().map(|asked| within(extent, asked));
    if let Some(block) = complete.filter(|&block| fits(block, limits) && countable(extent, block, limits)) {
        return Ok(block);
    }
    let fixed = if complete.is_some() { [0; 3] } else { group.sizes };
    let mut block = filled(extent, fixed, size);
    for d in 0..3 {
        block[d] = block[d].min(needed(extent[d])).min(limits.max_group_size[d]).max(1);
    }
    while !fits(block, limits) {
        let largest = (0..3).max_by_key(|&d| block[d]).unwrap_or(0);
        block[largest] /= 2;
    }
    grow(extent, block, limits).ok_or(DeviceError::TooLarge { extent })
}

/// A kernel knows nothing of dimensions that it does not have: further work items there would do its work again.
fn within(extent: [i64; 3], asked: [u32; 3]) -> [u32; 3] {
    [0, 1, 2].map(|d: usize| if extent[d] == 1 { 1 } else { asked[d] })
}

/// About `size` work items over the dimensions in use, with the sizes that are `fixed` (0: none). A short row takes no more
/// of x than it needs, and the rest is rows.
fn filled(extent: [i64; 3], fixed: [u32; 3], size: u32) -> [u32; 3] {
    let dims = 1 + extent.iter().rposition(|&n| n > 1).unwrap_or(0);
    let usual = occupancy::shape(size, dims, ROW)[0];
    let own = if extent[0] <= i64::from(ROW) { needed(extent[0]) } else { usual };
    let x = if fixed[0] > 0 { fixed[0] } else { own };
    let rows = (size / x).max(1);
    let [y, z] = match dims {
        1 => [1, 1],
        2 => [rows, 1],
        _ => occupancy::square(rows),
    };
    [x, if fixed[1] > 0 { fixed[1] } else { y }, if fixed[2] > 0 { fixed[2] } else { z }]
}

/// The smallest power of two that covers `extent`.
fn needed(extent: i64) -> u32 {
    u32::try_from(extent.unsigned_abs().next_power_of_two()).unwrap_or(u32::MAX)
}

fn grow(extent: [i64; 3], mut block: [u32; 3], limits: &Limits) -> Option<[u32; 3]> {
    while !countable(extent, block, limits) {
        let groups = group_counts(extent, block);
        // No dimension is over: its work items are too many, and larger groups would not help.
        let over = (0..3).find(|&d| groups[d] > u64::from(limits.max_groups[d]))?;
        block[over] = block[over].checked_mul(2)?;
        if !fits(block, limits) {
            return None;
        }
    }
    Some(block)
}

fn fits(block: [u32; 3], limits: &Limits) -> bool {
    let items = block.iter().map(|&size| u64::from(size)).product::<u64>();
    items <= u64::from(limits.max_group_items) && (0..3).all(|d| block[d] <= limits.max_group_size[d])
}

/// Can the device count the groups, and a 32-bit GlobalInvocationId the work items?
fn countable(extent: [i64; 3], block: [u32; 3], limits: &Limits) -> bool {
    let groups = group_counts(extent, block);
    (0..3).all(|d| groups[d] <= u64::from(limits.max_groups[d]) && groups[d] * u64::from(block[d]) <= 1 << 32)
}

pub fn group_counts(extent: [i64; 3], block: [u32; 3]) -> [u64; 3] {
    [0, 1, 2].map(|d: usize| extent[d].unsigned_abs().div_ceil(u64::from(block[d])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LATE: Group = Group { sizes: [0; 3], is_asked: false };

    fn limits(max_groups: u32, items: u32) -> Limits {
        let (max_group_size, max_groups) = ([1024, 1024, 64], [max_groups; 3]);
        Limits { max_group_size, max_group_items: items, max_groups, ..Limits::default() }
    }

    #[test]
    fn usual_shapes() {
        let limits = limits(65535, 1024);
        assert_eq!(choose_block([1000, 1, 1], LATE, USUAL_SIZE, &limits), Ok([256, 1, 1]));
        assert_eq!(choose_block([1000, 1000, 1], LATE, USUAL_SIZE, &limits), Ok([32, 8, 1]));
        assert_eq!(choose_block([1000, 1000, 9], LATE, USUAL_SIZE, &limits), Ok([32, 4, 2]));
        assert_eq!(choose_block([5, 1000, 1], LATE, USUAL_SIZE, &limits), Ok([8, 32, 1]));
        assert_eq!(choose_block([1, 1000, 1], LATE, USUAL_SIZE, &limits), Ok([1, 256, 1]));
        assert_eq!(choose_block([20, 1, 1], LATE, USUAL_SIZE, &limits), Ok([32, 1, 1]));
        assert_eq!(choose_block([1000, 1, 1], Group::asked([64, 1, 1]), USUAL_SIZE, &limits), Ok([64, 1, 1]));
    }

    #[test]
    fn asked_groups_have_no_dimension_that_the_extent_has_not() {
        let choose = |extent| choose_block(extent, Group::asked([16, 4, 2]), USUAL_SIZE, &limits(65535, 1024));
        assert_eq!(choose([1000, 1, 1]), Ok([16, 1, 1]));
        assert_eq!(choose([1000, 9, 1]), Ok([16, 4, 1]));
        assert_eq!(choose([1000, 9, 9]), Ok([16, 4, 2]));
    }

    #[test]
    fn too_many_groups_need_larger_ones_or_fail() {
        let limits = limits(100, 1024);
        assert_eq!(choose_block([50_000, 1, 1], LATE, USUAL_SIZE, &limits), Ok([512, 1, 1]));
        let extent = [200_000, 1, 1];
        assert_eq!(choose_block(extent, LATE, USUAL_SIZE, &limits), Err(DeviceError::TooLarge { extent }));
    }

    #[test]
    fn work_item_ids_have_32_bits() {
        let limits = limits(u32::MAX, 1024);
        assert!(choose_block([1 << 32, 1, 1], LATE, USUAL_SIZE, &limits).is_ok());
        assert!(choose_block([(1 << 32) + 1, 1, 1], LATE, USUAL_SIZE, &limits).is_err());
    }

    #[test]
    fn a_wish_beyond_the_device_is_not_granted() {
        assert_eq!(
            choose_block([1000, 1, 1], Group::asked([2048, 1, 1]), USUAL_SIZE, &limits(65535, 1024)),
            Ok([256, 1, 1])
        );
    }

    /// A2-24: what `gpu-launch-config` decides of constant extents is what the launch would have chosen.
    #[test]
    fn compiled_choices_are_the_launchs_own_a2_24() {
        let rows = [
            ([20, 1, 1], [32, 1, 1]),
            ([5, 1000, 1], [8, 0, 1]),
            ([1, 1000, 1], [1, 0, 1]),
            ([1000, 1000, 1], [32, 0, 1]),
            ([1000, 1000, 9], [32, 0, 0]),
            ([1000, 1, 1], [0, 1, 1]),
            ([1000, 7, 1], [0, 0, 1]),
        ];
        for (extent, sizes) in rows {
            for size in [32, 64, 192, 256, 1024] {
                let choose = |group| choose_block(extent, group, size, &limits(65535, 1024));
                assert_eq!(choose(Group { sizes, is_asked: false }), choose(LATE), "{extent:?} {size}");
            }
        }
    }

    proptest! {
        #[test]
        fn every_shape_fits(x in 1i64..1 << 40, y in 1i64..1 << 20, z in 1i64..1 << 20, items in 1u32..2048,
                             sizes in prop::array::uniform3(0u32..100), is_asked: bool) {
            let limits = limits(65535, items);
            if let Ok(block) = choose_block([x, y, z], Group { sizes, is_asked }, USUAL_SIZE, &limits) {
                prop_assert!(fits(block, &limits) && countable([x, y, z], block, &limits));
            }
        }
    }
}
