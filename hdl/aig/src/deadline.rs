//! The end of the time for a decision.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time at which decisions end without a result. Copies share a flag that ends them at once.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    time: Option<Instant>,
    is_stopped: Arc<AtomicBool>,
}

impl Deadline {
    /// Creates a deadline without a time.
    pub fn none() -> Deadline {
        Deadline::default()
    }

    /// Creates a deadline after this time.
    pub fn after(time: Duration) -> Deadline {
        Deadline {
            time: Instant::now().checked_add(time),
            ..Deadline::default()
        }
    }

    /// Ends the decisions.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// True if a decision was stopped before the time.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// True if decisions end now.
    pub fn is_past(&self) -> bool {
        self.is_stopped() || self.time.is_some_and(|time| Instant::now() >= time)
    }
}
