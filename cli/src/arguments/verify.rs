//! What `verify` takes.

use std::path::PathBuf;

use halfpipe_testbench::exhaustive::Shard;

use crate::engine::EngineOptions;
use crate::foreign::VerilogOption;
use crate::number::{count, number};
use crate::request::CoreOptions;

/// What `verify` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Instructions, in any spelling of PTX; or patterns of canonical names with *; or all, which with --exhaustive or
    /// --stratified means all that can be; or fpu, the core of many
    #[arg(required = true, value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    #[command(flatten)]
    pub core: CoreOptions,
    #[command(flatten)]
    pub engine: EngineOptions,
    /// Vectors for each instruction: combinations of edge values first, then ones that walk through the fractions, or every
    /// value of a single operand, then random ones aimed at what is hard; hardware with registers gets them with stalls, gaps
    /// and resets between them  [default: 100000; for fpu as many more as go over its tables]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, conflicts_with_all = ["exhaustive", "stratified"])]
    pub vectors: Option<u64>,
    /// Try every combination of operands, with --engine gates unless another is named; for instructions with one or two
    /// of 16 bits a lane
    #[arg(long)]
    pub exhaustive: bool,
    #[command(flatten)]
    pub exhaustive_options: ExhaustiveOptions,
    /// Try vectors of every class: all exponents, alignments, cancellations, roundings and kinds of operands; for fma and
    /// for mixed precision
    #[arg(long, conflicts_with_all = ["exhaustive", "vcd"])]
    pub stratified: bool,
    /// Where the random vectors start, and with --stale and --resume, which rows of records are run again
    /// [default: 1; for records another one each time]
    #[arg(long, value_name = "S", value_parser = number::<u64>, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Clock cycles from operands to result; 0 is combinational  [default: the knee of its curve, see explain]
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub latency: Option<u32>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    /// Write the wave of the first mismatch or breach of the contract, or else of a few vectors, with views that open on it;
    /// for one instruction
    #[arg(long, value_name = "FILE")]
    pub vcd: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `verify` does beside verifying.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Put the records of all shards of an exhaustive run together, and check that they have every input once
    Merge(MergeArguments),
}

/// How a run of many inputs is cut up and recorded.
#[derive(Clone, Debug, clap::Args)]
pub struct ExhaustiveOptions {
    /// With --exhaustive: only part K of N equal ones; `verify merge` puts their records together
    #[arg(long, value_name = "K/N", requires = "exhaustive")]
    pub shard: Option<Shard>,
    /// With --exhaustive: write a record of each run to this folder
    #[arg(long, value_name = "DIR", requires = "exhaustive")]
    pub out: Option<PathBuf>,
    /// Go on where the records in --out end, and leave out what they have of the very same netlists and models; a hundredth
    /// of their rows is run again to see whether they are right
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Say which records in --out are of other netlists or models than today's, are not complete, or are wrong: a hundredth
    /// of their rows is run again, drawn by --seed, and all of them where there is one operand
    #[arg(long, requires = "out", conflicts_with = "resume")]
    pub stale: bool,
}

/// What `verify merge` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArguments {
    /// The records of all shards of a run
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the record of the whole run here
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  halfpipe verify fma.rn.relu.f16x2
  halfpipe verify 'fma.*' --engine verilator --vectors 1000000
  halfpipe verify add.rn.bf16 --exhaustive
  halfpipe verify fma.rn.f16 --stratified --engine gates
  halfpipe verify mul.rn.f16 --exhaustive --engine gates --mapped ice40
  halfpipe verify mul.rn.f16 --verilog synthesised.v
  halfpipe verify add.rn.f16 --exhaustive --shard 3/8 --out shards
  halfpipe verify merge shards/add_rn_f16.*.json
  halfpipe verify all --exhaustive --out records --resume";
