//! Committed tables of tanh and 2^x, and the exact functions.

mod committed;
mod exact;
