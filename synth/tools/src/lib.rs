//! External programs: found, run, and what they write read and kept.
//!
//! - [`tool`] has a row for each program, [`places`] are where it is looked for, and [`install`] puts pinned ones there;
//! - [`run`] runs it in a [`folder`], and [`complaint`] is what it says when it fails;
//! - [`yosys`] runs Yosys, and reads its netlists and counts of cells;
//! - [`cache`] keeps what programs made, and [`files`] writes what a user takes away, whole or not at all.
//!
//! Nothing here knows what the programs work on.

pub mod cache;
pub mod complaint;
mod error;
pub mod files;
pub mod folder;
pub mod install;
pub mod places;
pub mod run;
pub mod tool;
mod version;
pub mod yosys;

pub use complaint::Complaint;
pub use error::{Error, ToolError};
pub use tool::{Program, Tool};
pub use yosys::Yosys;
