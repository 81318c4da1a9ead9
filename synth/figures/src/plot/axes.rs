//! The positions of points in a panel.

use super::data::Panel;

/// The size of a panel with its heading and labels, in pixels.
pub const PANEL: (f64, f64) = (400.0, 236.0);

/// The margins of a panel around its axes, in pixels: left, right, top, bottom.
pub const MARGIN: (f64, f64, f64, f64) = (50.0, 20.0, 30.0, 42.0);

/// The minimum number of steps on the vertical axis.
const STEPS: f64 = 4.0;

/// The positions of a panel's axes.
pub struct Axes {
    /// The longest latency.
    pub last: u32,
    /// The highest value.
    pub top: f64,
    /// The distance between two grid lines.
    pub step: f64,
}

impl Axes {
    /// Returns the axes for the points of a panel.
    pub fn from_panel(panel: &Panel) -> Axes {
        let points = || panel.curves.iter().flat_map(|curve| &curve.points);
        let rivals = || panel.curves.iter().filter_map(|curve| curve.rival.as_ref());
        let latencies = points().map(|point| point.latency);
        let values = points()
            .map(|point| point.best)
            .chain(rivals().map(|rival| rival.value));
        let last = latencies.chain(rivals().map(|rival| rival.latency)).max();
        let highest = values.fold(1.0, f64::max);
        let step = round_step(highest / STEPS);
        Axes {
            last: last.unwrap_or(0).max(1),
            top: (highest / step).ceil() * step,
            step,
        }
    }

    /// Returns the position of a latency.
    pub fn x(&self, latency: u32) -> f64 {
        let (left, right, ..) = MARGIN;
        left + (PANEL.0 - left - right) * f64::from(latency) / f64::from(self.last)
    }

    /// Returns the position of a value.
    pub fn y(&self, value: f64) -> f64 {
        let (_, _, above, below) = MARGIN;
        above + (PANEL.1 - above - below) * (1.0 - value / self.top)
    }
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50, … that is at least `wanted`.
fn round_step(wanted: f64) -> f64 {
    let mut decade = 1.0;
    loop {
        for digit in [1.0, 2.0, 5.0] {
            if digit * decade >= wanted {
                return digit * decade;
            }
        }
        decade *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::round_step;

    #[test]
    fn steps_are_round() {
        let steps = [0.3, 1.0, 1.1, 4.0, 30.0, 51.0, 300.0].map(round_step);
        assert_eq!(steps, [1.0, 1.0, 2.0, 5.0, 50.0, 100.0, 500.0]);
    }
}
