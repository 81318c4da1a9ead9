//! Room for marks and names in a panel.

use halfpipe_svg::text_width;

use super::axes::{MARGIN, PANEL};

/// The height of small letters, in pixels.
pub const SMALL: f64 = 10.0;

/// A rectangle of a panel.
pub struct Room {
    /// Its left edge.
    pub left: f64,
    right: f64,
    top: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Room {
    /// Returns the rectangle of a mark.
    pub fn from_mark((x, y): (f64, f64)) -> Room {
        Room {
            left: x - 6.0,
            right: x + 6.0,
            top: y - 6.0,
            bottom: y + 6.0,
        }
    }

    /// Returns the rectangles for a mark's name, inside the panel.
    pub fn candidates((x, y): (f64, f64), name: &str) -> Vec<Room> {
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

    /// True if a point lies in it.
    pub fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.left <= x && x <= self.right && self.top <= y && y <= self.bottom
    }

    /// True if it covers a part of another one.
    pub fn meets(&self, other: &Room) -> bool {
        let beside = self.right < other.left || other.right < self.left;
        let apart = self.bottom < other.top || other.bottom < self.top;
        !beside && !apart
    }
}
