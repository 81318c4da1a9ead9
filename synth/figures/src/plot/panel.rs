//! Drawings of panels and curves.

use halfpipe_svg::paint::Paint;
use halfpipe_svg::Svg;

use super::axes::{Axes, MARGIN, PANEL};
use super::data::{Panel, PlottedCurve, Point};
use super::marks::{diamond, ring, Style, MEDIAN};
use super::room::{Room, SMALL};

/// The number of points examined between two figures, to keep the names of other cores clear of a curve.
const DOTS: u32 = 40;

impl Panel {
    /// Draws the panel.
    pub fn draw(&self, svg: &mut Svg) {
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
            taken.push(Room::from_mark(at));
            names.push((at, paint, rival.name.as_str()));
        }
        let dots: Vec<(f64, f64)> = self.curves.iter().flat_map(|curve| curve.dots(axes)).collect();
        for (at, paint, name) in names {
            let rooms = Room::candidates(at, name);
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
