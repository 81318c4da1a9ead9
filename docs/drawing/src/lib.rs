//! Pictures as SVG: curves of measured figures, and the parts that every picture here is made of.
//!
//! - [`Svg`] is a picture as it is written, with its title and description for those who do not see it.
//! - [`Paint`] has the colours. Each element says its colour for paper by itself, which every reader of SVG understands; a
//!   style sheet replaces it on a dark screen, where a reader knows of such.
//! - [`Plot`] draws curves in panels.

mod paint;
mod plot;
mod svg;

pub use paint::{Paint, DARK, SERIES};
pub use plot::{Curve, Panel, Plot, Point, Rival};
pub use svg::{escaped, text_width, Svg};
