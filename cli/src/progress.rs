//! Progress output: a bar on a terminal, otherwise a line every few seconds.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::error::print_note;

/// The delay before the first line and between lines, if there is no terminal.
const SILENCE: Duration = Duration::from_secs(5);

/// The variable that turns progress off with the value `off`. The output is then independent of the machine's speed.
const VARIABLE: &str = "HALFPIPE_PROGRESS";

/// True if progress is on.
pub fn is_enabled() -> bool {
    std::env::var_os(VARIABLE).is_none_or(|value| value != "off")
}

/// The progress of a task, shown on standard error.
pub struct Progress {
    name: String,
    total: u64,
    unit: &'static str,
    display: Display,
    started: Instant,
}

/// The form of progress output.
enum Display {
    Bar(ProgressBar),
    /// Lines of text, with the time of the last one.
    Lines(Instant),
    Nothing,
}

impl Progress {
    /// Starts a task of `total` steps. `name` describes the task, and `unit` names the steps in the plural.
    pub fn new(name: impl Into<String>, total: u64, unit: &'static str) -> Progress {
        let name = name.into();
        let display = if !is_enabled() {
            Display::Nothing
        } else if std::io::stderr().is_terminal() {
            let template = "{prefix} {wide_bar} {human_pos}/{human_len} {msg}, {per_sec}, {eta} left";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            Display::Bar(bar.with_style(style).with_prefix(name.clone()).with_message(unit))
        } else {
            Display::Lines(Instant::now())
        };
        Progress {
            name,
            total,
            unit,
            display,
            started: Instant::now(),
        }
    }

    /// Changes the name of the task.
    pub fn name(&mut self, name: String) {
        if let Display::Bar(bar) = &self.display {
            bar.set_prefix(name.clone());
        }
        self.name = name;
    }

    /// Reports that `done` steps are complete.
    pub fn at(&mut self, done: u64) {
        match &mut self.display {
            Display::Bar(bar) => bar.set_position(done),
            Display::Lines(last) if last.elapsed() >= SILENCE => {
                *last = Instant::now();
                let left = time_left(self.started.elapsed(), done, self.total);
                print_note(&format!(
                    "{}: {done} of {} {}, about {left}",
                    self.name, self.total, self.unit
                ));
            }
            Display::Lines(_) | Display::Nothing => {}
        }
    }
}

/// Estimates the remaining time from the average pace so far.
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
        if let Display::Bar(bar) = &self.display {
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
