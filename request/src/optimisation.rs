//! The choice of a unit's form, on the command line and in the project file.

use halfpipe_hdl::design::DesignKind;
use halfpipe_hdl::unit::Optimisation;
use serde::Deserialize;

/// The choice. Help lists the names without these descriptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptimisationArg {
    /// The smallest form.
    #[value(help = None::<&str>)]
    #[default]
    Area,
    /// The fast form.
    #[value(help = None::<&str>)]
    Speed,
    /// The form for fast simulation.
    #[value(help = None::<&str>)]
    Simulation,
}

/// Another form than the smallest was requested for functions that have only that one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} has only one form; request a unit, or the form for area")]
pub struct NoOtherForm {
    what: String,
}

impl OptimisationArg {
    /// Returns the form for a module of this kind. Kinds with one form have that one.
    pub fn form(self, kind: &DesignKind) -> Optimisation {
        match self {
            _ if !has_forms(kind) => Optimisation::Area,
            OptimisationArg::Area => Optimisation::Area,
            OptimisationArg::Speed => Optimisation::Speed,
            OptimisationArg::Simulation => Optimisation::Simulation,
        }
    }

    /// True for another form than the smallest, which is the default.
    pub fn is_given(self) -> bool {
        self != OptimisationArg::Area
    }

    /// Refuses another form than the smallest if no kind has it.
    ///
    /// # Errors
    ///
    /// [`NoOtherForm`] names the first kind.
    pub fn check(self, kinds: &[DesignKind]) -> Result<(), NoOtherForm> {
        match kinds {
            [first, ..] if self.is_given() && !kinds.iter().any(has_forms) => Err(NoOtherForm {
                what: match first {
                    DesignKind::Unit(instruction) | DesignKind::Iterative(instruction) => {
                        format!("the iterative unit of {}", instruction.mnemonic())
                    }
                    DesignKind::Core { .. } => "the core".to_owned(),
                },
            }),
            _ => Ok(()),
        }
    }
}

/// True if modules of this kind have several forms.
fn has_forms(kind: &DesignKind) -> bool {
    matches!(kind, DesignKind::Unit(_))
}

#[cfg(test)]
mod tests {
    use halfpipe_figures::curve::measured;
    use halfpipe_hdl::design::{Design, DesignSpec};
    use halfpipe_hdl::net::verilog::module_text;
    use halfpipe_isa::Operation;

    use super::*;

    #[test]
    fn without_registers_only_fma_has_two_forms() {
        for instruction in measured() {
            let text = |optimisation| {
                let spec = DesignSpec::unit(instruction, 0).with_optimisation(optimisation);
                module_text(Design::from_spec(&spec).unwrap().module())
            };
            let differs = text(Optimisation::Area) != text(Optimisation::Speed);
            assert_eq!(differs, instruction.operation() == Operation::Fma, "{instruction}");
        }
    }
}
