//! Processor time. A machine without such clocks has times of zero.

use std::time::Duration;

/// Returns the processor time of this thread.
pub fn thread_time() -> Duration {
    clock::read(clock::THREAD)
}

/// Returns the processor time of this process.
pub fn process_time() -> Duration {
    clock::read(clock::PROCESS)
}

#[cfg(unix)]
mod clock {
    use std::time::Duration;

    use rustix::time::{clock_gettime, ClockId};

    pub const THREAD: ClockId = ClockId::ThreadCPUTime;
    pub const PROCESS: ClockId = ClockId::ProcessCPUTime;

    pub fn read(clock: ClockId) -> Duration {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(not(unix))]
mod clock {
    use std::time::Duration;

    pub const THREAD: () = ();
    pub const PROCESS: () = ();

    pub fn read((): ()) -> Duration {
        Duration::ZERO
    }
}
