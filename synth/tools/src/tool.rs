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

/// The command that installs the pinned programs.
pub const TOOLS_INSTALL: &str = "halfpipe tools install";

/// The `installation` of a program that this command installs.
pub const BY_TOOLS_INSTALL: &str = "run `halfpipe tools install`";

/// The tools that belong to no family.
static TABLE: [(Tool, Program); 12] = [
    (
        Tool::Yosys,
        Program {
            command: "yosys",
            purpose: "synthesis",
            version_argument: Some("-V"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: true,
        },
    ),
    (
        Tool::Slang,
        Program {
            command: "halfpipe-slang",
            purpose: "facts about external Verilog",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: true,
        },
    ),
    (
        Tool::Verilator,
        Program {
            command: "verilator",
            purpose: "lint and simulation of the Verilog",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: true,
        },
    ),
    (
        Tool::Compiler,
        Program {
            command: "g++",
            purpose: "compiling Verilator's models",
            version_argument: Some("--version"),
            installation: "install the Debian package g++",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Make,
        Program {
            command: "make",
            purpose: "building Verilator's models",
            version_argument: Some("--version"),
            installation: "install the Debian package make",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Perl,
        Program {
            command: "perl",
            purpose: "running Verilator's command",
            version_argument: Some("-v"),
            installation: "install the Debian package perl",
            is_pinned: false,
            is_needed: true,
        },
    ),
    (
        Tool::Sby,
        Program {
            command: "sby",
            purpose: "formal proofs in the tests",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Bitwuzla,
        Program {
            command: "bitwuzla",
            purpose: "floating-point proofs in the tests",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Fusesoc,
        Program {
            command: "fusesoc",
            purpose: "FuseSoC packages in the tests",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Python,
        Program {
            command: "halfpipe-python",
            purpose: "Python with cocotb, for the cocotb example",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Maturin,
        Program {
            command: "maturin",
            purpose: "building the Python wheel",
            version_argument: Some("--version"),
            installation: BY_TOOLS_INSTALL,
            is_pinned: true,
            is_needed: false,
        },
    ),
    (
        Tool::Gtkwave,
        Program {
            command: "gtkwave",
            purpose: "viewing waves",
            version_argument: Some("--version"),
            installation: "install the Debian package gtkwave",
            is_pinned: false,
            is_needed: false,
        },
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
