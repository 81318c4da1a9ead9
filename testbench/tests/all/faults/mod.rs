//! Faults that the ordinary verification must detect.

mod mutations;
mod pipeline_skew;
