//! Project files, other programs, boards and processors, and the pages that show them.

mod bitstreams;
mod board;
mod build;
mod ci;
mod desktop_tools;
mod flows;
mod installed;
mod mma;
mod page;
mod processor;
mod riscv;
mod synth;
mod tools;
mod tutorial;
mod wave;
