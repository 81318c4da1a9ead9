//! The colours, on paper and on a dark screen.

use std::fmt::{self, Display, Formatter};

/// A colour, named by its purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The background of a picture.
    Paper,
    /// Text and lines.
    Ink,
    /// Text that is less important.
    Faint,
    /// Grid lines.
    Grid,
    /// A background that stands out from the paper.
    Tint,
    /// An error.
    Alarm,
    /// One of several distinct series, which repeat through [`SERIES`] colours.
    Series(usize),
}

/// The number of colours for distinct series.
pub const SERIES: usize = 7;

/// Colours that colour-blind readers can tell apart (Okabe and Ito, "Color universal design", 2008). The light ones are
/// darker on paper, and the dark ones are lighter on a dark background, so that lines of text are legible in each.
const OF_SERIES: [[&str; 2]; SERIES] = [
    ["#0072b2", "#56a9e8"],
    ["#d55e00", "#ff8a3d"],
    ["#007d5b", "#2fc69b"],
    ["#b0527f", "#e599c0"],
    ["#8f6a00", "#e6b422"],
    ["#2c7fa8", "#7cc8ee"],
    ["#5b5b5b", "#b4b4b4"],
];

/// All paints.
const ALL: [Paint; 6 + SERIES] = [
    Paint::Paper,
    Paint::Ink,
    Paint::Faint,
    Paint::Grid,
    Paint::Tint,
    Paint::Alarm,
    Paint::Series(0),
    Paint::Series(1),
    Paint::Series(2),
    Paint::Series(3),
    Paint::Series(4),
    Paint::Series(5),
    Paint::Series(6),
];

/// The media query of a style sheet for a dark screen.
pub const DARK: &str = "@media screen and (prefers-color-scheme: dark)";

impl Paint {
    /// Returns the colour on paper and on a light screen, and the one on a dark screen.
    fn colours(self) -> [&'static str; 2] {
        match self {
            Paint::Paper => ["#ffffff", "#0d1117"],
            Paint::Ink => ["#1f2328", "#e6edf3"],
            Paint::Faint => ["#59636e", "#9aa5b1"],
            Paint::Grid => ["#d8dee4", "#303843"],
            Paint::Tint => ["#f0f4f8", "#1a222c"],
            Paint::Alarm => ["#c4002b", "#ff6b7d"],
            Paint::Series(index) => OF_SERIES[index % SERIES],
        }
    }

    /// Returns the colour on paper.
    pub fn on_paper(self) -> &'static str {
        self.colours()[0]
    }

    /// Returns the colour on a dark screen.
    pub fn on_dark(self) -> &'static str {
        self.colours()[1]
    }

    /// Returns its name in the style sheet.
    fn name(self) -> String {
        match self {
            Paint::Paper => "paper".to_owned(),
            Paint::Ink => "ink".to_owned(),
            Paint::Faint => "faint".to_owned(),
            Paint::Grid => "grid".to_owned(),
            Paint::Tint => "tint".to_owned(),
            Paint::Alarm => "alarm".to_owned(),
            Paint::Series(index) => format!("series{}", index % SERIES),
        }
    }

    /// Returns the attributes of an element filled with it.
    pub fn fill(self) -> Painted {
        Painted {
            fill: Some(self),
            stroke: None,
        }
    }

    /// Returns the attributes of an element outlined with it and not filled.
    pub fn stroke(self) -> Painted {
        Painted {
            fill: None,
            stroke: Some(self),
        }
    }

    /// Returns the attributes of an element that is filled with it and has an outline.
    pub fn fill_and_stroke(self, stroke: Paint) -> Painted {
        Painted {
            fill: Some(self),
            stroke: Some(stroke),
        }
    }
}

/// The attributes that paint an element.
#[derive(Clone, Copy, Debug)]
pub struct Painted {
    fill: Option<Paint>,
    stroke: Option<Paint>,
}

impl Display for Painted {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let fill = self.fill.map_or("none", Paint::on_paper);
        let classes: Vec<String> = [(self.fill, "f"), (self.stroke, "s")]
            .into_iter()
            .filter_map(|(paint, kind)| Some(format!("{kind}-{}", paint?.name())))
            .collect();
        write!(formatter, "class=\"{}\" fill=\"{fill}\"", classes.join(" "))?;
        match self.stroke {
            Some(stroke) => write!(formatter, " stroke=\"{}\"", stroke.on_paper()),
            None => Ok(()),
        }
    }
}

/// Returns the style sheet that replaces the colours on a dark screen.
pub(crate) fn dark_style() -> String {
    let rules = ALL.map(|paint| {
        let (name, colour) = (paint.name(), paint.on_dark());
        format!(".f-{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}")
    });
    format!("{DARK}{{{}}}", rules.concat())
}

#[cfg(test)]
#[path = "../tests/unit/paint.rs"]
mod tests;
