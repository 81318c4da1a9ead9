//! The delay model.
//!
//! - `delays`: delays of a device's logic;
//! - `carry_chain`: carry chains, and how they are split;
//! - `fanout`: delay of conditions that select many bits;
//! - `arrival`: arrival times of a net's bits;
//! - `paths`: longest paths of a pipelined netlist.

pub(crate) mod arrival;
pub(crate) mod carry_chain;
pub(crate) mod delays;
pub(crate) mod fanout;
pub(crate) mod paths;
