//! SVG pictures as text.
//!
//! [`paint`] has the colours. Each element has its own colour for paper, which every SVG reader understands. A style
//! sheet replaces it on a dark screen, in readers that support one.

pub mod paint;

use std::fmt::{Display, Write};

use paint::{dark_style, Paint};

/// The font family, with alternatives of equal width.
const LETTERS: &str = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// The upper limit on the average width of a letter, as a share of its height.
const LETTER: f64 = 0.57;

/// A picture, with elements added from back to front.
pub struct Svg {
    text: String,
}

impl Svg {
    /// Makes a picture of that size in pixels, on paper. `description` is read to users of screen readers.
    pub fn new(size: (f64, f64), title: &str, description: &str) -> Svg {
        let mut svg = Svg::begun(size, "");
        let (title, description) = (escaped(title), escaped(description));
        let (style, paper) = (dark_style(), Paint::Paper.fill());
        svg.add(format_args!(
            "<title>{title}</title>\n<desc>{description}</desc>\n<style>{style}</style>"
        ));
        svg.add(format_args!("<rect width=\"100%\" height=\"100%\" {paper}/>"));
        svg
    }

    /// Makes a picture inside a page. The page has the background and, once for all of its pictures, the [style
    /// sheet](Svg::style).
    pub fn part(size: (f64, f64), label: &str) -> Svg {
        Svg::begun(size, &format!(" aria-label=\"{}\"", escaped(label)))
    }

    fn begun((width, height): (f64, f64), label: &str) -> Svg {
        Svg {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
                 height=\"{height}\" font-family=\"{LETTERS}\" font-size=\"11\" role=\"img\"{label}>\n"
            ),
        }
    }

    /// Returns the colours of pictures on a dark screen, for a page with pictures in it.
    pub fn style() -> String {
        dark_style()
    }

    /// Adds one or several elements.
    pub fn add(&mut self, element: impl Display) {
        let _ = writeln!(self.text, "{element}");
    }

    /// Adds a line of text with these attributes. It begins, is centred or ends at a point, as `anchor` says.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: &str, attributes: impl Display, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {attributes}>{text}</text>"
        ));
    }

    /// Returns the picture's text.
    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

/// Escapes a text for use between tags and in attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Estimates the width of a text in letters of a given height.
pub fn text_width(text: &str, height: f64) -> f64 {
    text.chars().count() as f64 * height * LETTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_marks_tags_is_escaped() {
        assert_eq!(escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    }
}
