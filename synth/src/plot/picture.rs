//! Plots: panels side by side, each with a quantity over the latency.

use halfpipe_tools::svg::paint::{Paint, SERIES};
use halfpipe_tools::svg::{text_width, Svg};

/// A picture of several panels.
pub struct Plot {
    /// Its title.
    pub title: String,
    /// The same figures in words, for screen readers.
    pub description: String,
    /// The names of the curves, the same in every panel.
    pub names: Vec<String>,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
pub struct Panel {
    /// Its heading: the quantity and its unit.
    pub title: String,
    /// The curves, in the order of the names.
    pub curves: Vec<PlottedCurve>,
}

/// A quantity over the latency.
#[derive(Default)]
pub struct PlottedCurve {
    /// The points, by their latency.
    pub points: Vec<Point>,
    /// The default latency of a module.
    pub default_latency: Option<u32>,
    /// The best figure of another core.
    pub rival: Option<Rival>,
}

/// A measured figure.
pub struct Point {
    /// The latency, in clock cycles.
    pub latency: u32,
    /// The figure: the best if there are several.
    pub best: f64,
    /// The median, if there are several figures.
    pub median: Option<f64>,
}

/// The figure of another core.
pub struct Rival {
    /// Its name.
    pub name: String,
    /// The latency, in clock cycles.
    pub latency: u32,
    /// The figure.
    pub value: f64,
}

/// The number of panels in a row.
const COLUMNS: usize = 2;

/// The size of a panel with its heading and labels, in pixels.
const PANEL: (f64, f64) = (400.0, 236.0);

/// The margins of a panel around its axes, in pixels: left, right, top, bottom.
const MARGIN: (f64, f64, f64, f64) = (50.0, 20.0, 30.0, 42.0);

/// The height of a line of the legend, and of its letters, in pixels.
const LEGEND: (f64, f64) = (20.0, 11.0);

/// The gap between the names of a legend, and the width of a name's sample, in pixels.
const BETWEEN: (f64, f64) = (22.0, 30.0);

/// The minimum number of steps on the vertical axis.
const STEPS: f64 = 4.0;

/// The height of small letters, in pixels.
const SMALL: f64 = 10.0;

/// The attributes of the line of medians.
const MEDIAN: &str = "stroke-width=\"1.4\" stroke-dasharray=\"2 3\"";

/// The number of points examined between two figures, to keep the names of other cores clear of a curve.
const DOTS: u32 = 40;

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

/// The style of a curve. Earlier curves are wider and lie below, so that equal curves are both seen.
#[derive(Clone, Copy)]
struct Style {
    index: usize,
    /// The number of curves above it, up to three.
    above: f64,
}

impl Style {
    fn new(index: usize, curves: usize) -> Style {
        Style {
            index,
            above: (curves - 1 - index).min(3) as f64,
        }
    }

    fn paint(self) -> Paint {
        Paint::Series(self.index)
    }

    /// Returns the attributes of its line; lines after the seventh are dashed.
    fn line(self) -> String {
        let dashes = ["", " stroke-dasharray=\"9 3\"", " stroke-dasharray=\"5 2 1 2\""];
        let dashes = dashes[(self.index / SERIES).min(dashes.len() - 1)];
        let width = 1.8 + 2.2 * self.above;
        format!("stroke-width=\"{width:.1}\"{dashes} {}", self.paint().stroke())
    }

    /// Draws its mark at a point.
    fn mark(self, svg: &mut Svg, (x, y): (f64, f64)) {
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
fn ring(svg: &mut Svg, (x, y): (f64, f64), paint: Paint) {
    let paint = paint.stroke();
    svg.add(format_args!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7.5\" stroke-width=\"1.8\" {paint}/>"
    ));
}

/// Draws the mark of another core.
fn diamond(svg: &mut Svg, (x, y): (f64, f64), paint: Paint) {
    let paint = Paint::Paper.fill_and_stroke(paint);
    svg.add(format_args!(
        "<path d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\" stroke-width=\"1.8\" {paint}/>",
        y - 5.5
    ));
}

/// The positions of a panel's axes.
struct Axes {
    /// The longest latency.
    last: u32,
    /// The highest value, and the distance between two grid lines.
    top: f64,
    step: f64,
}

impl Axes {
    fn from_panel(panel: &Panel) -> Axes {
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

    fn x(&self, latency: u32) -> f64 {
        let (left, right, ..) = MARGIN;
        left + (PANEL.0 - left - right) * f64::from(latency) / f64::from(self.last)
    }

    fn y(&self, value: f64) -> f64 {
        let (_, _, above, below) = MARGIN;
        above + (PANEL.1 - above - below) * (1.0 - value / self.top)
    }
}

impl Panel {
    fn draw(&self, svg: &mut Svg) {
        let axes = Axes::from_panel(self);
        let (left, right, ..) = MARGIN;
        let width = PANEL.0 - left - right;
        let bold = format!("font-weight=\"bold\" {}", Paint::Ink.fill());
        svg.text((left, 16.0), "start", bold, &self.title);
        for line in 0..=(axes.top / axes.step).round() as u32 {
            let value = f64::from(line) * axes.step;
            let (y, grid) = (axes.y(value), Paint::Grid.stroke());
            svg.add(format_args!("<path d=\"M{left} {y:.1}h{width}\" {grid}/>"));
            svg.text((left - 8.0, y + 4.0), "end", Paint::Faint.fill(), &value.to_string());
        }
        let floor = axes.y(0.0);
        for latency in 0..=axes.last {
            let at = (axes.x(latency), floor + 17.0);
            svg.text(at, "middle", Paint::Faint.fill(), &latency.to_string());
        }
        let below = (left + width / 2.0, floor + 33.0);
        svg.text(below, "middle", Paint::Faint.fill(), "latency (clock cycles)");

        for (index, curve) in self.curves.iter().enumerate() {
            curve.draw(svg, &axes, Style::new(index, self.curves.len()));
        }
        for (index, curve) in self.curves.iter().enumerate() {
            curve.draw_median(svg, &axes, Style::new(index, self.curves.len()));
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let is_default = |point: &&Point| Some(point.latency) == curve.default_latency;
            for point in curve.points.iter().filter(is_default) {
                ring(svg, (axes.x(point.latency), axes.y(point.best)), Paint::Series(index));
            }
        }
        self.draw_rivals(svg, &axes);
    }

    /// Draws the points of other cores with their names, each name where it covers least of the curves and other names.
    fn draw_rivals(&self, svg: &mut Svg, axes: &Axes) {
        let mut taken: Vec<Room> = Vec::new();
        let mut names = Vec::new();
        for (index, curve) in self.curves.iter().enumerate() {
            let Some(rival) = &curve.rival else { continue };
            let (at, paint) = ((axes.x(rival.latency), axes.y(rival.value)), Paint::Series(index));
            diamond(svg, at, paint);
            taken.push(Room::around(at));
            names.push((at, paint, rival.name.as_str()));
        }
        let dots: Vec<(f64, f64)> = self.curves.iter().flat_map(|curve| curve.dots(axes)).collect();
        for (at, paint, name) in names {
            let rooms = Room::beside(at, name);
            let covered = |room: &Room| {
                let dots = dots.iter().filter(|dot| room.holds(**dot)).count();
                dots + 100 * taken.iter().filter(|other| room.meets(other)).count()
            };
            let Some(room) = rooms.into_iter().min_by_key(covered) else {
                continue;
            };
            let place = (room.left, room.bottom - 2.0);
            // An outline in the colour of the paper keeps the letters legible where they cross a line.
            let ground = format!("font-size=\"{SMALL}\" stroke-width=\"2\" {}", Paint::Paper.stroke());
            svg.text(place, "start", ground, name);
            svg.text(place, "start", format!("font-size=\"{SMALL}\" {}", paint.fill()), name);
            taken.push(room);
        }
    }
}

/// A rectangle of a panel.
struct Room {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Room {
    /// Returns the rectangle of a mark.
    fn around((x, y): (f64, f64)) -> Room {
        Room {
            left: x - 6.0,
            right: x + 6.0,
            top: y - 6.0,
            bottom: y + 6.0,
        }
    }

    /// Returns the rectangles for a mark's name, inside the panel.
    fn beside((x, y): (f64, f64), name: &str) -> Vec<Room> {
        let wide = text_width(name, SMALL);
        let places = [
            (8.0, 4.0),
            (8.0, 16.0),
            (8.0, -6.0),
            (-8.0 - wide, 4.0),
            (8.0, 28.0),
            (8.0, -18.0),
        ];
        let rooms = places.into_iter().map(|(shift, below)| Room {
            left: x + shift,
            right: x + shift + wide,
            top: y + below - SMALL,
            bottom: y + below + 2.0,
        });
        let floor = PANEL.1 - MARGIN.3;
        rooms
            .filter(|room| room.left >= MARGIN.0 && room.right <= PANEL.0 && room.bottom <= floor)
            .collect()
    }

    fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.left <= x && x <= self.right && self.top <= y && y <= self.bottom
    }

    fn meets(&self, other: &Room) -> bool {
        let beside = self.right < other.left || other.right < self.left;
        let apart = self.bottom < other.top || other.bottom < self.top;
        !beside && !apart
    }
}

impl PlottedCurve {
    fn draw(&self, svg: &mut Svg, axes: &Axes, style: Style) {
        let corners: Vec<String> = self.corners(axes).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        svg.add(format_args!(
            "<polyline points=\"{}\" {}/>",
            corners.join(" "),
            style.line()
        ));
        for corner in self.corners(axes) {
            style.mark(svg, corner);
        }
    }

    fn draw_median(&self, svg: &mut Svg, axes: &Axes, style: Style) {
        let median = |point: &Point| Some((axes.x(point.latency), axes.y(point.median?)));
        let medians = self.points.iter().filter_map(median);
        let corners: Vec<String> = medians.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        if !corners.is_empty() {
            svg.add(format_args!(
                "<polyline points=\"{}\" {MEDIAN} {}/>",
                corners.join(" "),
                style.paint().stroke()
            ));
        }
    }

    fn corners<'c>(&'c self, axes: &'c Axes) -> impl Iterator<Item = (f64, f64)> + 'c {
        self.points
            .iter()
            .map(|point| (axes.x(point.latency), axes.y(point.best)))
    }

    /// Returns points close to each other on its line.
    fn dots(&self, axes: &Axes) -> Vec<(f64, f64)> {
        let corners: Vec<(f64, f64)> = self.corners(axes).collect();
        let between = |ends: &[(f64, f64)]| {
            let ((x, y), (to_x, to_y)) = (ends[0], ends[1]);
            (0..=DOTS).map(move |step| {
                let share = f64::from(step) / f64::from(DOTS);
                (x + share * (to_x - x), y + share * (to_y - y))
            })
        };
        corners.windows(2).flat_map(between).collect()
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
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.3, 1.0, 1.1, 4.0, 30.0, 51.0, 300.0].map(round_step);
        assert_eq!(steps, [1.0, 1.0, 2.0, 5.0, 50.0, 100.0, 500.0]);
    }

    fn plot(curves: Vec<PlottedCurve>) -> String {
        let names = (0..curves.len()).map(|index| format!("curve {index}")).collect();
        let panel = Panel {
            title: "MHz".to_owned(),
            curves,
        };
        let plot = Plot {
            title: "a < b".to_owned(),
            description: "in words".to_owned(),
            names,
            panels: vec![panel],
        };
        plot.svg()
    }

    fn points(values: &[f64]) -> Vec<Point> {
        let point = |(best, latency): (&f64, u32)| Point {
            latency,
            best: *best,
            median: None,
        };
        values.iter().zip(0..).map(point).collect()
    }

    #[test]
    fn a_value_lies_where_its_axis_says() {
        let svg = plot(vec![PlottedCurve {
            points: points(&[0.0, 50.0, 100.0]),
            default_latency: Some(1),
            rival: Some(Rival {
                name: "another".to_owned(),
                latency: 2,
                value: 25.0,
            }),
        }]);
        // The axes run from 50 to 380 and from 194 up to 30.
        for part in [
            "<title>a &lt; b</title>",
            "<desc>in words</desc>",
            "cx=\"50.0\" cy=\"194.0\" r=\"3.0\"",
            "cx=\"215.0\" cy=\"112.0\" r=\"3.0\"",
            "cx=\"215.0\" cy=\"112.0\" r=\"7.5\"",
            "cx=\"380.0\" cy=\"30.0\" r=\"3.0\"",
            "M380.0 147.5l",
            ">another</text>",
        ] {
            assert!(svg.contains(part), "{part} is not in\n{svg}");
        }
    }

    #[test]
    fn the_lower_of_equal_curves_is_the_wider_one() {
        let curve = || PlottedCurve {
            points: points(&[1.0, 2.0]),
            ..PlottedCurve::default()
        };
        let svg = plot(vec![curve(), curve()]);
        let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline")).collect();
        assert!(lines[0].contains("stroke-width=\"4.0\""), "{svg}");
        assert!(lines[1].contains("stroke-width=\"1.8\""), "{svg}");
        assert_eq!(
            svg.matches("<rect").count(),
            4,
            "the ground, and a mark of the second curve in the legend and at each point"
        );
    }
}
