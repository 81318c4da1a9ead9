//! All tests of the crate in one program: it is linked once, and slow tests run beside fast ones.

mod estimate;
mod latencies;
mod longest_path;
mod results;
mod search;
