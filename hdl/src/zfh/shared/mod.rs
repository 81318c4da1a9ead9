//! Datapaths of a core that all of its formats can share.
//!
//! The widest format gives the datapath its widths. A number of a narrower format takes places of it, so that one multiplier,
//! one shifter and one rounding serve all formats. A number is still rounded once, in its own format.

mod addmul;
mod convert;
mod formats;
mod noncomp;
mod place;
mod result;

pub use addmul::addmul;
pub use convert::convert;
pub use noncomp::noncomp;
