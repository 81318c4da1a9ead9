//! All tests of the crate in one program: it is linked once, and slow tests run beside fast ones.

mod boards;
mod constraints;
mod device;
mod family_flows;
mod harness;
mod install;
mod path;
mod reports;
mod results;
mod rounding_port;
