//! The external programs, their purposes and their installation.

use std::fmt;

use halfpipe_fpga::{Program, FAMILIES};

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

/// The command that installs the pinned programs.
pub const TOOLS_INSTALL: &str = "halfpipe tools install";

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

/// Returns every external program: Yosys, the router and the packer of each family, and the others.
pub fn programs() -> impl Iterator<Item = Tool> {
    let routers = || FAMILIES.iter().filter_map(|family| family.router.as_ref());
    let (packers, routers) = (
        routers().map(|router| Tool::OfFamily(router.packer)),
        routers().map(|router| Tool::OfFamily(router.program)),
    );
    let others = Tool::common_tools().filter(|tool| *tool != Tool::Yosys);
    std::iter::once(Tool::Yosys).chain(routers).chain(packers).chain(others)
}

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
