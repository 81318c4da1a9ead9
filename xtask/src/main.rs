//! The command line of `cargo xtask`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{bench, docs, mutants, softfloat, spike, tables};

/// Programs for developers of halfpipe.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    program: Program,
}

#[derive(Subcommand)]
enum Program {
    Bench(bench::command::Arguments),
    Bulk(spike::bulk::Arguments),
    Docs(docs::Arguments),
    Mutants(mutants::command::Arguments),
    Same(mutants::same::Arguments),
    Softfloat(softfloat::command::Arguments),
    Spike(spike::command::Arguments),
    Tables(tables::command::Arguments),
}

fn main() -> ExitCode {
    let run = match Arguments::parse().program {
        Program::Bench(arguments) => arguments.run(),
        Program::Bulk(arguments) => arguments.run(),
        Program::Docs(arguments) => arguments.run(),
        Program::Mutants(arguments) => arguments.run(),
        Program::Same(arguments) => arguments.run(),
        Program::Softfloat(arguments) => arguments.run(),
        Program::Spike(arguments) => arguments.run(),
        Program::Tables(arguments) => arguments.run(),
    };
    match run {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
