//! Pictures of plots: panels side by side below a legend.

use halfpipe_svg::paint::Paint;
use halfpipe_svg::{text_width, Svg};

use super::axes::{MARGIN, PANEL};
use super::data::Plot;
use super::marks::{diamond, ring, Style, MEDIAN};

/// The number of panels in a row.
const COLUMNS: usize = 2;

/// The height of a line of the legend, and of its letters, in pixels.
const LEGEND: (f64, f64) = (20.0, 11.0);

/// The gap between the names of a legend, and the width of a name's sample, in pixels.
const BETWEEN: (f64, f64) = (22.0, 30.0);

impl Plot {
    /// Returns the picture as SVG.
    pub fn svg(&self) -> String {
        let columns = COLUMNS.min(self.panels.len().max(1));
        let rows = self.panels.len().div_ceil(COLUMNS);
        let width = PANEL.0 * columns as f64;
        let legend = self.legend(width);
        let above = 14.0 + LEGEND.0 * legend.last().map_or(0.0, |(_, (_, row))| row + 1.0);
        let mut svg = Svg::new((width, above + PANEL.1 * rows as f64), &self.title, &self.description);
        for (sample, (x, row)) in &legend {
            sample.draw(&mut svg, self.names.len(), (*x, 20.0 + LEGEND.0 * row));
        }
        for (index, panel) in self.panels.iter().enumerate() {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let (x, y) = (PANEL.0 * column as f64, above + PANEL.1 * row as f64);
            svg.add(format_args!("<g transform=\"translate({x} {y})\">"));
            panel.draw(&mut svg);
            svg.add("</g>");
        }
        svg.finish()
    }

    /// Returns the samples of the legend, from the left and by rows.
    fn legend(&self, width: f64) -> Vec<(Sample<'_>, (f64, f64))> {
        let curves = || self.panels.iter().flat_map(|panel| &panel.curves);
        let points = || curves().flat_map(|curve| &curve.points);
        let mut rows = vec![self.names.iter().enumerate().map(Sample::Name).collect::<Vec<_>>()];
        let mut signs = Vec::new();
        if points().any(|point| point.median.is_some()) {
            signs.extend([Sample::Best, Sample::Median]);
        }
        if curves().any(|curve| curve.default_latency.is_some()) {
            signs.push(Sample::Default);
        }
        if curves().any(|curve| curve.rival.is_some()) {
            signs.push(Sample::Rival);
        }
        rows.push(signs);
        let mut placed = Vec::new();
        let mut row = 0.0;
        for samples in rows.into_iter().filter(|samples| !samples.is_empty()) {
            let mut x = MARGIN.0;
            for sample in samples {
                let wide = BETWEEN.1 + text_width(sample.text(), LEGEND.1);
                if x > MARGIN.0 && x + wide > width - 8.0 {
                    (x, row) = (MARGIN.0, row + 1.0);
                }
                placed.push((sample, (x, row)));
                x += wide + BETWEEN.0;
            }
            row += 1.0;
        }
        placed
    }
}

/// An entry of the legend.
enum Sample<'n> {
    /// A curve's name, with its index.
    Name((usize, &'n String)),
    Best,
    Median,
    Default,
    Rival,
}

impl Sample<'_> {
    fn text(&self) -> &str {
        match self {
            Sample::Name((_, name)) => name,
            Sample::Best => "best of the placements",
            Sample::Median => "median",
            Sample::Default => "default latency",
            Sample::Rival => "best other core",
        }
    }

    fn draw(&self, svg: &mut Svg, curves: usize, (x, y): (f64, f64)) {
        let (middle, sign) = ((x + 11.0, y - 4.0), Paint::Ink);
        let line = |svg: &mut Svg, style: Style, from: f64| {
            svg.add(format_args!(
                "<path d=\"M{from:.1} {:.1}H{:.1}\" {}/>",
                y - 4.0,
                x + 22.0,
                style.line()
            ));
        };
        match self {
            Sample::Name((index, _)) => {
                let style = Style::new(*index, curves);
                line(svg, style, x);
                style.mark(svg, middle);
            }
            Sample::Best => svg.add(format_args!(
                "<path d=\"M{x:.1} {:.1}h22\" stroke-width=\"2\" {}/>",
                middle.1,
                sign.stroke()
            )),
            Sample::Median => svg.add(format_args!(
                "<path d=\"M{x:.1} {:.1}h22\" {MEDIAN} {}/>",
                middle.1,
                sign.stroke()
            )),
            Sample::Default => ring(svg, middle, sign),
            Sample::Rival => diamond(svg, middle, sign),
        }
        svg.text((x + BETWEEN.1 - 2.0, y), "start", Paint::Ink.fill(), self.text());
    }
}

#[cfg(test)]
#[path = "../../tests/unit/plot/picture.rs"]
mod tests;
