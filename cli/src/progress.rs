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
            last_line: Instant::now(),
        }
    }

    /// `done` steps of all are done.
    pub fn at(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if self.last_line.elapsed() >= SILENCE {
            self.last_line = Instant::now();
            eprintln!("{}: {done} of {} {}", self.name, self.total, self.unit);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
