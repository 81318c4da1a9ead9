//! The drawing of a few clock cycles.

use halfpipe_drawing::{text_width, Paint, Svg};

use super::super::layout::Source;
use super::super::CYCLE;
use super::draw::{self, View, LETTERS};
use super::rows::{Group, Row};
use super::Drawn;

/// The fewest clock cycles that are drawn, where there are as many.
const FEWEST: u64 = 8;

/// Sizes in pixels: around everything, of the heading, and of a group's title.
const MARGIN: f64 = 14.0;
const HEADING: f64 = 58.0;
const TITLE: f64 = 22.0;

/// The drawing.
pub(super) fn of(drawn: &Drawn<'_>) -> String {
    let mut groups = Vec::new();
    for group in &drawn.groups {
        unfolded(group, &mut groups);
    }
    let rows = || groups.iter().flat_map(|group| draw::drawn(group));
    let (from, to) = drawn.dump.seen();
    let to = to.max(from + FEWEST * CYCLE).min(drawn.dump.end.max(CYCLE));
    let view = View::of(rows(), (from / CYCLE * CYCLE, to), drawn.entry);
    let names = rows().map(|row| text_width(&row.name, LETTERS)).fold(0.0, f64::max);
    let titles = groups.iter().map(|group| text_width(&group.title, 11.0) + 8.0);
    let left = MARGIN + titles.fold(names, f64::max) + 12.0;
    let height: f64 = groups.iter().map(|group| group_height(group)).sum();
    let note = note(drawn);
    let width = (left + view.width()).max(MARGIN + text_width(&note, 10.0)) + MARGIN;
    let size = (width.ceil(), (HEADING + height + MARGIN).ceil());

    let mut svg = Svg::new(size, &drawn.title, &description(drawn));
    let bold = format!("font-size=\"13\" font-weight=\"bold\" {}", Paint::Ink.fill());
    svg.text((MARGIN, 20.0), "start", bold, &drawn.title);
    let faint = format!("font-size=\"10\" {}", Paint::Faint.fill());
    svg.text((MARGIN, 36.0), "start", &faint, &note);
    svg.text((left - 12.0, HEADING - 4.0), "end", &faint, "clock cycle");
    svg.add(format_args!("<g transform=\"translate({left:.1} 0)\">"));
    view.draw_numbers(&mut svg, HEADING - 4.0);
    view.draw_grid(&mut svg, (HEADING, height));
    svg.add("</g>");
    let mut top = HEADING;
    for group in groups {
        if group.title != drawn.groups[0].title {
            let bold = format!("font-weight=\"bold\" {}", group.paint.fill());
            svg.text((MARGIN, top + TITLE - 7.0), "start", bold, &group.title);
        }
        top += title_height(group);
        for row in draw::drawn(group) {
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

/// The group, and those in it, as far as they are unfolded at first.
fn unfolded<'g>(group: &'g Group, groups: &mut Vec<&'g Group>) {
    if group.open {
        groups.push(group);
        for inner in &group.inner {
            unfolded(inner, groups);
        }
    }
}

fn title_height(group: &Group) -> f64 {
    match group.rows.first().map(|row| row.source) {
        Some(Source::Clock) => 0.0,
        _ => TITLE,
    }
}

fn group_height(group: &Group) -> f64 {
    title_height(group) + draw::drawn(group).map(draw::height).sum::<f64>()
}

/// What the shading means.
pub(super) fn note(drawn: &Drawn<'_>) -> String {
    match drawn.entry {
        Some(entry) => format!("shaded: the operation whose operands come in in cycle {entry}"),
        None => "clock cycles are numbered from the beginning of the run".to_owned(),
    }
}

/// The followed operation in words.
pub(super) fn description(drawn: &Drawn<'_>) -> String {
    let marker = drawn.dump.marker;
    let entry = drawn.entry.map_or(marker, |entry| entry * CYCLE + CYCLE / 2);
    let rows = &drawn.groups[0].rows;
    let said = |is_wanted: &dyn Fn(&Row) -> bool, time: u64| {
        let wanted = rows.iter().filter(|row| is_wanted(row));
        let said = wanted.filter_map(|row| Some(row.at(time)?.meaning.as_str()));
        said.collect::<Vec<_>>().join(". ")
    };
    let inputs = said(&|row| matches!(row.source, Source::Input(_)), entry);
    let outputs = said(
        &|row| matches!(row.source, Source::Output(_) | Source::Expected(_)),
        marker,
    );
    format!("{inputs}. {outputs}.")
}
