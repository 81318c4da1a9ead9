//! External programs: finding them, running them, and reading and keeping their output.
//!
//! - [`tool`] describes each program, [`search_path`] has the folders to search, and [`install`] installs pinned programs;
//! - [`run`] runs a program in a [`folder`], and [`diagnostic`] is its message when it fails;
//! - [`cache`] keeps the output of programs, and [`files`] writes a user's files, whole or not at all.
//!
//! Nothing here depends on the designs that the programs process.

pub mod cache;
pub mod diagnostic;
mod error;
pub mod files;
pub mod folder;
pub mod install;
mod own_program;
pub mod run;
pub mod search_path;
pub mod tool;
mod version;

pub use diagnostic::ToolDiagnostic;
pub use error::{Error, ToolError};
pub use own_program::{program, set_program};
pub use tool::{programs, Tool};
