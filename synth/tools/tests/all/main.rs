//! All tests of the crate in one program: it is linked once, and slow tests run beside fast ones.

mod cache;
mod files;
mod find;
mod programs;
mod run;
