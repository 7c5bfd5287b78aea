//! Runs the threads of one block: each until it waits, then the exchanges within warps, then the barrier. The order is
//! fixed, so that a run can be repeated.

use crate::error::{Fault, FaultKind};
use crate::execute::{Executor, WARP};
use crate::machine::Order;
use crate::module::Instruction;
use crate::table::{Alignment, Shuffle, Vote};
use crate::thread::{Collective, Exchange, State, Thread};

impl<'m> Executor<'m, '_> {
    pub fn run_block(&mut self) -> Result<(), Box<Fault>> {
        let mut threads = self.threads();
        loop {
            self.run_all(&mut threads)?;
            if threads.iter().all(Thread::is_done) {
                return Ok(());
            }
            if !self.exchange(&mut threads)? {
                self.pass_barrier(&mut threads)?;
            }
        }
    }

    fn threads(&self) -> Vec<Thread<'m>> {
        let [x, y, z] = self.launch.block;
        let threads = (0..x * y * z).map(|number| {
            let index = [number % x, number / x % y, number / x / y];
            Thread::new(self.launch.module, self.launch.function, index, number)
        });
        threads.collect()
    }

    fn run_all(&mut self, threads: &mut [Thread<'m>]) -> Result<(), Box<Fault>> {
        match self.launch.order {
            Order::Ascending => threads.iter_mut().try_for_each(|thread| self.run(thread)),
            Order::Descending => threads.iter_mut().rev().try_for_each(|thread| self.run(thread)),
        }
    }

    /// Lets the threads go on that wait at a barrier which all have reached.
    fn pass_barrier(&mut self, threads: &mut [Thread<'m>]) -> Result<(), Box<Fault>> {
        let mut first: Option<(u8, &Thread, &Instruction)> = None;
        for warp in threads.chunks(WARP as usize) {
            let mut of_warp: Option<&Instruction> = None;
            for thread in warp {
                let State::AtBarrier { id, alignment, instruction } = thread.state else { continue };
                let (id_of_first, ..) = *first.get_or_insert((id, thread, instruction));
                let of_warp = *of_warp.get_or_insert(instruction);
                let problem = if id != id_of_first {
                    format!("some at barrier {id_of_first}, some at barrier {id}")
                } else if alignment == Alignment::Aligned && !std::ptr::eq(instruction, of_warp) {
                    format!("others of the warp at line {}", of_warp.line)
                } else {
                    continue;
                };
                return Err(self.fault(thread, instruction, FaultKind::BarrierDivergence(problem)));
            }
        }
        let Some((_, waiting, instruction)) = first else { return Ok(()) };
        if let Some(done) = threads.iter().find(|thread| thread.is_done()) {
            let problem = format!("thread {:?} has ended", done.index);
            return Err(self.fault(waiting, instruction, FaultKind::BarrierDivergence(problem)));
        }
        threads.iter_mut().for_each(|thread| thread.state = State::Running);
        self.epoch += 1;
        Ok(())
    }

    /// Carries out the shuffles and votes that all lanes of their masks have reached. Answers whether there were any;
    /// some that wait for others which do not come are an error.
    fn exchange(&mut self, threads: &mut [Thread<'m>]) -> Result<bool, Box<Fault>> {
        let mut missing = None;
        let mut any = false;
        for (i, warp) in threads.chunks_mut(WARP as usize).enumerate() {
            for lane in 0..warp.len() {
                let State::InWarp(exchange, instruction) = warp[lane].state else { continue };
                match absent(warp, exchange.mask, instruction) {
                    Some(absent) => missing = missing.or(Some((i * WARP as usize + lane, absent, instruction))),
                    None => {
                        self.exchange_in(warp, exchange.mask, instruction)?;
                        any = true;
                    }
                }
            }
        }
        match missing {
            Some((waiting, lane, instruction)) if !any => {
                Err(self.fault(&threads[waiting], instruction, FaultKind::WarpDivergence(lane)))
            }
            Some(_) | None => Ok(any),
        }
    }

    /// An instruction that all lanes of the mask wait at.
    fn exchange_in(&self, warp: &mut [Thread<'m>], mask: u32, instruction: &Instruction) -> Result<(), Box<Fault>> {
        let of_mask = |thread: &Thread| match thread.state {
            State::InWarp(exchange, _) if mask >> (thread.number % WARP) & 1 == 1 => Some(exchange),
            State::InWarp(..) | State::Running | State::AtBarrier { .. } | State::Done => None,
        };
        let lanes: Vec<Option<Exchange>> = warp.iter().map(of_mask).collect();
        for (lane, exchange) in lanes.iter().enumerate() {
            let Some(exchange) = exchange else { continue };
            let value = match exchange.collective {
                Collective::Shuffle { shuffle, lane: asked, clamp } => {
                    shuffled(shuffle, lane as u32, (asked, clamp), &lanes)
                }
                Collective::Vote(vote) => Ok(voted(vote, &lanes)),
            };
            let value = value.map_err(|kind| self.fault(&warp[lane], instruction, kind))?;
            warp[lane].write(exchange.out, value);
            warp[lane].state = State::Running;
        }
        Ok(())
    }
}

/// The first lane of the mask that is not at the instruction with that mask. Lanes beyond the block do not count.
fn absent(warp: &[Thread], mask: u32, instruction: &Instruction) -> Option<u32> {
    let is_there = |thread: &Thread| match thread.state {
        State::InWarp(exchange, at) => exchange.mask == mask && std::ptr::eq(at, instruction),
        State::Running | State::AtBarrier { .. } | State::Done => false,
    };
    (0..warp.len() as u32).find(|lane| mask >> lane & 1 == 1 && !is_there(&warp[*lane as usize]))
}

/// The value of the lane that the ISA's pseudocode finds; a lane's own if that is out of range.
fn shuffled(
    shuffle: Shuffle,
    lane: u32,
    (asked, clamp): (u32, u32),
    lanes: &[Option<Exchange>],
) -> Result<u64, FaultKind> {
    let (distance, clamp, segment) = (asked & 31, clamp & 31, clamp >> 8 & 31);
    let last = lane & segment | clamp & !segment;
    let first = lane & segment;
    let (source, in_range) = match shuffle {
        Shuffle::Up => (lane.wrapping_sub(distance), lane as i32 - distance as i32 >= last as i32),
        Shuffle::Down => (lane + distance, lane + distance <= last),
        Shuffle::Butterfly => (lane ^ distance, lane ^ distance <= last),
        Shuffle::Index => {
            let source = first | distance & !segment;
            (source, source <= last)
        }
    };
    let source = if in_range { source } else { lane };
    let found = lanes.get(source as usize).copied().flatten();
    found.map(|exchange| exchange.value).ok_or(FaultKind::LaneNotInMask(source))
}

fn voted(vote: Vote, lanes: &[Option<Exchange>]) -> u64 {
    let mut votes = lanes.iter().flatten().map(|exchange| exchange.value != 0);
    match vote {
        Vote::All => u64::from(votes.all(|vote| vote)),
        Vote::Any => u64::from(votes.any(|vote| vote)),
        Vote::Uniform => {
            let first = votes.next();
            u64::from(votes.all(|vote| Some(vote) == first))
        }
        Vote::Ballot => {
            let bit = |(lane, exchange): (usize, &Option<Exchange>)| {
                u64::from(exchange.is_some_and(|exchange| exchange.value != 0)) << lane
            };
            lanes.iter().enumerate().map(bit).sum()
        }
    }
}
