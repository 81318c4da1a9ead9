//! All tests of the crate in one program.

mod drawn;
