//! The external programs, their purposes and their installation.

use std::fmt;

/// The environment variable that names a tool folder.
pub const TOOLS_VARIABLE: &str = "HALFPIPE_TOOLS";

/// The tool folder of a checkout, where `make tools` installs, relative to its root.
pub const TOOLS_FOLDER: &str = "target/tools/bin";

/// An external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Synthesis.
    Yosys,
    /// Facts about external Verilog, by slang.
    Slang,
    /// A program of one FPGA family, from that family's row.
    OfFamily(&'static Program),
    /// Lint and simulation of the Verilog.
    Verilator,
    /// The C++ compiler that Verilator's models need.
    Compiler,
    /// Make, which builds Verilator's models.
    Make,
    /// Perl, in which Verilator's command is written.
    Perl,
    /// Formal proofs.
    Sby,
    /// Floating-point proofs.
    Bitwuzla,
    /// Packages of cores.
    Fusesoc,
    /// Python with cocotb.
    Python,
    /// Builds of halfpipe's wheels.
    Maturin,
    /// The waveform viewer.
    Gtkwave,
}

/// The description of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Program {
    /// The command's name.
    pub command: &'static str,
    /// The purpose for which halfpipe needs it.
    pub purpose: &'static str,
    /// The option that prints its version; `None` if it has no such option.
    pub version_argument: Option<&'static str>,
    /// The way to install it, as half a sentence.
    pub installation: &'static str,
    /// True if `halfpipe tools install` installs it.
    pub is_pinned: bool,
    /// True if a command of halfpipe needs it.
    pub is_needed: bool,
}

impl Program {
    /// Makes the description of a program that a command of halfpipe needs and `halfpipe tools install` installs. It prints
    /// its version on `--version`.
    pub const fn new(command: &'static str, purpose: &'static str) -> Program {
        Program {
            command,
            purpose,
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: true,
        }
    }

    /// Returns the same program with another option that prints its version, or with none.
    pub const fn with_version_argument(self, version_argument: Option<&'static str>) -> Program {
        Program {
            version_argument,
            ..self
        }
    }

    /// Returns the same program with another way to install it.
    pub const fn with_installation(self, installation: &'static str) -> Program {
        Program {
            installation,
            is_pinned: false,
            ..self
        }
    }

    /// Returns the same program, which no command of halfpipe needs.
    pub const fn as_optional(self) -> Program {
        Program {
            is_needed: false,
            ..self
        }
    }
}

/// The command that installs the pinned programs.
pub const TOOLS_INSTALL: &str = "halfpipe tools install";

/// The `installation` of a program that this command installs.
pub const BY_TOOLS_INSTALL: &str = "run `halfpipe tools install`";

/// The tools that belong to no family.
static TABLE: [(Tool, Program); 12] = [
    (
        Tool::Yosys,
        Program::new("yosys", "synthesis").with_version_argument(Some("-V")),
    ),
    (
        Tool::Slang,
        Program::new("halfpipe-slang", "facts about external Verilog"),
    ),
    (
        Tool::Verilator,
        Program::new("verilator", "lint and simulation of the Verilog"),
    ),
    (
        Tool::Compiler,
        Program::new("g++", "compiling Verilator's models").with_installation("install the Debian package g++"),
    ),
    (
        Tool::Make,
        Program::new("make", "building Verilator's models").with_installation("install the Debian package make"),
    ),
    (
        Tool::Perl,
        Program::new("perl", "running Verilator's command")
            .with_version_argument(Some("-v"))
            .with_installation("install the Debian package perl"),
    ),
    (
        Tool::Sby,
        Program::new("sby", "formal proofs in the tests").as_optional(),
    ),
    (
        Tool::Bitwuzla,
        Program::new("bitwuzla", "floating-point proofs in the tests").as_optional(),
    ),
    (
        Tool::Fusesoc,
        Program::new("fusesoc", "FuseSoC packages in the tests").as_optional(),
    ),
    (
        Tool::Python,
        Program::new("halfpipe-python", "Python with cocotb, for the cocotb example").as_optional(),
    ),
    (
        Tool::Maturin,
        Program::new("maturin", "building the Python wheel").as_optional(),
    ),
    (
        Tool::Gtkwave,
        Program::new("gtkwave", "viewing waves")
            .with_installation("install the Debian package gtkwave")
            .as_optional(),
    ),
];

impl Tool {
    /// Returns every tool that belongs to no FPGA family.
    pub fn common_tools() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|(tool, _)| *tool)
    }

    /// Returns its description.
    pub fn program(self) -> &'static Program {
        match self {
            Tool::OfFamily(program) => program,
            tool => {
                let row = TABLE.iter().find(|(known, _)| *known == tool);
                &row.expect("every tool has a row").1
            }
        }
    }

    /// Returns the command's name.
    pub fn command(self) -> &'static str {
        self.program().command
    }

    /// Returns the purpose for which halfpipe needs it.
    pub fn purpose(self) -> &'static str {
        self.program().purpose
    }

    /// Returns the way to install it, as half a sentence.
    pub fn installation(self) -> &'static str {
        self.program().installation
    }

    /// True if `halfpipe tools install` installs it.
    pub fn is_pinned(self) -> bool {
        self.program().is_pinned
    }

    /// Returns its Debian package if `halfpipe tools install` does not install it. The packages have the commands'
    /// names.
    pub fn debian_package(self) -> Option<&'static str> {
        (!self.is_pinned()).then(|| self.command())
    }

    /// True if a command of halfpipe needs it.
    pub fn is_needed(self) -> bool {
        self.program().is_needed
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.command())
    }
}
