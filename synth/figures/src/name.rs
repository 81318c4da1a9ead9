//! The names under which results of modules are on file.

use std::fmt;

use halfpipe_hdl::datapath::iterative::ITERATIVE_MARK;
use halfpipe_hdl::design::Design;
use halfpipe_hdl::fpu;
use halfpipe_hdl::unit::Optimisation;
use halfpipe_isa::Instruction;
use serde::{Deserialize, Serialize};

/// The name of a measured module: `add.f16 --rounding port`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct MeasuredName {
    /// The instruction's canonical name, `fpu`, or the name of external Verilog.
    pub mnemonic: String,
    /// The options of its ports; may be empty.
    port_options: String,
    /// The form of its hardware.
    pub form: MeasuredForm,
}

/// A form of the hardware of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeasuredForm {
    /// A small pipeline.
    Area,
    /// A unit that works on one operation at a time.
    Iterative,
    /// A pipeline that simulators run fast.
    Simulation,
    /// A fast pipeline.
    Speed,
}

impl MeasuredForm {
    /// The forms whose names have a mark.
    const MARKED: [MeasuredForm; 3] = [MeasuredForm::Iterative, MeasuredForm::Simulation, MeasuredForm::Speed];

    /// Returns the words that follow the name of a module.
    pub fn mark(self) -> String {
        match self {
            MeasuredForm::Area => String::new(),
            MeasuredForm::Iterative => ITERATIVE_MARK.to_owned(),
            MeasuredForm::Simulation | MeasuredForm::Speed => format!("--optimise {}", self.optimisation().name()),
        }
    }

    /// Returns the optimisation of a pipeline.
    pub fn optimisation(self) -> Optimisation {
        match self {
            MeasuredForm::Simulation => Optimisation::Simulation,
            MeasuredForm::Speed => Optimisation::Speed,
            MeasuredForm::Area | MeasuredForm::Iterative => Optimisation::Area,
        }
    }
}

impl MeasuredName {
    /// Makes the name of a module.
    pub fn new(unit: &Design) -> MeasuredName {
        let form = match (unit.interface().is_iterative(), unit.optimisation()) {
            (true, _) => MeasuredForm::Iterative,
            (false, Optimisation::Area) => MeasuredForm::Area,
            (false, Optimisation::Simulation) => MeasuredForm::Simulation,
            (false, Optimisation::Speed) => MeasuredForm::Speed,
        };
        MeasuredName::from(unit.interface().mnemonic()).with_form(form)
    }

    /// Returns the same module in a form.
    pub fn with_form(self, form: MeasuredForm) -> MeasuredName {
        MeasuredName { form, ..self }
    }

    /// True for the core of all instructions.
    pub fn is_core(&self) -> bool {
        self.mnemonic == fpu::KEYWORD
    }

    /// Returns the instruction; `None` for the core and for external Verilog.
    pub fn instruction(&self) -> Option<Instruction> {
        let has_name = |instruction: Instruction| instruction.mnemonic() == self.mnemonic;
        let is_it = |instruction: &Instruction| {
            has_name(*instruction) || instruction.with_rounding_port().is_some_and(has_name)
        };
        let listed = Instruction::all().iter().copied().find(is_it);
        listed.or_else(|| self.mnemonic.parse().ok())
    }

    /// Returns the instruction of a small pipeline without further ports; `None` for all other modules.
    pub fn plain_instruction(&self) -> Option<Instruction> {
        let is_plain = self.form == MeasuredForm::Area && self.port_options.is_empty();
        self.mnemonic.parse().ok().filter(|_| is_plain)
    }

    /// Returns its place in a file: the instruction's index in the instruction table, then the options. Instructions of other
    /// formats follow, ordered by name, and the core is last.
    pub(crate) fn place(&self) -> (usize, &str, &str, MeasuredForm) {
        let instruction = self.instruction();
        let index = instruction.and_then(|one| Instruction::all().iter().position(|other| *other == one));
        let (place, mnemonic) = match index {
            Some(index) => (index, ""),
            None if self.is_core() => (usize::MAX, ""),
            None => (usize::MAX - 1, self.mnemonic.as_str()),
        };
        (place, mnemonic, &self.port_options, self.form)
    }
}

impl From<&str> for MeasuredName {
    fn from(text: &str) -> MeasuredName {
        let (mnemonic, options) = text.split_once(' ').unwrap_or((text, ""));
        let marked = MeasuredForm::MARKED.into_iter().find_map(|form| {
            let ports = options.strip_suffix(&form.mark())?;
            Some((ports.trim_end(), form))
        });
        let (port_options, form) = marked.unwrap_or((options, MeasuredForm::Area));
        MeasuredName {
            mnemonic: mnemonic.to_owned(),
            port_options: port_options.to_owned(),
            form,
        }
    }
}

impl From<String> for MeasuredName {
    fn from(text: String) -> MeasuredName {
        MeasuredName::from(text.as_str())
    }
}

impl From<MeasuredName> for String {
    fn from(name: MeasuredName) -> String {
        name.to_string()
    }
}

impl fmt::Display for MeasuredName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.mnemonic)?;
        for options in [&self.port_options, &self.form.mark()] {
            if !options.is_empty() {
                write!(formatter, " {options}")?;
            }
        }
        Ok(())
    }
}
