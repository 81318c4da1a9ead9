//! Progress of long work: a bar on a terminal, a line now and then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long work is silent where there is no terminal, and the time between two lines.
const SILENCE: Duration = Duration::from_secs(5);

/// How far a piece of work has come. It is told on standard error.
pub struct Progress {
    name: String,
    total: u64,
    unit: &'static str,
    bar: Option<ProgressBar>,
    started: Instant,
    last_line: Instant,
}

impl Progress {
    /// Work of `total` steps, named for the reader; `unit` is what the steps are, in the plural.
    pub fn new(name: impl Into<String>, total: u64, unit: &'static str) -> Progress {
        let name = name.into();
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = "{prefix} {wide_bar} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            bar.with_style(style).with_prefix(name.clone()).with_message(unit)
        });
        Progress {
            name,
            total,
            unit,
            bar,
            started: Instant::now(),
            last_line: Instant::now(),
        }
    }

    /// The work goes on under another name.
    pub fn name(&mut self, name: String) {
        if let Some(bar) = &self.bar {
            bar.set_prefix(name.clone());
        }
        self.name = name;
    }

    /// `done` steps of all are done.
    pub fn at(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if self.last_line.elapsed() >= SILENCE {
            self.last_line = Instant::now();
            let left = time_left(self.started.elapsed(), done, self.total);
            eprintln!("{}: {done} of {} {}, about {left}", self.name, self.total, self.unit);
        }
    }
}

/// How long the rest takes at the pace so far.
fn time_left(elapsed: Duration, done: u64, total: u64) -> String {
    if done == 0 {
        return "an unknown time left".to_owned();
    }
    let seconds = elapsed.as_secs_f64() * total.saturating_sub(done) as f64 / done as f64;
    match seconds as u64 {
        seconds @ 0..120 => format!("{seconds} s left"),
        seconds => format!("{} min left", seconds.div_ceil(60)),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_a_step_as_what_was_done() {
        let left = |done| time_left(Duration::from_secs(60), done, 100);
        assert_eq!(left(0), "an unknown time left");
        assert_eq!(left(10), "9 min left");
        assert_eq!(left(50), "60 s left");
        assert_eq!(left(100), "0 s left");
    }
}
