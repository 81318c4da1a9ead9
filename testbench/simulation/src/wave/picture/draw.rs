//! Drawing of rows: levels for bits, and values between slanted edges for wider signals.

use halfpipe_svg::paint::Paint;
use halfpipe_svg::{escaped, text_width, Svg};

use super::rows::{Group, Row, Segment};
use crate::wave::SignalSource;
use crate::wave::VariableState;
use crate::wave::CYCLE;

/// Sizes in pixels: of letters, of a line of text, of the edges of a value, and around the text of a row.
pub(super) const LETTERS: f64 = 10.5;
const LINE: f64 = 13.0;
const EDGE: f64 = 4.0;
const AROUND: f64 = 10.0;

/// The height of a bit's row.
const BIT: f64 = 22.0;

/// The maximum number of rows of a stage when only its main rows are drawn.
const MOST: usize = 3;

/// The narrowest and the widest clock cycle.
const CYCLES: (f64, f64) = (44.0, 190.0);

/// The visible part of the time, and the highlighted operation.
pub(super) struct View {
    pub from: u64,
    pub to: u64,
    /// The number of pixels per nanosecond.
    pub scale: f64,
    /// The clock cycle in which the operands of the highlighted operation come in.
    pub entry: Option<u64>,
}

impl View {
    /// Returns a view in which the values of the rows have room.
    pub fn new<'r>(rows: impl Iterator<Item = &'r Row>, (from, to): (u64, u64), entry: Option<u64>) -> View {
        let mut cycle = CYCLES.0;
        for segment in rows.flat_map(|row| &row.segments) {
            let lasts = segment.to.min(to).saturating_sub(segment.from.max(from));
            // A value shorter than half a cycle need not be legible.
            if lasts < CYCLE / 2 {
                continue;
            }
            let wide = segment
                .lines
                .iter()
                .map(|line| text_width(line, LETTERS) + 2.0 * EDGE + 4.0);
            cycle = wide
                .map(|wide| wide * CYCLE as f64 / lasts as f64)
                .fold(cycle, f64::max);
        }
        View {
            from,
            to,
            scale: (cycle.min(CYCLES.1) / CYCLE as f64).ceil(),
            entry,
        }
    }

    /// Returns the total width.
    pub fn width(&self) -> f64 {
        self.x(self.to)
    }

    pub fn x(&self, time: u64) -> f64 {
        (time.clamp(self.from, self.to) - self.from) as f64 * self.scale
    }

    /// Returns the visible clock cycles.
    pub fn cycles(&self) -> impl Iterator<Item = u64> {
        self.from.div_ceil(CYCLE)..self.to.div_ceil(CYCLE)
    }

    /// Draws lines at the beginning of each clock cycle.
    pub fn draw_grid(&self, svg: &mut Svg, (top, height): (f64, f64)) {
        let lines: Vec<String> = self
            .cycles()
            .map(|cycle| format!("M{:.1} {top:.1}v{height:.1}", self.x(cycle * CYCLE)))
            .collect();
        let grid = Paint::Grid.stroke();
        svg.add(format_args!("<path d=\"{}\" {grid}/>", lines.join("")));
    }

    /// Draws the numbers of the clock cycles.
    pub fn draw_numbers(&self, svg: &mut Svg, y: f64) {
        for cycle in self.cycles() {
            let middle = (self.x(cycle * CYCLE) + self.x((cycle + 1) * CYCLE)) / 2.0;
            svg.text((middle, y), "middle", Paint::Faint.fill(), &cycle.to_string());
        }
    }
}

/// Returns the height of a row.
pub(super) fn height(row: &Row) -> f64 {
    let lines = row.segments.iter().map(|segment| segment.lines.len()).max();
    if row.is_bit {
        BIT
    } else {
        LINE * lines.unwrap_or(0).max(1) as f64 + AROUND
    }
}

/// Returns the main rows of a group: the last few values of a stage, or its flags if it has no other values.
pub(super) fn main(group: &Group) -> Vec<&Row> {
    let rows: Vec<&Row> = drawn(group).collect();
    if group.paint == Paint::Ink {
        return rows;
    }
    let has_values = rows.iter().any(|row| !row.is_bit);
    let wanted: Vec<&Row> = rows.into_iter().filter(|row| !(has_values && row.is_bit)).collect();
    wanted[wanted.len().saturating_sub(MOST)..].to_vec()
}

/// Returns the rows of a group worth drawing: reset and enable only if they change.
pub(super) fn drawn(group: &Group) -> impl Iterator<Item = &Row> + Clone {
    let is_drawn =
        |row: &&Row| !(matches!(row.source, SignalSource::Reset | SignalSource::Enable) && row.is_constant());
    group.rows.iter().filter(is_drawn)
}

/// Draws a row. The values of the highlighted operation have their own background.
pub(super) fn draw(svg: &mut Svg, row: &Row, view: &View, top: f64, paint: Paint) {
    let (top, bottom) = (top + 3.0, top + height(row) - 3.0);
    if let (Some(entry), Some(cycle)) = (view.entry, row.cycle) {
        let cycle = entry + u64::from(cycle);
        let (from, to) = (view.x(cycle * CYCLE), view.x((cycle + 1) * CYCLE));
        if from < to {
            svg.add(format_args!(
                "<rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill-opacity=\"0.16\" {}/>",
                top - 3.0,
                to - from,
                bottom - top + 6.0,
                paint.fill()
            ));
        }
    }
    let seen = row
        .segments
        .iter()
        .filter(|segment| segment.to > view.from && segment.from < view.to);
    let outline = Paint::Paper.fill_and_stroke(paint);
    if row.is_bit {
        svg.add(format_args!("<g stroke-width=\"1.4\" {}>", paint.stroke()));
        draw_bit(svg, seen, view, (top, bottom));
        svg.add("</g>");
    } else {
        svg.add(format_args!(
            "<g class=\"values\"><g stroke-width=\"1.2\" fill-opacity=\"0.55\" {outline}>"
        ));
        for segment in seen.clone() {
            draw_outline(svg, segment, view, (top, bottom));
        }
        let ink = Paint::Ink.fill();
        svg.add(format_args!(
            "</g>\n<g text-anchor=\"middle\" font-size=\"{LETTERS}\" pointer-events=\"none\" {ink}>"
        ));
        for segment in seen {
            draw_lines(svg, segment, view, (top + bottom) / 2.0);
        }
        svg.add("</g></g>");
    }
}

/// Draws the levels of a bit in one line.
fn draw_bit<'r>(svg: &mut Svg, segments: impl Iterator<Item = &'r Segment>, view: &View, (top, bottom): (f64, f64)) {
    let mut path = String::new();
    for segment in segments {
        let (from, to) = (view.x(segment.from), view.x(segment.to));
        let level = match segment.state {
            VariableState::Known(0) => bottom,
            VariableState::Known(_) | VariableState::Wide(_) => top,
            VariableState::Unknown | VariableState::Undriven => (top + bottom) / 2.0,
        };
        if segment.is_wrong && segment.state == VariableState::Known(1) {
            svg.add(format_args!(
                "<rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" {}/>",
                to - from,
                bottom - top,
                Paint::Alarm.fill()
            ));
        }
        path += &if path.is_empty() {
            format!("M{from:.1} {level:.1}H{to:.1}")
        } else {
            format!("V{level:.1}H{to:.1}")
        };
    }
    svg.add(format_args!("<path d=\"{path}\"/>"));
}

/// Draws the outline of a value, with its meaning as a tooltip; a line if there is no value.
fn draw_outline(svg: &mut Svg, segment: &Segment, view: &View, (top, bottom): (f64, f64)) {
    let (from, to) = (view.x(segment.from), view.x(segment.to));
    let middle = (top + bottom) / 2.0;
    if segment.state == VariableState::Undriven {
        let faint = Paint::Faint.stroke();
        svg.add(format_args!(
            "<path d=\"M{from:.1} {middle:.1}H{to:.1}\" stroke-dasharray=\"3 3\" {faint}/>"
        ));
        return;
    }
    let edge = EDGE.min((to - from) / 2.0);
    let alarm = if segment.is_wrong {
        format!(" {}", Paint::Paper.fill_and_stroke(Paint::Alarm))
    } else {
        String::new()
    };
    svg.add(format_args!(
        "<path d=\"M{from:.1} {middle:.1}L{0:.1} {top:.1}H{1:.1}L{to:.1} {middle:.1}L{1:.1} {bottom:.1}H{0:.1}z\"{alarm}>\
         <title>{2}</title></path>",
        from + edge,
        to - edge,
        escaped(&segment.meaning)
    ));
}

/// Draws the text of a value in the middle of its outline.
fn draw_lines(svg: &mut Svg, segment: &Segment, view: &View, middle: f64) {
    let (from, to) = (view.x(segment.from), view.x(segment.to));
    let first = middle - LINE * (segment.lines.len() as f64 - 1.0) / 2.0 + 3.8;
    for (index, line) in segment.lines.iter().enumerate() {
        let Some(line) = fitting(line, to - from - 2.0 * EDGE - 2.0) else {
            continue;
        };
        // The bits below a number are less important than the number.
        let paint = match (segment.is_wrong, index > 0 && index + 1 == segment.lines.len()) {
            (true, _) => format!(" {}", Paint::Alarm.fill()),
            (false, true) => format!(" {}", Paint::Faint.fill()),
            (false, false) => String::new(),
        };
        let (x, y) = ((from + to) / 2.0, first + LINE * index as f64);
        svg.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{paint}>{}</text>",
            escaped(&line)
        ));
    }
}

/// Returns as much of a text as fits, with an ellipsis if it is cut; None if no text fits.
fn fitting(text: &str, width: f64) -> Option<String> {
    if text_width(text, LETTERS) <= width {
        return Some(text.to_owned());
    }
    let room = (width / text_width("0", LETTERS)) as usize;
    let letters: String = text.chars().take(room.saturating_sub(1)).collect();
    (letters.chars().count() > 2).then(|| letters + "…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_where_it_has_no_room() {
        assert_eq!(fitting("0x3C00", 60.0).as_deref(), Some("0x3C00"));
        assert_eq!(fitting("out-of-bounds NaN", 60.0).as_deref(), Some("out-of-bo…"));
        assert_eq!(fitting("0x3C00", 9.0), None);
    }
}
