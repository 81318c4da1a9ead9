//! Command lines of halfpipe, as headers, reports and messages show them. A shell reads them as they are.

use halfpipe_fpga::Target;
use halfpipe_hdl::datapath::iterative::ITERATIVE_MARK;
use halfpipe_hdl::design::{DesignKind, DesignSpec, DEFAULT_TAG_BITS};
use halfpipe_hdl::export::riscv::FpnewDialect;
use halfpipe_hdl::export::Bus;
use halfpipe_hdl::fpu;
use halfpipe_hdl::mma::{self, MmaSpec, VortexSpec};
use halfpipe_hdl::unit::{Multiplier, Optimisation};
use halfpipe_hdl::zfh::{self, ZfhSpec};
use halfpipe_isa::{FloatFormat, Instruction};

/// The option for exception flags.
pub const FLAGS_OPTION: &str = "--flags";

/// The option that requests an iterative unit.
pub const ITERATIVE_OPTION: &str = ITERATIVE_MARK;

/// The option for a rounding port.
pub const ROUNDING_OPTION: &str = "--rounding port";

/// A command on a design, with the command's own options.
#[derive(Clone, Copy, Debug)]
pub enum DesignCommand<'a> {
    /// Writes the module, and the wrapper for a bus, if there is one.
    Generate {
        /// The bus.
        bus: Option<Bus>,
    },
    /// Proves the module.
    Prove,
    /// Proves the module at every useful latency.
    ProveEveryLatency,
    /// Measures the module up to the latency that meets a clock in MHz.
    MeetClock {
        /// The FPGA.
        target: Target,
        /// The clock in MHz.
        mhz: f64,
    },
    /// Computes the result of these operands.
    Eval {
        /// The operands, as they are typed.
        operands: &'a [String],
        /// The engine.
        run: EngineRun<'a>,
    },
    /// Compares the first vectors of a seed with the model.
    Verify {
        /// The number of vectors.
        vectors: u64,
        /// The seed.
        seed: u64,
        /// The engine.
        run: EngineRun<'a>,
    },
    /// Runs every input.
    RunEveryInput {
        /// The engine.
        run: EngineRun<'a>,
    },
}

/// An engine, and the options of the Verilog file that it runs in place of the generated module.
#[derive(Clone, Copy, Debug)]
pub struct EngineRun<'a> {
    /// The name of the engine.
    pub engine: &'static str,
    /// The family of a mapped netlist, if the engine runs one.
    pub mapping: Option<&'static str>,
    /// The options that read the file; none for the generated module.
    pub file_options: &'a [String],
}

/// Returns the command line that runs a command on a design.
pub fn render_command(spec: &DesignSpec, command: DesignCommand) -> String {
    let name = match command {
        DesignCommand::Generate { .. } => "generate",
        DesignCommand::Prove | DesignCommand::ProveEveryLatency | DesignCommand::RunEveryInput { .. } => "prove",
        DesignCommand::MeetClock { .. } => "synth",
        DesignCommand::Eval { .. } => "eval",
        DesignCommand::Verify { .. } => "verify",
    };
    let mut line = CommandLine(format!("halfpipe {name}"));
    line.add_function(&spec.kind);
    if let DesignCommand::Eval { operands, .. } = command {
        operands.iter().for_each(|operand| line.add(operand));
    }
    line.add_instructions(&spec.kind);
    match command {
        DesignCommand::Generate { bus } => {
            line.add_latency(spec);
            // A bus determines the width of the tag.
            if bus.is_none() {
                line.add_tag_width(&spec.kind);
            }
            line.add_hardware(spec);
            if let Some(name) = &spec.name {
                line.add_option("--name", name);
            }
            if let Some(ports) = spec.stream {
                line.add("--stream");
                if ports.user_bits > 0 {
                    line.add_option("--stream-user", &ports.user_bits.to_string());
                }
            }
            if let Some(bus) = bus {
                line.add(&format!("--{}", bus.name()));
            }
        }
        DesignCommand::Prove => {
            line.add_latency(spec);
            line.add_tag_width(&spec.kind);
            line.add_hardware(spec);
        }
        DesignCommand::ProveEveryLatency => line.add_option("--latency", "all"),
        DesignCommand::MeetClock { target, mhz } => {
            line.add_option("--target", target.name());
            line.add_option("--latency", "auto");
            line.add_option("--mhz", &mhz.to_string());
        }
        DesignCommand::Eval { run, .. } => line.add_run(spec, run),
        DesignCommand::Verify { vectors, seed, run } => {
            line.add_run(spec, run);
            line.add_option("--vectors", &vectors.to_string());
            line.add_option("--seed", &seed.to_string());
        }
        DesignCommand::RunEveryInput { run } => {
            line.add_run(spec, run);
            line.add_option("--method", "exhaustive");
        }
    }
    line.0
}

/// Returns the command line that writes the files of a design.
pub fn generate_command(spec: &DesignSpec) -> String {
    render_command(spec, DesignCommand::Generate { bus: None })
}

/// Returns the command that generates a core of RISC-V, and the shell of this version and name if there is one. `has_decoder` is
/// true for one with a decoder.
pub fn zfh_command(spec: &ZfhSpec, shell: Option<(FpnewDialect, &str)>, has_decoder: bool) -> String {
    let mut line = CommandLine("halfpipe generate".to_owned());
    line.add(zfh::KEYWORD);
    let names: Vec<&str> = spec.extensions.iter().map(|extension| extension.name()).collect();
    line.add_option("--isa", &names.join(","));
    if let Some(formats) = &spec.formats {
        let names: Vec<String> = formats.iter().map(FloatFormat::to_string).collect();
        line.add_option("--formats", &names.join(","));
    }
    line.add_option("--xlen", &spec.xlen.to_string());
    line.add_option("--flen", &spec.flen.to_string());
    line.add_option("--divsqrt", spec.divider.name());
    if spec.can_share() {
        line.add_option("--share", spec.sharing.name());
    }
    // The names and numbers need no quotes.
    line.0 += &format!(" --latency {}", spec.describe_latencies());
    if matches!(spec.multiplier, Multiplier::Block(_)) {
        line.add_option("--multiplier", "block");
    }
    if let Some((dialect, _)) = shell {
        line.add_option("--fpnew", dialect.name());
    }
    if has_decoder {
        line.add("--decoder");
    }
    if let Some(name) = shell.map(|(_, name)| name).or(spec.name.as_deref()) {
        line.add_option("--name", name);
    }
    line.0
}

/// Returns the command that generates a tile.
pub fn mma_command(spec: &MmaSpec) -> String {
    let mut line = CommandLine("halfpipe generate".to_owned());
    line.add(mma::KEYWORD);
    line.add_option("--m", &spec.rows.to_string());
    line.add_option("--n", &spec.columns.to_string());
    line.add_option("--k", &spec.products().to_string());
    line.add_option("--mode", spec.mode().name());
    line.add_option("--type", spec.types().name());
    line.add_option("--latency", &spec.latency.to_string());
    if spec.slots != spec.latency {
        line.add_option("--slots", &spec.slots.to_string());
    }
    line.add_multiplier(spec.multiplier);
    if let Some(name) = &spec.name {
        line.add_option("--name", name);
    }
    line.0
}

/// Returns the command that generates Vortex' unit.
pub fn vortex_command(spec: &VortexSpec) -> String {
    let mut line = CommandLine("halfpipe generate".to_owned());
    line.add(mma::VORTEX_KEYWORD);
    line.add_option("--n", &spec.size.to_string());
    line.add_option("--mode", spec.mode.name());
    line.add_multiplier(spec.multiplier);
    if let Some(name) = &spec.name {
        line.add_option("--name", name);
    }
    line.0
}

/// A command line that grows word by word.
struct CommandLine(String);

impl CommandLine {
    fn add(&mut self, word: &str) {
        self.0.push(' ');
        self.0 += &quoted(word);
    }

    fn add_option(&mut self, option: &str, value: &str) {
        self.add(option);
        self.add(value);
    }

    /// Adds the mnemonic or `fpu`, and the option for flags.
    fn add_function(&mut self, kind: &DesignKind) {
        match kind {
            DesignKind::Unit(instruction) => self.add(&instruction.mnemonic()),
            DesignKind::Iterative(instruction) => {
                self.add(&instruction.mnemonic());
                self.add(ITERATIVE_OPTION);
            }
            DesignKind::Core { .. } => self.add(fpu::KEYWORD),
        }
        // The mnemonics of RISC-V imply both.
        if kind.instructions().iter().any(|instruction| instruction.is_riscv()) {
            return;
        }
        if kind.has_rounding_port() {
            self.0 += &format!(" {ROUNDING_OPTION}");
        }
        if kind.has_flags() {
            self.add(FLAGS_OPTION);
        }
    }

    /// Adds the instructions of a core, unless it has the usual ones.
    fn add_instructions(&mut self, kind: &DesignKind) {
        if matches!(kind, DesignKind::Core { .. }) && !kind.has_usual_instructions() {
            let names: Vec<String> = kind.instructions().iter().copied().map(Instruction::mnemonic).collect();
            self.add_option("--instructions", &names.join(","));
        }
    }

    /// Adds the latency, unless it is fixed.
    fn add_latency(&mut self, spec: &DesignSpec) {
        if !matches!(spec.kind, DesignKind::Iterative(_)) {
            self.add_option("--latency", &spec.latency.to_string());
        }
    }

    fn add_tag_width(&mut self, kind: &DesignKind) {
        if let DesignKind::Core { tag_bits, .. } = kind {
            self.add_option("--tag-width", &tag_bits.to_string());
        }
    }

    fn add_multiplier(&mut self, multiplier: Multiplier) {
        if let Multiplier::Block(_) = multiplier {
            self.add_option("--multiplier", multiplier.name());
        }
    }

    /// Adds the choices of hardware that are not the usual ones.
    fn add_hardware(&mut self, spec: &DesignSpec) {
        self.add_multiplier(spec.multiplier);
        if spec.optimisation != Optimisation::default() {
            self.add_option("--optimise", spec.optimisation.name());
        }
        if spec.register_ports {
            self.add("--register-ports");
        }
    }

    /// Adds the options of the file, the engine and the latency. The width of the tag follows if it is not the default one.
    fn add_run(&mut self, spec: &DesignSpec, run: EngineRun) {
        run.file_options.iter().for_each(|word| self.add(word));
        self.add_option("--engine", run.engine);
        if let Some(mapping) = run.mapping {
            self.add_option("--mapped", mapping);
        }
        self.add_latency(spec);
        match &spec.kind {
            DesignKind::Core { tag_bits, .. } if *tag_bits != DEFAULT_TAG_BITS => self.add_tag_width(&spec.kind),
            _ => {}
        }
    }
}

/// Returns a word as a shell reads it. Quotes are added if the word needs them.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
#[path = "../tests/unit/render.rs"]
mod tests;
