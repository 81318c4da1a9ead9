//! The modules to measure.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use halfpipe_hdl::design::{Design, DesignSpec, Interface, Role};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::unit::Optimisation;
use halfpipe_isa::Instruction;

/// The latency of the modules.
const LATENCY: u32 = 3;

/// The fused multiply-add that all rows with a peer are about.
const FMA: &str = "fma.rn.f16";

/// The name of the peer's row.
pub const PEER: &str = "CVFPU, f16 fma";

/// A module to measure.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name in the table.
    pub name: String,
    /// The name of the module.
    pub top: String,
    /// The inputs that change each cycle: names, and numbers of values.
    pub inputs: Vec<(String, u64)>,
    /// The name of the result.
    pub result: String,
    /// The clock cycles from operands to result.
    pub latency: u32,
    /// True if the result is that of `fma.rn.f16`.
    pub is_fma: bool,
    /// Text of the module, unless it is in files.
    pub text: Option<String>,
    /// Files of the module.
    pub files: Vec<PathBuf>,
    /// The folders of included files.
    pub folders: Vec<PathBuf>,
}

impl Subject {
    /// Returns a generated module.
    fn generated(name: &str, design: &Design) -> anyhow::Result<Subject> {
        let interface = design.interface();
        let result = interface.outputs().find(|port| matches!(port.role, Role::Result(_)));
        let result = result.with_context(|| format!("{name} has no result"))?;
        let values = |role: Role, width: u32| match role {
            Role::Op => interface.operations().len() as u64,
            _ => 1_u64.checked_shl(width).unwrap_or(0),
        };
        Ok(Subject {
            name: name.to_owned(),
            top: interface.name().to_owned(),
            inputs: interface
                .inputs()
                .map(|port| (port.name.clone(), values(port.role, port.width)))
                .collect(),
            result: result.name.clone(),
            latency: interface.latency(),
            is_fma: is_fma(interface),
            text: Some(verilog(design)),
            files: Vec::new(),
            folders: Vec::new(),
        })
    }

    /// Returns a module with the ports of `fma.rn.f16`.
    fn with_ports_of_fma(name: &str, top: &str, text: &str) -> Subject {
        Subject {
            name: name.to_owned(),
            top: top.to_owned(),
            inputs: ["a", "b", "c"].map(|port| (port.to_owned(), 1 << 16)).to_vec(),
            result: "d".to_owned(),
            latency: LATENCY,
            is_fma: false,
            text: Some(text.to_owned()),
            files: Vec::new(),
            folders: Vec::new(),
        }
    }
}

fn is_fma(interface: &Interface) -> bool {
    interface
        .instruction()
        .is_some_and(|instruction| instruction.mnemonic() == FMA)
}

/// Returns our own modules, after one without logic.
///
/// # Errors
///
/// When a module cannot be built.
pub fn subjects() -> anyhow::Result<Vec<Subject>> {
    let mut subjects = vec![Subject::with_ports_of_fma(
        "registers alone",
        "empty",
        include_str!("empty.v"),
    )];
    for mnemonic in [FMA, "fma.rn.f32.f16", "div.rn.f16", "dot4.ampere.f32.f16"] {
        for form in [Optimisation::Area, Optimisation::Simulation] {
            let spec = DesignSpec::unit(mnemonic.parse()?, LATENCY).with_optimisation(form);
            let name = match form {
                Optimisation::Area => mnemonic.to_owned(),
                _ => format!("{mnemonic} --optimise {}", form.name()),
            };
            subjects.push(Subject::generated(&name, &Design::from_spec(&spec)?)?);
        }
    }
    let core = Design::core(Instruction::arithmetic(), LATENCY)?;
    subjects.push(Subject::generated("fpu", &core)?);
    Ok(subjects)
}

/// Returns the fused multiply-add of a checkout of CVFPU.
///
/// # Errors
///
/// When the checkout lacks a file.
pub fn peer(cvfpu: &Path, common_cells: &Path) -> anyhow::Result<Subject> {
    let own = [
        "fpnew_pkg.sv",
        "fpnew_classifier.sv",
        "fpnew_rounding.sv",
        "fpnew_fma.sv",
    ];
    let cells = ["cf_math_pkg.sv", "lzc.sv"].map(|file| common_cells.join("src").join(file));
    let files: Vec<PathBuf> = cells
        .into_iter()
        .chain(own.map(|file| cvfpu.join("src").join(file)))
        .collect();
    let folders = vec![common_cells.join("include")];
    for path in files.iter().chain([&folders[0].join("common_cells/registers.svh")]) {
        anyhow::ensure!(
            path.is_file(),
            "{} is missing; clone https://github.com/openhwgroup/cvfpu with --recursive, or name a checkout of \
             https://github.com/pulp-platform/common_cells at version 1 with --common-cells",
            path.display()
        );
    }
    Ok(Subject {
        is_fma: true,
        files,
        folders,
        ..Subject::with_ports_of_fma(PEER, "cvfpu_fma", include_str!("cvfpu_fma.sv"))
    })
}
