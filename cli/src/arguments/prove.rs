//! Arguments of `prove`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use halfpipe_request::arguments::design::FunctionOptions;
use halfpipe_request::arguments::mma::MmaOptions;
use halfpipe_request::arguments::zfh::{Latencies, ZfhOptions};
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::multiplier::MultiplierArg;
use halfpipe_request::number::number;
use halfpipe_request::optimisation::OptimisationArg;
use halfpipe_request::request::LatencyChoice;
use halfpipe_request::select;
use halfpipe_testbench::engine::EngineKind;
use halfpipe_testbench::exhaustive::Shard;
use halfpipe_yosys::Mapping;

use crate::arguments::convention::ConventionOptions;
use crate::arguments::paths::{file_parser, folder_parser};
use crate::error::Error;
use crate::foreign::{CycleLimit, VerilogOption};

/// Arguments of `prove`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Mnemonics, patterns, all, cuda, dots, fp8 or roundings (see list), fpu, zfh or riscv, or mma
    #[arg(required_unless_present = "join", value_name = "MNEMONIC")]
    pub mnemonics: Vec<String>,
    #[command(flatten)]
    pub core: FunctionOptions,
    /// Clock cycles from operands to result, or all latencies; of zfh also for each group, as
    /// addmul=3,noncomp=1,conv=2  [default: see explain]
    #[arg(long, value_name = "N|all", value_parser = latency, allow_negative_numbers = true)]
    pub latency: Option<ProofLatency>,
    /// Also check that the netlist of Yosys is equivalent: generic gates, or an FPGA family
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    pub target: Option<Mapping>,
    /// Multiplier: rows on carry chains, or a DSP block; with a target: ice40, ecp5
    #[arg(long, value_enum, value_name = "KIND", default_value = "rows")]
    pub multiplier: MultiplierArg,
    /// Form: area, speed, or simulation for fast regressions
    #[arg(
        long,
        value_enum,
        value_name = "AIM",
        default_value = "area",
        hide_possible_values = true
    )]
    pub optimise: OptimisationArg,
    /// Registers at the inputs and outputs, counted in the latency
    #[arg(long)]
    pub register_ports: bool,
    /// A SAT solver, or a run over every input of at most two short operands
    #[arg(long, value_enum, value_name = "METHOD", default_value = "solver")]
    pub method: Method,
    /// Engine of --method exhaustive  [default: gates]
    #[arg(long, value_name = "ENGINE", value_parser = engine_parser(), conflicts_with = "target")]
    pub engine: Option<EngineKind>,
    /// Ledger directory; results are added  [default with --check, --stale: testbench/proofs]
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub ledger: Option<PathBuf>,
    /// Check the ledger only: list theorems that hold, are stale or missing
    #[arg(long, conflicts_with_all = ["stale", "certificates", "verilog", "file_list", "engine"])]
    pub check: bool,
    /// Prove only what the ledger lacks or has with other formulas
    #[arg(long, conflicts_with_all = ["certificates", "verilog", "file_list", "engine"])]
    pub stale: bool,
    /// Run shard K of N: of the instructions, of the lemmas of a single one, or of the inputs of exhaustive
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Write clauses and a DRAT proof for each lemma that the solver decides
    #[arg(long, value_name = "DIR", value_parser = folder_parser())]
    pub certificates: Option<PathBuf>,
    /// Give up after so many seconds, with status 3  [default with --verilog: 1800]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=MOST_SECONDS), conflicts_with = "check")]
    pub time_limit: Option<u64>,
    #[command(flatten)]
    pub limit: CycleLimit,
    /// Join the --json outputs of all shards of one instruction's lemmas, in place of a mnemonic
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub join: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub junit: Option<PathBuf>,
    #[command(flatten)]
    pub foreign: VerilogOption,
    #[command(flatten)]
    pub convention: ConventionOptions,
    #[command(flatten)]
    pub zfh: ZfhOptions,
    #[command(flatten)]
    pub mma: MmaOptions,
    /// The words of the command line after `prove`.
    #[arg(skip)]
    pub words: Vec<String>,
}

/// The longest time limit in seconds: a year.
const MOST_SECONDS: u64 = 365 * 24 * 3600;

/// The time limit of a file's proof in seconds.
const SECONDS_OF_FILE: u64 = 30 * 60;

/// The method of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Method {
    Solver,
    Exhaustive,
}

/// The latencies of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofLatency {
    /// Every useful one.
    Every,
    /// Those of a module.
    Given(Latencies),
}

/// Reads the latencies: a number, all, or those of groups.
fn latency(text: &str) -> Result<ProofLatency, String> {
    match text {
        "all" => Ok(ProofLatency::Every),
        _ if text.contains('=') => text.parse().map(ProofLatency::Given),
        _ => match number(text) {
            Ok(latency) => Ok(ProofLatency::Given(Latencies::Cycles(latency))),
            Err(error) => Err(format!("{error}, or all")),
        },
    }
}

impl Arguments {
    /// Returns the share of the lemmas of a single instruction or core that the run decides, if it has one.
    pub fn lemma_shard(&self) -> Option<Shard> {
        let is_single = match &self.mnemonics[..] {
            [word] => ModuleKind::find(word) == ModuleKind::Core || select::named(word).is_ok(),
            _ => false,
        };
        self.shard.filter(|_| is_single && self.method == Method::Solver)
    }

    /// Returns the latencies of modules without groups.
    ///
    /// # Errors
    ///
    /// Fails if groups are named.
    pub fn latency_choice(&self) -> Result<Option<LatencyChoice>, Error> {
        match self.latency {
            None => Ok(None),
            Some(ProofLatency::Every) => Ok(Some(LatencyChoice::Every)),
            Some(ProofLatency::Given(latencies)) => {
                let number = Latencies::cycles(Some(latencies))?;
                Ok(number.map(LatencyChoice::Fixed))
            }
        }
    }

    /// Returns the time limit in seconds, if there is one.
    pub fn seconds(&self) -> Option<u64> {
        self.time_limit.or(self.foreign.is_given().then_some(SECONDS_OF_FILE))
    }

    /// True if every useful latency is proven.
    pub fn proves_every_latency(&self) -> bool {
        self.latency == Some(ProofLatency::Every)
    }
}

/// The name of plain gates, as `--target` has it.
const PLAIN: &str = "plain";

/// The name of a target.
pub fn target_name(mapping: Mapping) -> &'static str {
    match mapping {
        Mapping::Generic => PLAIN,
        Mapping::Cells(family) | Mapping::Blocks(family) => family.name,
    }
}

/// Reads the name of a target.
fn target_parser() -> impl TypedValueParser<Value = Mapping> {
    PossibleValuesParser::new(Mapping::all().map(target_name)).map(move |given| {
        let found = Mapping::all().find(|mapping| target_name(*mapping) == given);
        found.expect("only names of targets are let through")
    })
}

/// Reads the name of an engine.
fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    PossibleValuesParser::new(EngineKind::ALL.map(EngineKind::name)).try_map(|name| name.parse::<EngineKind>())
}

const EXAMPLES: &str = "\
The proof covers every combination of operands; docs/proof.md states the claim.
Status 3 says that a proof came to no verdict.

Examples:
  halfpipe prove fma.rn.f16
  halfpipe prove fma.rn.f16 --target ecp5 --multiplier block
  halfpipe prove mul.rn.f16 --verilog edited.v --target plain
  halfpipe prove fma.rn.f16 --verilog core.v --nan any --assume no-subnormal
  halfpipe prove fpu --instructions add.rn.f16,mul.rn.f16
  halfpipe prove mma --m 2 --n 2 --k 4 --mode volta --latency 3
  halfpipe prove 'fma.*' --latency all --stale
  halfpipe prove add.rn.f16 --method exhaustive --shard 3/8
  halfpipe prove fma.rn.bf16 --shard 1/2 --json > 1.json
  halfpipe prove --join 1.json 2.json";
