//! The page of the whole run: one self-contained file, a plain picture without scripts.

use std::fmt::Write;

use halfpipe_svg::paint::{Paint, DARK};
use halfpipe_svg::{escaped, text_width, Svg};

use super::draw::{self, View, LETTERS};
use super::drawn::Drawn;
use super::rows::{Group, Row};
use super::svg;
use crate::wave::SignalSource;
use crate::wave::CYCLE;

/// The height of the line of step numbers.
const NUMBERS: f64 = 20.0;

/// The style of the page, without the colours.
const STYLE: &str = include_str!("page.css");

/// The script that shows the value under the pointer or finger.
const SCRIPT: &str = include_str!("page.js");

/// Returns the page.
pub(super) fn write(drawn: &Drawn<'_>) -> String {
    let rows = || drawn.groups.iter().flat_map(all_rows);
    let view = View::new(rows(), (0, drawn.dump.end.max(CYCLE)), drawn.entry);
    let names = rows().map(|row| text_width(&row.name, LETTERS)).fold(0.0, f64::max);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n\
         <style>\n{1}\n{STYLE}{2}\n:root {{ --names: {3}px; }}\n</style>\n</head>\n<body>\n<header>\n<h1>{0}</h1>\n\
         <p>{4}; point at a value or tap it to read it at length</p>\n</header>\n\
         <div class=\"wave\" tabindex=\"0\" role=\"region\" aria-label=\"the run\">\n<div class=\"all\">\n",
        escaped(&drawn.title),
        colours(),
        Svg::style(),
        names.ceil() + 44.0,
        escaped(&svg::note(drawn)),
    );
    let mut numbers = Svg::part((view.width(), NUMBERS), drawn.step);
    view.draw_numbers(&mut numbers, NUMBERS - 6.0);
    let _ = writeln!(
        page,
        "<div class=\"rows numbers\"><div class=\"names\"><span>{}</span></div>{}</div>",
        drawn.step,
        numbers.finish()
    );
    for group in &drawn.groups {
        draw_group(&mut page, group, &view);
    }
    page += "</div>\n</div>\n<p id=\"said\" role=\"status\"></p>\n";
    page += &table(drawn);
    let _ = write!(page, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// Returns the page's own colours, which are those of the drawings.
fn colours() -> String {
    let names = [
        ("paper", Paint::Paper),
        ("ink", Paint::Ink),
        ("faint", Paint::Faint),
        ("grid", Paint::Grid),
        ("tint", Paint::Tint),
        ("alarm", Paint::Alarm),
    ];
    let rules = |of: fn(Paint) -> &'static str| -> String {
        let rules = names.map(|(name, paint)| format!(" --{name}: {};", of(paint)));
        format!(":root {{{} }}", rules.concat())
    };
    format!("{}\n{DARK} {{ {} }}", rules(Paint::on_paper), rules(Paint::on_dark))
}

fn all_rows(group: &Group) -> Vec<&Row> {
    let inner = group.inner.iter().flat_map(all_rows);
    draw::drawn(group).chain(inner).collect()
}

/// Draws a foldable group and the groups in it.
fn draw_group(page: &mut String, group: &Group, view: &View) {
    let open = if group.open { " open" } else { "" };
    let class = match group.paint {
        Paint::Ink => "plain",
        _ => "stage",
    };
    let _ = writeln!(
        page,
        "<details{open}><summary><span class=\"{class}\"><svg width=\"10\" height=\"10\" aria-hidden=\"true\"><rect \
         width=\"10\" height=\"10\" rx=\"2\" {}/></svg> {}</span></summary>",
        group.paint.fill(),
        escaped(&group.title)
    );
    let rows = draw::drawn(group);
    let height: f64 = rows.clone().map(draw::height).sum();
    if height > 0.0 {
        page.push_str("<div class=\"rows\"><div class=\"names\">");
        let mut drawing = Svg::part((view.width(), height), &group.title);
        view.draw_grid(&mut drawing, (0.0, height));
        let mut top = 0.0;
        for row in rows {
            let tall = draw::height(row);
            let name = escaped(&row.name);
            let _ = write!(page, "<span style=\"height:{tall}px\">{name}</span>");
            draw::draw(&mut drawing, row, view, top, group.paint);
            top += tall;
        }
        let _ = writeln!(page, "</div>\n{}</div>", drawing.finish());
    }
    for inner in &group.inner {
        draw_group(page, inner, view);
    }
    page.push_str("</details>\n");
}

/// Returns the ports in the middle of each clock cycle, in words.
fn table(drawn: &Drawn<'_>) -> String {
    let rows = drawn.groups[0].rows.iter();
    let rows: Vec<&Row> = rows.filter(|row| !matches!(row.source, SignalSource::Clock)).collect();
    let mut table = format!(
        "<details class=\"table\"><summary>The same as a table</summary>\n<div class=\"scrolled\"><table>\n\
         <thead><tr><th scope=\"col\">{}</th>",
        drawn.step
    );
    for row in &rows {
        let _ = write!(table, "<th scope=\"col\">{}</th>", escaped(&row.name));
    }
    table += "</tr></thead>\n<tbody>\n";
    for cycle in 0..drawn.dump.end / CYCLE {
        let _ = write!(table, "<tr><th scope=\"row\">{cycle}</th>");
        for row in &rows {
            let segment = row.find_at(cycle * CYCLE + CYCLE / 2);
            let wrong = if segment.is_some_and(|segment| segment.is_wrong) {
                " class=\"wrong\""
            } else {
                ""
            };
            let text = segment.map_or(String::new(), |segment| match (row.is_bit, &segment.lines[..]) {
                (true, _) => segment.level().to_owned(),
                (false, lines) => lines.join(" "),
            });
            let _ = write!(table, "<td{wrong}>{}</td>", escaped(&text));
        }
        table += "</tr>\n";
    }
    table + "</tbody>\n</table></div></details>\n"
}
