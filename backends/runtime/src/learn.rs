//! `--device auto` learns while a program runs: what launches of a site on CPU threads took, and what its sequential loop took, and
//! from that which of the two comes next. It measures nothing itself and knows no device; without measurements it has no opinion, and
//! the estimate decides.
//!
//! A site's executions are kept apart by their size, as powers of two. Of the last three measurements of a kind the best counts: one
//! hiccup of the machine decides nothing. What lost is tried again after 64 executions (a launch after 4, or 16 where it lost by far), twice as
//! many, and so on, up to 4,096, but no later than needed for trials to cost 1/300 of the time.
//! Launches are tried three times: the first one finds threads asleep, and its data in the host's cache.
//!
//! ```text
//!     launched 3 times, the loop never timed     the loop, timed, once or twice if that is cheap; once if launches take longer than
//!                                                the loop is thought to take
//!     both known                                 what takes less
//!     the loop alone known                       the estimate, with the loop's true time; now and then three launches, if there are
//!                                                threads and the loop takes about as long as a launch's overhead
//! ```
//!
//! Loops hand data to each other: one that was launched leaves its arrays to several caches, where a launch of the next one finds them, and a loop
//! of the host's does not. So several launches may win together where each alone loses. While one site tries launches again, others that lost
//! do so as well, if half of their time has gone by.
//!
//! A launch that touches memory for the first time takes longer than the next one will, so it does not count.
//!
//! Timing the loop costs the time that a launch would win. It is cheap if it takes less than a millisecond, or a sixteenth of what the
//! launches have taken so far.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

const SHORT_NS: f64 = 1e6;

/// The launches' time, in times of the loop, that pays for timing the loop.
const EARNED: f64 = 16.;

/// The loop's time, in times of its launches', from which on these are given up. Launches of others gain from this one's.
const CLEARLY: f64 = 0.95;

const MOST_ASKED: u32 = 8;

/// Rows that overlapped are looked at again after 2, 4, up to 64 executions.
const MOST_OVERLAPS: u32 = 6;

/// Looks at rows that are paid ahead.
const MOST_LOOKS: u32 = 4;

const FIRST_GAP: u64 = 64;
/// Launches lose for a moment, too, while the system runs something else on the other processors.
const FIRST_LAUNCH_GAP: u64 = 4;
/// The same where they lost by so much that a trial is dear.
const FAR_LAUNCH_GAP: u64 = 16;
const BY_FAR: f64 = 0.75;
const LAST_GAP: u64 = 4096;
/// Executions between launches that lose as much as one of them takes. So a site that hardly loses is tried often, and trials lose no more than
/// this part of the time.
const LOST_GAP: f64 = 300.;

/// What threads that touch memory for the first time wait for a page, at most about: each change of a page table interrupts all of them.
const FAULT_NS: f64 = 2000.;
/// A program that always has fresh memory has no other launches.
const MOST_FRESH: u32 = 8;

/// Measurements of a kind that count.
const RECENT: usize = 3;

/// What is known of the next execution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Advice {
    /// The estimate decides, with this as the time of the loop if it was timed. If it decides against a launch, is the loop to be
    /// timed?
    Estimate {
        host_ns: Option<f64>,
        times_host: bool,
    },
    Launch,
    Host {
        times_host: bool,
    },
}

impl Advice {
    pub const NONE: Self = Self::Estimate { host_ns: None, times_host: false };

    pub fn times_host(self) -> bool {
        match self {
            Self::Estimate { times_host, .. } | Self::Host { times_host } => times_host,
            Self::Launch => false,
        }
    }
}

/// Who holds the books does so for a fraction of a microsecond.
const MOST_TRIES: usize = 1000;

type Key = (usize, u32);

pub struct Learned {
    books: Mutex<Books>,
    /// A loop that takes less is not launched against the estimate.
    least_tried_ns: f64,
    has_threads: fn() -> bool,
}

#[cfg(test)]
impl Default for Learned {
    fn default() -> Self {
        Self::new(5_000., || true)
    }
}

#[derive(Default)]
struct Books {
    all: HashMap<Key, Book>,
    /// The site that tries launches again at the moment.
    trial: Option<Key>,
}

impl Books {
    fn advice(&mut self, key: Key, iterations: f64, estimate: f64, least_tried_ns: f64) -> Advice {
        let others_try = self.trial.is_some_and(|it| it != key);
        let around = Around { least_tried_ns, others_try };
        let book = self.all.entry(key).or_default();
        let advice = book.advice(iterations, estimate, around);
        match (book.trial > 0, self.trial) {
            (true, None) => self.trial = Some(key),
            (false, Some(it)) if it == key => self.trial = None,
            (true | false, _) => (),
        }
        advice
    }

    fn of(&mut self, site: usize, instances: i64) -> &mut Book {
        self.all.entry(key(site, instances)).or_default()
    }
}

/// What does not belong to a site.
#[derive(Clone, Copy)]
struct Around {
    /// Infinite where no threads have been started: a trial is not worth that.
    least_tried_ns: f64,
    /// Another site tries launches again.
    others_try: bool,
}

/// Of one site and size. Times are nanoseconds of an iteration.
#[derive(Debug, Clone, Default)]
struct Book {
    host: Times,
    launch: Times,
    executions: u64,
    /// The execution at which the loser is tried again.
    retry_at: u64,
    gap: u64,
    host_won: bool,
    /// So many launches more belong to the trial that has begun.
    trial: usize,
    /// How often the loop was to be timed beside launches. One that is never left where it ends cannot be.
    asked: u32,
    /// How often in a row its rows overlapped, and the execution at which they are looked at again.
    overlaps: u32,
    look_at: u64,
    /// How often they were looked at for longer than a launch gains.
    looks: u32,
    /// How many launches did not count since they touched memory for the first time.
    fresh: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Times {
    recent: [f64; RECENT],
    count: usize,
    sum: f64,
}

impl Times {
    fn add(&mut self, time: f64) {
        self.recent[self.count % RECENT] = time;
        self.count += 1;
        self.sum += time;
    }

    /// Of the last ones: what a trial costs, with its first launch, which finds threads asleep.
    fn mean(&self) -> Option<f64> {
        let last = &self.recent[..self.count.min(RECENT)];
        (!last.is_empty()).then(|| last.iter().sum::<f64>() / last.len() as f64)
    }

    fn best(&self) -> Option<f64> {
        self.recent[..self.count.min(RECENT)].iter().copied().reduce(f64::min)
    }
}

impl Learned {
    /// Loops that take `least_tried_ns` are launched now and then, whatever the estimate says, if there are threads.
    pub fn new(least_tried_ns: f64, has_threads: fn() -> bool) -> Self {
        Self { books: Mutex::default(), least_tried_ns, has_threads }
    }

    fn least_tried_ns(&self) -> f64 {
        if (self.has_threads)() { self.least_tried_ns } else { f64::INFINITY }
    }

    /// `instances` iterations of the site are thought to take the host `host_ns`.
    pub fn advice(&self, site: usize, instances: i64, host_ns: f64) -> Advice {
        let iterations = instances.max(1) as f64;
        let Some(mut books) = self.books() else { return Advice::NONE };
        books.advice(key(site, instances), iterations, host_ns / iterations, self.least_tried_ns())
    }

    /// The same for a site that is known. It allocates nothing and waits for nobody, so a handler may leave it by `longjmp`.
    pub fn known_advice(&self, site: usize, instances: i64, host_ns: f64) -> Option<Advice> {
        let iterations = instances.max(1) as f64;
        let mut books = self.books.try_lock().ok()?;
        let key = key(site, instances);
        books.all.contains_key(&key).then(|| books.advice(key, iterations, host_ns / iterations, self.least_tried_ns()))
    }

    /// The system has given the process so many new pages meanwhile.
    pub fn launched(&self, site: usize, instances: i64, time: Duration, pages: u64) {
        let Some(mut books) = self.books() else { return };
        let book = books.of(site, instances);
        let is_fresh = pages as f64 * FAULT_NS > time.as_nanos() as f64 / 4.;
        if is_fresh && book.fresh < MOST_FRESH {
            book.fresh += 1;
        } else {
            book.launch.add(per_iteration(instances, time));
        }
    }

    /// Answers how many iterations are needed to take `least_ns`, if so many of this size never did.
    pub fn host_ran(&self, site: usize, instances: i64, time: Duration, least_ns: f64) -> Option<i64> {
        let mut books = self.books()?;
        let host = &mut books.of(site, instances).host;
        host.add(per_iteration(instances, time));
        let longest = host.recent.iter().copied().fold(0., f64::max).max(f64::MIN_POSITIVE);
        // Other sizes have other caches.
        let least = (least_ns / longest).min(2. * instances.max(1) as f64) as i64;
        (host.count >= RECENT && least > instances).then_some(least)
    }

    /// May rows be looked at for longer than this launch gains? What is seen is remembered while the tables stay as they are, so the next
    /// launches gain it. A program that always has new tables has no more than a few such looks.
    pub fn may_look_ahead(&self, site: usize, instances: i64) -> bool {
        let Some(mut books) = self.books() else { return false };
        let book = books.of(site, instances);
        book.looks += 1;
        book.looks <= MOST_LOOKS
    }

    /// Rows behind pointers were looked at. Where some overlap, the time for it is lost.
    pub fn looked_at_rows(&self, site: usize, instances: i64, overlap: bool) {
        let Some(mut books) = self.books() else { return };
        let book = books.of(site, instances);
        book.overlaps = if overlap { (book.overlaps + 1).min(MOST_OVERLAPS) } else { 0 };
        book.look_at = if overlap { book.executions + (1 << book.overlaps) } else { 0 };
    }

    /// `None`, and nothing is learned any more, if a handler has left [`Self::known_advice`] for ever.
    fn books(&self) -> Option<MutexGuard<'_, Books>> {
        (0..MOST_TRIES).find_map(|_| match self.books.try_lock() {
            Ok(books) => Some(books),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                None
            }
        })
    }
}

fn key(site: usize, instances: i64) -> Key {
    (site, instances.max(1).ilog2())
}

fn per_iteration(instances: i64, time: Duration) -> f64 {
    time.as_nanos() as f64 / instances.max(1) as f64
}

impl Book {
    /// `estimate` is the host's time for one of the `iterations`.
    fn advice(&mut self, iterations: f64, estimate: f64, around: Around) -> Advice {
        self.executions += 1;
        if self.executions < self.look_at {
            return Advice::Host { times_host: false };
        }
        match (self.host.best(), self.launch.best()) {
            (None, None) => Advice::Estimate { host_ns: None, times_host: true },
            (host, Some(launch)) if self.wants_host(host, launch, iterations, estimate) => {
                Advice::Host { times_host: true }
            }
            (None, Some(_)) => Advice::Estimate { host_ns: None, times_host: false },
            (Some(host), None) => self.unlaunched(host * iterations, around),
            (Some(host), Some(launch)) => self.winner(host, launch, around.others_try),
        }
    }

    /// The loop's time is known, and no launch's. The estimate knows nothing of the caches: where other loops have spread an array over
    /// threads, a launch finds each part where it is, and a loop of the host's does not.
    fn unlaunched(&mut self, host_ns: f64, around: Around) -> Advice {
        if self.trial > 0 {
            self.trial -= 1;
            return Advice::Launch;
        }
        if self.gap == 0 {
            self.gap = FIRST_GAP;
            self.retry_at = self.executions + self.gap;
        }
        let is_new = self.host.count < RECENT;
        let is_due = !is_new && self.is_retry(around.others_try);
        if is_due && host_ns >= around.least_tried_ns {
            // Until shown otherwise; so a trial that is lost is as far from the next one as others.
            self.host_won = true;
            self.trial = RECENT - 1;
            return Advice::Launch;
        }
        Advice::Estimate { host_ns: Some(host_ns), times_host: is_new || is_due }
    }

    /// Launches are known, and the loop not well enough.
    fn wants_host(&mut self, host: Option<f64>, launch: f64, iterations: f64, estimate: f64) -> bool {
        let is_cheap = iterations * estimate.max(launch) < SHORT_NS
            || (host.is_none() && launch > estimate)
            || self.launch.sum >= EARNED * estimate.max(launch);
        let is_open = match host {
            None => true,
            Some(host) => self.host.count < 2 && host < 2. * launch,
        };
        let wants = self.launch.count >= RECENT && is_open && is_cheap && self.asked < MOST_ASKED;
        self.asked += u32::from(wants);
        wants
    }

    fn winner(&mut self, host: f64, launch: f64, others_try: bool) -> Advice {
        let host_wins = if self.host_won { host < launch } else { host < CLEARLY * launch };
        if self.gap == 0 || host_wins != self.host_won {
            self.host_won = host_wins;
            self.gap = match host_wins {
                true if host < BY_FAR * launch => FAR_LAUNCH_GAP,
                true => FIRST_LAUNCH_GAP,
                false => FIRST_GAP,
            };
            self.retry_at = self.executions + self.gap;
        }
        if self.trial > 0 {
            self.trial -= 1;
            return Advice::Launch;
        }
        match (host_wins, self.is_retry(host_wins && others_try)) {
            (true, true) => {
                self.trial = RECENT - 1;
                Advice::Launch
            }
            (false, false) => Advice::Launch,
            (false, true) => Advice::Host { times_host: true },
            // The loop is timed before it is compared again.
            (true, false) => Advice::Host { times_host: self.retry_at - self.executions <= RECENT as u64 },
        }
    }

    /// With others, half of the time is enough.
    fn is_retry(&mut self, with_others: bool) -> bool {
        let early = if with_others { self.gap / 2 } else { 0 };
        let is_due = self.executions + early >= self.retry_at;
        if is_due {
            self.gap = if self.gap == 0 { FIRST_GAP } else { (2 * self.gap).min(self.longest_gap()) };
            self.retry_at = self.executions + self.gap;
        }
        is_due
    }

    fn longest_gap(&self) -> u64 {
        match (self.host.best(), self.launch.mean()) {
            (Some(host), Some(launch)) if self.host_won && host > 0. => {
                (RECENT as f64 * LOST_GAP * (launch / host - 1.)).clamp(FAR_LAUNCH_GAP as f64, LAST_GAP as f64) as u64
            }
            _ => LAST_GAP,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: usize = 4096;

    /// A machine with its true times, in microseconds, and what it did.
    struct Machine {
        learned: Learned,
        instances: i64,
        host: f64,
        launch: f64,
        /// The compiler's estimate of the host's time.
        estimate: f64,
        launches: usize,
        timed: usize,
        spent: f64,
    }

    impl Machine {
        fn new(host: f64, launch: f64, estimate: f64) -> Self {
            let learned = Learned::default();
            Self { learned, instances: 32_000, host, launch, estimate, launches: 0, timed: 0, spent: 0. }
        }

        /// The estimate wants a launch if it is thought to win something.
        fn run_once(&mut self, noise: f64) {
            let advice = self.learned.advice(SITE, self.instances, self.estimate * 1000.);
            let launches = match advice {
                Advice::Estimate { host_ns, .. } => host_ns.unwrap_or(self.estimate * 1000.) > self.launch * 1000.,
                Advice::Launch => true,
                Advice::Host { .. } => false,
            };
            let time = noise * if launches { self.launch } else { self.host };
            self.spent += time;
            let time = Duration::from_nanos((time * 1000.) as u64);
            if launches {
                self.launches += 1;
                self.learned.launched(SITE, self.instances, time, 0);
            } else if advice.times_host() {
                self.timed += 1;
                self.learned.host_ran(SITE, self.instances, time, 5_000.);
            }
        }

        fn run(&mut self, times: usize) {
            (0..times).for_each(|_| self.run_once(1.));
        }
    }

    #[test]
    fn launches_come_back_after_a_moment_in_which_they_were_slow() {
        let mut machine = Machine::new(100., 60., 100.);
        for execution in 0..5000 {
            let is_disturbed = execution % 100 < 8;
            machine.launch = if is_disturbed { 300. } else { 60. };
            machine.run_once(1.);
        }
        assert!(machine.launches > 4000, "{} of 5000", machine.launches);
    }

    #[test]
    fn launches_that_hardly_lost_come_back_soon() {
        // Another program takes the second processor, and ends.
        let mut machine = Machine::new(100., 60., 100.);
        machine.run(100);
        machine.launch = 110.;
        machine.run(10_000);
        machine.launch = 60.;
        let before = machine.launches;
        machine.run(200);
        assert!(machine.launches > before + 100, "{}", machine.launches - before);
    }

    /// Two loops that hand an array to each other. Answers how many launches the second half of the program had, and what it took as a part of
    /// the loops' own time.
    fn launches_of_a_pair(launched_after_launch: f64, executions: usize) -> (usize, f64) {
        let learned = Learned::default();
        let (mut was_launched, mut launches, mut spent) = (false, 0, 0.);
        for execution in 0..executions {
            for site in [SITE, SITE + 1] {
                let advice = learned.advice(site, 32_000, 90_000.);
                let launches_now = !matches!(advice, Advice::Host { .. });
                let moments = if site == SITE { 100..120 } else { 140..170 };
                let disturbed = if moments.contains(&execution) { 4. } else { 1. };
                let time = match (launches_now, was_launched) {
                    (true, true) => launched_after_launch * disturbed,
                    (true, false) => 110.,
                    (false, _) => 90.,
                };
                spent += if execution >= executions / 2 { time / 90. / executions as f64 } else { 0. };
                let time = Duration::from_nanos((time * 1000.) as u64);
                match launches_now {
                    true => learned.launched(site, 32_000, time, 0),
                    false if advice.times_host() => drop(learned.host_ran(site, 32_000, time, 5_000.)),
                    false => (),
                }
                was_launched = launches_now;
                launches += usize::from(launches_now && execution >= executions / 2);
            }
        }
        (launches, spent)
    }

    #[test]
    fn sites_that_win_together_are_tried_together() {
        // A moment in which both lost does not last.
        let (launches, _) = launches_of_a_pair(55., 10_000);
        assert!(launches > 9_900, "{launches}");
        // Where they lose together as well, trials are few, or cost little.
        let (launches, spent) = launches_of_a_pair(95., 10_000);
        assert!(launches < 700 && spent < 1.01, "{launches} {spent}");
        let (launches, spent) = launches_of_a_pair(200., 10_000);
        assert!(launches < 200 && spent < 1.01, "{launches} {spent}");
    }

    #[test]
    fn a_loop_whose_data_threads_have_is_tried_against_the_estimate() {
        let learned = Learned::default();
        // 32,000 iterations in so many microseconds, and whether that was a launch.
        let run = |site, host: u64, launch: u64| {
            let launches = matches!(learned.advice(site, 32_000, 1000. * host as f64), Advice::Launch);
            match launches {
                true => learned.launched(site, 32_000, Duration::from_micros(launch), 0),
                false => drop(learned.host_ran(site, 32_000, Duration::from_micros(host), 5_000.)),
            }
            launches
        };
        let count = |site, host, launch| (0..10_000).filter(|_| run(site, host, launch)).count();
        let (wins, loses, short) = (count(SITE, 18, 7), count(SITE + 2, 18, 20), count(SITE + 3, 3, 1));
        assert!(wins > 7_000, "{wins}");
        // Each loses a ninth of the loop's time.
        assert!(loses < 310 && 2 * loses < 18 * 10_000 / 250, "{loses}");
        assert_eq!(short, 0);
        // Nothing is launched before the 64th execution, and nothing at all where there are no threads.
        let first = (0..FIRST_GAP).filter(|_| run(SITE + 4, 18, 7)).count();
        assert_eq!(first, 0);
        let alone = Learned::new(5_000., || false);
        for _ in 0..1000 {
            assert_ne!(alone.advice(SITE, 32_000, 18_000.), Advice::Launch);
            alone.host_ran(SITE, 32_000, Duration::from_micros(18), 5_000.);
        }
    }

    #[test]
    fn a_trial_that_never_ends_costs_others_little() {
        let learned = Learned::default();
        let run = |site, launch: u64| {
            let advice = learned.advice(site, 32_000, 90_000.);
            let launches = !matches!(advice, Advice::Host { .. });
            match launches {
                true => learned.launched(site, 32_000, Duration::from_micros(launch), 0),
                false => drop(learned.host_ran(site, 32_000, Duration::from_micros(90), 5_000.)),
            }
            launches
        };
        // This one is left in the middle of its trial.
        let mut was = true;
        let begins = (0..1000).find(|_| {
            let is = run(SITE, 200);
            let begins = is && !was;
            was = is;
            begins
        });
        assert!(begins.is_some());
        let launches = (0..10_000).filter(|_| run(SITE + 1, 200)).count();
        assert!(launches < 80 && 110 * launches < 90 * 10_000 / 100, "{launches}");
    }

    #[test]
    fn a_few_looks_at_rows_are_paid_ahead() {
        let learned = Learned::default();
        let looks = |site| (0..10).filter(|_| learned.may_look_ahead(site, 1000)).count();
        assert_eq!((looks(1), looks(1), looks(2)), (MOST_LOOKS as usize, 0, MOST_LOOKS as usize));
    }

    #[test]
    fn overlapping_rows_are_looked_at_seldom() {
        let learned = Learned::default();
        let looks = |overlap: bool| {
            let mut looks = 0;
            for _ in 0..1000 {
                if learned.advice(SITE, 32_000, 1e6) != (Advice::Host { times_host: false }) {
                    learned.looked_at_rows(SITE, 32_000, overlap);
                    looks += 1;
                }
            }
            looks
        };
        assert!((16..24).contains(&looks(true)));
        assert!(looks(false) > 900, "from the next look on, there is no gap");
    }

    #[test]
    fn a_site_that_loses_is_left_to_the_host() {
        // The estimate is ten times too high.
        let mut machine = Machine::new(7., 36., 70.);
        machine.run(10_000);
        assert!(machine.launches < 40 && machine.timed < 60, "{} {}", machine.launches, machine.timed);
        assert!(machine.spent < 1.03 * 7. * 10_000., "{}", machine.spent);
    }

    #[test]
    fn launches_that_lose_by_far_are_tried_again_late() {
        let tries = |launch| {
            let mut machine = Machine::new(600., launch, 950.);
            machine.run(20);
            machine.launches
        };
        assert_eq!((tries(900.), tries(650.)), (3, 9));
    }

    #[test]
    fn a_long_loop_is_timed_once_where_its_launches_only_seem_to_lose() {
        let mut machine = Machine::new(280_000., 160_000., 100_000.);
        machine.run(16);
        assert_eq!(machine.timed, 1);
    }

    #[test]
    fn a_site_that_wins_goes_on_being_launched() {
        for host in [70., 300., 5_000., 100_000.] {
            let mut machine = Machine::new(host, 0.55 * host, host);
            machine.run(10_000);
            assert!(machine.timed < 20, "{host}: {}", machine.timed);
            assert!(machine.spent < 1.01 * machine.launch * 10_000., "{host}: {}", machine.spent);
        }
    }

    #[test]
    fn a_loop_that_takes_longer_than_thought_is_launched() {
        let mut machine = Machine::new(200., 110., 20.);
        machine.run(1000);
        assert!(machine.launches > 980, "{}", machine.launches);
    }

    #[test]
    fn threads_that_sleep_meanwhile_decide_nothing() {
        let mut machine = Machine::new(100., 55., 100.);
        machine.run(20);
        machine.launch = 300.;
        machine.run(10);
        let mut was_launched = false;
        for _ in 0..1000 {
            // The first launch after the loop wakes threads.
            machine.launch = if was_launched { 55. } else { 140. };
            let before = machine.launches;
            machine.run_once(1.);
            was_launched = machine.launches > before;
        }
        assert!(machine.launches > 980, "{}", machine.launches);
    }

    #[test]
    fn long_loops_are_timed_when_launches_have_paid_for_it_or_seem_to_lose() {
        let mut fair = Machine::new(20_000., 11_000., 20_000.);
        fair.run(15);
        assert_eq!(fair.timed, 0);
        fair.run(100);
        assert!((1..=3).contains(&fair.timed), "{}", fair.timed);
        let mut slow = Machine::new(20_000., 25_000., 26_000.);
        slow.estimate = 24_000.;
        slow.run(3);
        assert_eq!(slow.launches, 0, "the estimate is against it");
        let mut busy = Machine::new(20_000., 10_000., 20_000.);
        busy.run(3);
        busy.launch = 40_000.;
        busy.run(100);
        assert!(busy.launches < 10, "{}", busy.launches);
    }

    #[test]
    fn one_hiccup_decides_nothing_and_lasting_change_does() {
        let mut machine = Machine::new(100., 55., 100.);
        machine.run(50);
        let before = machine.launches;
        machine.run_once(50.);
        machine.run(20);
        // But for one look at the host that was due.
        assert!(machine.launches >= before + 20, "{before} {}", machine.launches);
        // Other processes take the second processor.
        machine.launch = 160.;
        machine.run(1000);
        assert!(machine.launches < before + 21 + 40, "{}", machine.launches);
        machine.launch = 55.;
        machine.run(20_000);
        assert!(machine.launches > 10_000, "{}", machine.launches);
    }

    #[test]
    fn a_loop_whose_end_nobody_sees_does_not_stop_launches() {
        let learned = Learned::default();
        let mut hosts = 0;
        for _ in 0..100 {
            match learned.advice(SITE, 1000, 1e5) {
                Advice::Host { .. } => hosts += 1,
                Advice::Launch | Advice::Estimate { .. } => learned.launched(SITE, 1000, Duration::from_micros(50), 0),
            }
        }
        assert_eq!(hosts, MOST_ASKED);
    }

    #[test]
    fn loops_that_are_always_short_are_not_asked_for() {
        let learned = Learned::default();
        let ran = |site, us| learned.host_ran(site, 1000, Duration::from_micros(us), 5_000.);
        // Each of the last three has to be short.
        assert_eq!([1, 2, 9, 2, 1].map(|us| ran(SITE, us)), [None; 5]);
        assert_eq!(ran(SITE, 2), Some(2000), "2500 would take so long, but other sizes are others' business");
        assert_eq!([4, 4, 4].map(|us| ran(SITE + 1, us)), [None, None, Some(1250)]);
    }

    #[test]
    fn launches_that_touch_fresh_memory_do_not_count() {
        let learned = Learned::default();
        let time = Duration::from_micros(400);
        for _ in 0..3 {
            learned.launched(SITE, 1000, time, 100);
        }
        assert_eq!(learned.advice(SITE, 1000, 1e5), Advice::Estimate { host_ns: None, times_host: true });
        for _ in 0..10 {
            learned.launched(SITE, 1000, time, 100);
        }
        assert!(matches!(learned.advice(SITE, 1000, 1e5), Advice::Host { .. }), "there are no others");
        (0..3).for_each(|_| learned.launched(SITE + 1, 1000, time, 10));
        assert!(matches!(learned.advice(SITE + 1, 1000, 1e5), Advice::Host { .. }), "a few pages are nothing");
    }

    #[test]
    fn sizes_and_sites_are_kept_apart() {
        let learned = Learned::default();
        for _ in 0..5 {
            learned.launched(SITE, 1000, Duration::from_micros(50), 0);
            learned.host_ran(SITE, 1000, Duration::from_micros(5), 5_000.);
        }
        assert!(matches!(learned.advice(SITE, 1023, 1e5), Advice::Host { .. }));
        assert!(matches!(learned.advice(SITE, 100_000, 1e5), Advice::Estimate { host_ns: None, .. }));
        assert!(matches!(learned.advice(SITE + 1, 1000, 1e5), Advice::Estimate { host_ns: None, .. }));
    }
}
