//! Work-group shapes: which one a launch gets under a device's limits. It knows no driver.

use crate::device::Limits;
use crate::error::DeviceError;
use crate::occupancy;

/// Work items in a group where nothing is known of the device.
pub const USUAL_SIZE: u32 = 256;

/// Work items that are neighbours in x.
const ROW: u32 = 32;

/// The work-group shape of a launch: the user's if it fits the device, else that of `size` work items for the number of
/// dimensions in use, shrunk to small extents and grown as long as the device can't count the groups otherwise.
pub fn choose_block(
    extent: [i64; 3],
    wish: Option<[u32; 3]>,
    size: u32,
    limits: &Limits,
) -> Result<[u32; 3], DeviceError> {
    if let Some(block) = wish.filter(|&block| fits(block, limits) && countable(extent, block, limits)) {
        return Ok(block);
    }
    let dims = 1 + extent.iter().rposition(|&n| n > 1).unwrap_or(0);
    let mut block = occupancy::shape(size, dims, ROW);
    for d in 0..3 {
        let needed = u32::try_from(extent[d].unsigned_abs().next_power_of_two()).unwrap_or(u32::MAX);
        block[d] = block[d].min(needed).min(limits.max_group_size[d]).max(1);
    }
    while !fits(block, limits) {
        let largest = (0..3).max_by_key(|&d| block[d]).unwrap_or(0);
        block[largest] /= 2;
    }
    grow(extent, block, limits).ok_or(DeviceError::TooLarge { extent })
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

    fn limits(max_groups: u32, items: u32) -> Limits {
        let (max_group_size, max_groups) = ([1024, 1024, 64], [max_groups; 3]);
        Limits { max_group_size, max_group_items: items, max_groups, ..Limits::default() }
    }

    #[test]
    fn usual_shapes() {
        let limits = limits(65535, 1024);
        assert_eq!(choose_block([1000, 1, 1], None, USUAL_SIZE, &limits), Ok([256, 1, 1]));
        assert_eq!(choose_block([1000, 1000, 1], None, USUAL_SIZE, &limits), Ok([32, 8, 1]));
        assert_eq!(choose_block([1000, 1000, 9], None, USUAL_SIZE, &limits), Ok([32, 4, 2]));
        assert_eq!(choose_block([5, 1000, 1], None, USUAL_SIZE, &limits), Ok([8, 8, 1]));
        assert_eq!(choose_block([1000, 1, 1], Some([64, 1, 1]), USUAL_SIZE, &limits), Ok([64, 1, 1]));
    }

    #[test]
    fn too_many_groups_need_larger_ones_or_fail() {
        let limits = limits(100, 1024);
        assert_eq!(choose_block([50_000, 1, 1], None, USUAL_SIZE, &limits), Ok([512, 1, 1]));
        let extent = [200_000, 1, 1];
        assert_eq!(choose_block(extent, None, USUAL_SIZE, &limits), Err(DeviceError::TooLarge { extent }));
    }

    #[test]
    fn work_item_ids_have_32_bits() {
        let limits = limits(u32::MAX, 1024);
        assert!(choose_block([1 << 32, 1, 1], None, USUAL_SIZE, &limits).is_ok());
        assert!(choose_block([(1 << 32) + 1, 1, 1], None, USUAL_SIZE, &limits).is_err());
    }

    #[test]
    fn a_wish_beyond_the_device_is_not_granted() {
        assert_eq!(choose_block([1000, 1, 1], Some([2048, 1, 1]), USUAL_SIZE, &limits(65535, 1024)), Ok([256, 1, 1]));
    }

    proptest! {
        #[test]
        fn every_shape_fits(x in 1i64..1 << 40, y in 1i64..1 << 20, z in 1i64..1 << 20, items in 1u32..2048) {
            let limits = limits(65535, items);
            if let Ok(block) = choose_block([x, y, z], None, USUAL_SIZE, &limits) {
                prop_assert!(fits(block, &limits) && countable([x, y, z], block, &limits));
            }
        }
    }
}
