//! Value-based questions: which reads see only what the same iteration (or launch) wrote, and which values leave a loop.
//!
//! An array may be private to a loop's iterations if no value enters an iteration through it and the values that leave
//! the loop through it are all the last iteration's.

use super::{Analysis, bounds::full_box, merge::Detail};
use crate::{
    isl::{self, Dim, Map, Set, UnionMap},
    model::{AccessId, ArrayId, LoopId},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Privatization {
    Yes {
        copy_out: CopyOut,
        /// Whether private copies start with the array's contents. Never today.
        copy_in: bool,
    },
    No(Obstacle),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyOut {
    /// Nothing that the loop writes to the array is read afterwards.
    None,
    /// The loop's last iteration (in its own direction) certainly writes every element that any iteration writes, so it may
    /// work on the array itself.
    LastIteration,
    /// The same, except that in some executions of the loop no iteration writes anything: then nothing may go back.
    LastIterationIfAny,
}

/// Why an array cannot be private.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    #[error("the loop never writes it")]
    NotWritten,
    #[error("an iteration may read a value from outside")]
    ExposedRead(AccessId),
    /// The reader is None if what reads is after the nest.
    #[error("its values are used after the loop and the last iteration may not write all of them")]
    LiveAfter(Option<AccessId>),
    #[error("the loop's trip count is not known")]
    UnknownTrips,
    #[error("it is too complex to analyse")]
    TooComplex,
}

/// What of a read is not known to be written before.
enum Exposed {
    /// Of a read whose element is known.
    Instances(Set),
    /// From the instances of another.
    Elements(Map),
}

impl Analysis {
    /// Whether every iteration of a loop may have its own copy of an array.
    pub fn privatizable(&self, id: LoopId, array: ArrayId) -> Privatization {
        self.begin();
        match self.obstacle_or_copy_out(id, array) {
            Ok(Ok(copy_out)) => Privatization::Yes { copy_out, copy_in: false },
            Ok(Err(obstacle)) => Privatization::No(obstacle),
            Err(_) => Privatization::No(Obstacle::TooComplex),
        }
    }

    /// May somebody read, after the loop, what it writes to the array?
    pub fn is_used_after(&self, id: LoopId, array: ArrayId) -> bool {
        self.begin();
        let inside = self.accesses_to(array, Some(id));
        self.use_after(array, &inside, id).map_or(true, |it| it.is_some())
    }

    /// Per dimension the box that a private copy has to have, the same for all iterations of one execution of the loop: the
    /// array's elements that the loop touches. None if it is not bounded.
    pub fn private_footprint(&self, id: LoopId, array: ArrayId) -> Option<super::BoundingBox> {
        self.footprint(&self.accesses_to(array, Some(id)), Some(id))
    }

    /// Whether one execution of a loop (None: of the nest) certainly writes every element of the bounding box of all elements
    /// that it touches in the array, and reads none before it has written it. What was in the box before does not matter then.
    pub fn overwrites(&self, array: ArrayId, within: Option<LoopId>) -> bool {
        self.begin();
        self.try_overwrites(array, within, full_box).unwrap_or(false)
    }

    /// The same of the elements that it touches alone.
    pub fn overwrites_what_it_touches(&self, array: ArrayId, within: LoopId) -> bool {
        self.begin();
        self.try_overwrites(array, Some(within), |touched, _| Ok(touched.clone())).unwrap_or(false)
    }

    fn obstacle_or_copy_out(&self, id: LoopId, array: ArrayId) -> isl::Result<Result<CopyOut, Obstacle>> {
        let inside = self.accesses_to(array, Some(id));
        if !inside.iter().any(|&a| self.is_write(a)) {
            return Ok(Err(Obstacle::NotWritten));
        }
        if !self.has_known_trips(id) {
            return Ok(Err(Obstacle::UnknownTrips));
        }
        if self.model.arrays[array.0 as usize].local_to.is_some_and(|l| self.chain(l).contains(&id)) {
            return Ok(Ok(CopyOut::None));
        }
        let depth = self.depth(id) + 1;
        for &read in inside.iter().filter(|&&a| !self.is_write(a)) {
            if !self.model.covered.contains(&(read, id)) && !self.is_covered(read, &inside, depth)? {
                return Ok(Err(Obstacle::ExposedRead(read)));
            }
        }
        let Some(reader) = self.use_after(array, &inside, id)? else { return Ok(Ok(CopyOut::None)) };
        if self.model.always_written.contains(&(array, id)) {
            return Ok(Ok(CopyOut::LastIteration));
        }
        Ok(self.last_iteration_writes_all(id, &inside)?.ok_or(Obstacle::LiveAfter(reader)))
    }

    /// Whether every instance of a read comes after a certain write of its element with the same first `depth` iterators: of each element
    /// that it may read, where nobody knows which one.
    fn is_covered(&self, read: AccessId, accesses: &[AccessId], depth: usize) -> isl::Result<bool> {
        let (elements, is_known) = (self.elements(read)?, self.is_affine(read));
        let mut exposed = if is_known { Exposed::Instances(elements.domain()?) } else { Exposed::Elements(elements) };
        for &write in accesses.iter().filter(|&&a| self.is_write(a)) {
            let Some(least) = self.certain_beside(write, read) else { continue };
            if self.never_meet(write, read, depth.max(least)) {
                continue;
            }
            for part in self.conflicts_in_order(write, read, depth.max(least))? {
                exposed = match exposed {
                    Exposed::Instances(all) => Exposed::Instances(Analysis::bounded(all.subtract(&part.range()?)?)?),
                    Exposed::Elements(all) => {
                        Exposed::Elements(all.subtract(&part.reverse()?.apply_range(&self.elements(write)?)?)?)
                    }
                };
            }
        }
        match exposed {
            Exposed::Instances(all) => all.is_empty(),
            Exposed::Elements(all) => all.is_empty(),
        }
    }

    /// What uses a value after the loop that the loop wrote: Some(None) for code after the nest, None for nothing. Reads in
    /// other executions of the same loop are covered in their own iteration and see none.
    fn use_after(&self, array: ArrayId, inside: &[AccessId], id: LoopId) -> isl::Result<Option<Option<AccessId>>> {
        let item = &self.model.arrays[array.0 as usize];
        if item.live_out && item.local_to.is_none() {
            return Ok(Some(None));
        }
        let all = self.accesses_to(array, None);
        let writes: Vec<_> = inside.iter().copied().filter(|&a| self.is_write(a)).collect();
        // A value that the same iteration of another loop wrote is not of this loop.
        let chain = self.chain(id);
        let is_of_another = |read: AccessId| {
            let mut around = self.access(read).loops.iter();
            around.any(|it| self.model.covered.contains(&(read, *it)) && !chain.contains(it))
        };
        let others = |a: &&AccessId| !self.is_write(**a) && !inside.contains(a) && !is_of_another(**a);
        for &read in all.iter().filter(others) {
            if !self.sources(read)?.intersect_domain(&self.domains(&writes)?)?.is_empty()? {
                return Ok(Some(Some(read)));
            }
        }
        Ok(None)
    }

    /// The write instances whose value a read may see (value-based flow dependences).
    pub(super) fn sources(&self, read: AccessId) -> isl::Result<UnionMap> {
        let mut all = self.accesses_to(self.access(read).array, None);
        all.retain(|&a| self.is_write(a));
        let (must, may): (Vec<_>, Vec<_>) = all.iter().copied().partition(|&a| self.is_certain(a, 0));
        all.push(read);
        isl::flow(&self.relations(&[read])?, &self.relations(&must)?, &self.relations(&may)?, &self.schedule(&all)?)
    }

    /// How the last iteration's copy may go back; None if it may lack what another iteration wrote.
    fn last_iteration_writes_all(&self, id: LoopId, inside: &[AccessId]) -> isl::Result<Option<CopyOut>> {
        let depth = self.depth(id);
        let last = self.last_iterations(id, depth)?;
        let mut unwritten: Option<Map> = None;
        for &write in inside.iter().filter(|&&a| self.is_write(a)) {
            let touched = self.per_outer_iteration(&self.elements(write)?, depth)?;
            unwritten = Some(match unwritten {
                Some(all) => all.union(&touched)?,
                None => touched,
            });
        }
        let Some(mut unwritten) = unwritten else { return Ok(Some(CopyOut::LastIteration)) };
        // A copy that the last iteration left as it was must not go back.
        let mut idle = last.project_out(Dim::Out, depth as u32, 1)?;
        let writes: Vec<AccessId> = inside.iter().copied().filter(|&a| self.is_write(a)).collect();
        for write in self.surely(&writes, id) {
            let inner = (self.access(write).loops.len() - depth - 1) as u32;
            let in_last = last.add_dims(Dim::Out, inner)?;
            let written = self.per_outer_iteration(&self.elements(write)?.intersect_domain(&in_last)?, depth)?;
            unwritten = unwritten.subtract(&written)?;
            idle = idle.subtract(&written.domain()?)?;
        }
        Ok(match (unwritten.is_empty()?, idle.is_empty()?) {
            (false, _) => None,
            (true, true) => Some(CopyOut::LastIteration),
            (true, false) => Some(CopyOut::LastIterationIfAny),
        })
    }

    /// The last iteration of each execution of a loop.
    fn last_iterations(&self, id: LoopId, depth: usize) -> isl::Result<Set> {
        let loop_ = &self.model.loops[id.0 as usize];
        let by_outer = self.iterations[id.0 as usize].split_at(depth as u32)?;
        let last = if loop_.direction < 0 { by_outer.lexmin()? } else { by_outer.lexmax()? };
        last.wrap_as_set()?.flatten()
    }

    /// A relation from instances as one from the first `depth` iterators.
    pub(super) fn per_outer_iteration(&self, relation: &Map, depth: usize) -> isl::Result<Map> {
        let inner = relation.dims(Dim::In)? - depth as u32;
        relation.project_out(Dim::In, depth as u32, inner)?.reset_tuple(Dim::In)
    }

    /// Does it write all elements that `wanted` makes of those that it touches, and read none before?
    fn try_overwrites(
        &self,
        array: ArrayId,
        within: Option<LoopId>,
        wanted: impl Fn(&Set, u32) -> isl::Result<Set>,
    ) -> isl::Result<bool> {
        let depth = within.map_or(0, |l| self.depth(l));
        let accesses = self.accesses_to(array, within);
        for &read in accesses.iter().filter(|&&a| !self.is_write(a)) {
            if !self.is_covered(read, &accesses, depth)? {
                return Ok(false);
            }
        }
        let Some(touched) = self.region(&accesses, within, Detail::Exact)? else { return Ok(false) };
        let mut written = accesses.clone();
        written.retain(|&a| self.is_write(a) && (within.is_some() || self.is_certain(a, depth)));
        let written = match within {
            Some(within) => self.surely_reached(&written, within)?,
            None => self.region(&written, None, Detail::Exact)?,
        };
        let Some(written) = written else { return Ok(false) };
        let rank = self.model.arrays[array.0 as usize].rank;
        wanted(&touched, rank)?.is_subset(&written)
    }
}
