//! All tests of the crate in one program: it is linked once, and what is slow runs beside what is not.

mod board;
mod build;
mod cache;
mod common;
mod complaints;
mod desk;
mod doctor;
mod eval;
mod exhaustive;
mod flows;
mod foreign;
mod fpu;
mod full_disk;
mod generate;
mod list;
mod output;
mod shell;
mod shipped;
mod stratified;
mod synth;
mod tutorial;
mod usage;
mod verify;
mod wave;
