//! The lines and marks of curves.

use halfpipe_svg::paint::{Paint, SERIES};
use halfpipe_svg::Svg;

/// The attributes of the line of medians.
pub const MEDIAN: &str = "stroke-width=\"1.4\" stroke-dasharray=\"2 3\"";

/// The style of a curve. Earlier curves are wider and lie below, so that equal curves are both seen.
#[derive(Clone, Copy)]
pub struct Style {
    index: usize,
    /// The number of curves above it, up to three.
    above: f64,
}

impl Style {
    /// Returns the style of a curve by its index among some curves.
    pub fn new(index: usize, curves: usize) -> Style {
        Style {
            index,
            above: (curves - 1 - index).min(3) as f64,
        }
    }

    /// Returns its paint.
    pub fn paint(self) -> Paint {
        Paint::Series(self.index)
    }

    /// Returns the attributes of its line; lines after the seventh are dashed.
    pub fn line(self) -> String {
        let dashes = ["", " stroke-dasharray=\"9 3\"", " stroke-dasharray=\"5 2 1 2\""];
        let dashes = dashes[(self.index / SERIES).min(dashes.len() - 1)];
        let width = 1.8 + 2.2 * self.above;
        format!("stroke-width=\"{width:.1}\"{dashes} {}", self.paint().stroke())
    }

    /// Draws its mark at a point.
    pub fn mark(self, svg: &mut Svg, (x, y): (f64, f64)) {
        let radius = 3.0 + 1.4 * self.above;
        let paint = self.paint().fill();
        match self.index % 2 {
            0 => svg.add(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {paint}/>"
            )),
            _ => svg.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{2}\" height=\"{2}\" {paint}/>",
                x - radius,
                y - radius,
                2.0 * radius
            )),
        }
    }
}

/// Draws the mark of the default latency.
pub fn ring(svg: &mut Svg, (x, y): (f64, f64), paint: Paint) {
    let paint = paint.stroke();
    svg.add(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7.5\" stroke-width=\"1.8\" {paint}/>"
    ));
}

/// Draws the mark of another core.
pub fn diamond(svg: &mut Svg, (x, y): (f64, f64), paint: Paint) {
    let paint = Paint::Paper.fill_and_stroke(paint);
    svg.add(format_args!(
        "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\" stroke-width=\"1.8\" {paint}/>",
        y - 5.5
    ));
}
