//! Faults that the ordinary verification must detect.

mod dots;
mod mutations;
mod pipeline_skew;
