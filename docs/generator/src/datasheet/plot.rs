//! Curves as a picture: panels side by side, each with a quantity over the latency.

use std::fmt::Write;

/// A picture of several panels.
pub struct Plot {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// The names of the curves, the same in every panel.
    pub names: Vec<String>,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
pub struct Panel {
    /// Its heading: the quantity and its unit.
    pub title: String,
    /// The points of each curve, latency and value, in the order of the names.
    pub curves: Vec<Vec<(u32, f64)>>,
}

/// Panels in a row.
const COLUMNS: usize = 2;

/// Size of a panel with its heading and labels, in pixels.
const PANEL: (f64, f64) = (360.0, 220.0);

/// Room inside a panel beside, above and below its axes: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (46.0, 14.0, 28.0, 34.0);

/// Room above the panels for the names.
const LEGEND: f64 = 28.0;

/// Colours that remain apart for colour-blind readers (Okabe and Ito, "Color universal design", 2008).
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// How many steps the vertical axis has, at the least.
const STEPS: f64 = 4.0;

impl Plot {
    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let rows = self.panels.len().div_ceil(COLUMNS);
        let (width, height) = (PANEL.0 * COLUMNS as f64, LEGEND + PANEL.1 * rows as f64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
            self.title
        );
        for (index, name) in self.names.iter().enumerate() {
            let (x, colour) = (MARGIN.0 + 170.0 * index as f64, COLOURS[index % COLOURS.len()]);
            let _ = writeln!(
                svg,
                "<path d=\"M{x} 16h22\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{}\" y=\"20\">{name}</text>",
                x + 28.0
            );
        }
        for (index, panel) in self.panels.iter().enumerate() {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let (x, y) = (PANEL.0 * column as f64, LEGEND + PANEL.1 * row as f64);
            let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">\n{}</g>", panel.svg());
        }
        svg + "</svg>\n"
    }
}

impl Panel {
    fn svg(&self) -> String {
        let points = || self.curves.iter().flatten();
        let last = points().map(|(latency, _)| *latency).max().unwrap_or(0).max(1);
        let highest = points().map(|(_, value)| *value).fold(1.0, f64::max);
        let step = round_step(highest / STEPS);
        let top = (highest / step).ceil() * step;
        let (left, right, above, below) = MARGIN;
        let (width, height) = (PANEL.0 - left - right, PANEL.1 - above - below);
        let x = |latency: u32| left + width * f64::from(latency) / f64::from(last);
        let y = |value: f64| above + height * (1.0 - value / top);

        let mut svg = format!(
            "<text x=\"{left}\" y=\"16\" font-weight=\"bold\">{}</text>\n",
            self.title
        );
        for line in 0..=(top / step).round() as u32 {
            let value = f64::from(line) * step;
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {:.1}h{width}\" stroke=\"#dddddd\"/><text x=\"{}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{value}</text>",
                y(value),
                left - 6.0,
                y(value) + 4.0
            );
        }
        for latency in 0..=last {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{latency}</text>",
                x(latency),
                y(0.0) + 16.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">latency</text>",
            left + width / 2.0,
            y(0.0) + 30.0
        );
        for (index, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let corners: Vec<String> = curve
                .iter()
                .map(|(latency, value)| format!("{:.1},{:.1}", x(*latency), y(*value)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                corners.join(" ")
            );
            for (latency, value) in curve {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>",
                    x(*latency),
                    y(*value)
                );
            }
        }
        svg
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50, … that is at least `wanted`.
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
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.3, 1.0, 1.1, 4.0, 30.0, 51.0, 300.0].map(round_step);
        assert_eq!(steps, [1.0, 1.0, 2.0, 5.0, 50.0, 100.0, 500.0]);
    }

    #[test]
    fn a_value_lies_where_its_axis_says() {
        let panel = Panel {
            title: "MHz".to_owned(),
            curves: vec![vec![(0, 0.0), (1, 50.0), (2, 100.0)]],
        };
        let svg = panel.svg();
        // The axes run from 46 to 346 and from 186 up to 28.
        for point in [
            "cx=\"46.0\" cy=\"186.0\"",
            "cx=\"196.0\" cy=\"107.0\"",
            "cx=\"346.0\" cy=\"28.0\"",
        ] {
            assert!(svg.contains(point), "{point} is not in\n{svg}");
        }
    }
}
