//! SVG pictures: plots of measured figures, and the common parts of all pictures.
//!
//! - [`Svg`] is a picture as text, with a title and a description for screen readers.
//! - [`Paint`] has the colours. Each element has its own colour for paper, which every SVG reader understands. A style
//!   sheet replaces it on a dark screen, in readers that support one.
//! - [`Plot`] draws curves in panels.

mod paint;
mod plot;
mod svg;

pub use paint::{Paint, DARK, SERIES};
pub use plot::{Curve, Panel, Plot, Point, Rival};
pub use svg::{escaped, text_width, Svg};
