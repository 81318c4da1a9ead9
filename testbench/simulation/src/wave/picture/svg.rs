//! The drawing of a few clock cycles.

use halfpipe_svg::paint::Paint;
use halfpipe_svg::{text_width, Svg};

use super::draw::{self, View, LETTERS};
use super::drawn::Drawn;
use super::rows::{Group, Row};
use crate::wave::SignalSource;
use crate::wave::CYCLE;

/// The minimum number of clock cycles drawn, if the run has as many.
const FEWEST: u64 = 8;

/// The maximum number of stages drawn. With more stages, as in a core, only the ports are drawn.
const MOST_STAGES: usize = 24;

/// Sizes in pixels: of the margin, of the heading, and between groups.
const MARGIN: f64 = 14.0;
const HEADING: f64 = 58.0;
const BETWEEN: f64 = 6.0;

/// The drawn part of a group.
struct Part<'g> {
    group: &'g Group,
    rows: Vec<&'g Row>,
}

impl Part<'_> {
    fn height(&self) -> f64 {
        BETWEEN + self.rows.iter().map(|row| draw::height(row)).sum::<f64>()
    }
}

/// Returns the drawing.
pub(super) fn write(drawn: &Drawn<'_>) -> String {
    let mut parts = Vec::new();
    for group in &drawn.groups {
        unfolded(group, &mut parts);
    }
    if parts.len() > MOST_STAGES {
        parts.truncate(1);
    }
    let rows = || parts.iter().flat_map(|part| part.rows.iter().copied());
    let (from, to) = drawn.dump.seen();
    let to = to.max(from + FEWEST * CYCLE).min(drawn.dump.end.max(CYCLE));
    let view = View::new(rows(), (from / CYCLE * CYCLE, to.div_ceil(CYCLE) * CYCLE), drawn.entry);
    let titles = parts.iter().map(|part| text_width(&part.group.title, 11.0));
    let names = rows().map(|row| text_width(&row.name, LETTERS));
    let left = MARGIN + titles.fold(0.0, f64::max) + 16.0 + names.fold(0.0, f64::max) + 12.0;
    let height: f64 = parts.iter().map(Part::height).sum();
    let note = note(drawn);
    let width = (left + view.width()).max(MARGIN + text_width(&note, 10.0)) + MARGIN;
    let size = (width.ceil(), (HEADING + height + MARGIN).ceil());

    let mut svg = Svg::new(size, &drawn.title, &description(drawn));
    let bold = format!("font-size=\"13\" font-weight=\"bold\" {}", Paint::Ink.fill());
    svg.text((MARGIN, 20.0), "start", bold, &drawn.title);
    let faint = format!("font-size=\"10\" {}", Paint::Faint.fill());
    svg.text((MARGIN, 36.0), "start", &faint, &note);
    svg.text((left - 12.0, HEADING - 4.0), "end", &faint, drawn.step);
    svg.add(format_args!("<g transform=\"translate({left:.1} 0)\">"));
    view.draw_numbers(&mut svg, HEADING - 4.0);
    view.draw_grid(&mut svg, (HEADING, height));
    svg.add("</g>");
    let mut top = HEADING;
    for Part { group, rows } in &parts {
        let grid = Paint::Grid.stroke();
        svg.add(format_args!(
            "<path d=\"M{MARGIN} {top:.1}H{:.1}\" {grid}/>",
            width - MARGIN
        ));
        top += BETWEEN;
        let bold = format!("font-weight=\"bold\" {}", group.paint.fill());
        svg.text((MARGIN, top + 14.8), "start", bold, &group.title);
        for row in rows {
            let middle = top + draw::height(row) / 2.0 + 3.8;
            let letters = format!("font-size=\"{LETTERS}\" {}", Paint::Ink.fill());
            svg.text((left - 12.0, middle), "end", letters, &row.name);
            svg.add(format_args!("<g transform=\"translate({left:.1} 0)\">"));
            draw::draw(&mut svg, row, &view, top, group.paint);
            svg.add("</g>");
            top += draw::height(row);
        }
    }
    svg.finish()
}

/// Adds the group and the groups in it, as far as they are initially unfolded.
fn unfolded<'g>(group: &'g Group, parts: &mut Vec<Part<'g>>) {
    if group.open {
        let rows = draw::main(group);
        if !rows.is_empty() {
            parts.push(Part { group, rows });
        }
        for inner in &group.inner {
            unfolded(inner, parts);
        }
    }
}

/// Returns the meaning of the shading.
pub(super) fn note(drawn: &Drawn<'_>) -> String {
    match drawn.entry {
        Some(entry) if drawn.dump.latency > 0 => format!("shaded: the operation that enters in cycle {entry}"),
        Some(entry) => format!("shaded: vector {entry}"),
        None => format!("{}s are numbered from the beginning of the run", drawn.step),
    }
}

/// Returns a description of the highlighted operation.
pub(super) fn description(drawn: &Drawn<'_>) -> String {
    let marker = drawn.dump.marker;
    let entry = drawn.entry.map_or(marker, |entry| entry * CYCLE + CYCLE / 2);
    let rows = &drawn.groups[0].rows;
    let said = |is_wanted: &dyn Fn(&Row) -> bool, time: u64| {
        let wanted = rows.iter().filter(|row| is_wanted(row));
        let said = wanted.filter_map(|row| Some(row.find_at(time)?.meaning.as_str()));
        said.collect::<Vec<_>>().join(". ")
    };
    let inputs = said(
        &|row| matches!(row.source, SignalSource::Input(_) | SignalSource::InputPort { .. }),
        entry,
    );
    let outputs = said(
        &|row| matches!(row.source, SignalSource::Output(_) | SignalSource::Expected(_)),
        marker,
    );
    format!("{inputs}. {outputs}.")
}
