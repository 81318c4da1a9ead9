//! Registers in a netlist: where they stand, and the netlist with them.
//!
//! - `timing`: delays, arrival times and longest paths;
//! - `schedule`: the earliest clock cycle of each net under a limit on the paths;
//! - `arrival_time`: arrival of a bit in a clock cycle;
//! - `division`: an operator in several clock cycles;
//! - `cut_placement`: the shortest limit for a latency;
//! - `split`: operators split across clock edges;
//! - `alap`: later cycles that save registers;
//! - `wiring`: cycles of slices and joined nets;
//! - `register_sharing`: one register for each bit of a rank;
//! - `part_names` and `rank_names`: names of unnamed nets and of ranks;
//! - `insertion`: registers on the nets that later cycles use;
//! - `registers`: the pipelined netlist.

mod alap;
mod arrival_time;
pub(crate) mod cut_placement;
mod division;
mod insertion;
mod part_names;
mod rank_names;
mod register_sharing;
mod registers;
mod schedule;
mod split;
pub(crate) mod timing;
mod wiring;

pub use rank_names::RESULT;
pub use registers::{pipeline, PORT_RANKS};
