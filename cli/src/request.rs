//! Requests for designs: what a user asks for, on a command line or in a table of a project file.

use halfpipe_hdl::design::{Design, DesignError, DesignKind, DesignSpec};
use halfpipe_hdl::fpu::CoreError;
use halfpipe_hdl::net::pipeline::PORT_RANKS;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;
use halfpipe_synth::latency::{self, USUAL_CORE_LATENCY};

use crate::clock::{Clock, ClockError};
use crate::error::Error;
use crate::multiplier::{MultiplierArg, NoMultiplication};

/// A request for designs.
#[derive(Clone, Debug)]
pub struct DesignRequest {
    /// The functions: one or several units, or one core.
    pub kinds: Vec<DesignKind>,
    /// The latency of each design.
    pub latency: LatencyChoice,
    /// The implementation of products.
    pub multiplier: MultiplierArg,
    /// True for registers at the ports.
    pub register_ports: bool,
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
}

/// The choice of a latency.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum LatencyChoice {
    /// The default latency of the function.
    #[default]
    Usual,
    /// A number of clock cycles.
    Fixed(u32),
    /// Every useful latency.
    Every,
    /// The smallest latency that meets a clock.
    MeetClock(Clock),
}

/// A request that cannot be met.
#[derive(Clone, PartialEq, Debug)]
pub enum RequestError {
    /// One name was given to several modules.
    NameOfSeveral { name: String, modules: usize },
    /// Multiplier blocks were requested for functions without a product.
    NoMultiplication(NoMultiplication),
    /// A design cannot be built.
    Design(DesignError),
    /// No latency was found for a clock.
    Clock(ClockError),
}

impl LatencyChoice {
    /// Returns the latency that the number gives, or the usual one.
    pub fn from_number(number: Option<u32>) -> LatencyChoice {
        number.map_or(LatencyChoice::Usual, LatencyChoice::Fixed)
    }
}

impl DesignRequest {
    /// Returns the request for these functions with the given latency, products of rows and usual names.
    pub fn new(kinds: Vec<DesignKind>, latency: LatencyChoice) -> DesignRequest {
        DesignRequest {
            kinds,
            latency,
            multiplier: MultiplierArg::default(),
            register_ports: false,
            name: None,
        }
    }

    /// Returns the same request with combinational designs, which need no search for a latency.
    pub fn combinational(&self) -> DesignRequest {
        DesignRequest {
            latency: LatencyChoice::Fixed(0),
            register_ports: false,
            ..self.clone()
        }
    }

    /// Builds the designs, in the order of the functions.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the designs cannot be built as requested.
    pub fn designs(&self) -> Result<Vec<Design>, RequestError> {
        Ok(self.designs_by_kind()?.concat())
    }

    /// Builds the designs of each function. There is one, or one for each latency.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the designs cannot be built as requested.
    pub fn designs_by_kind(&self) -> Result<Vec<Vec<Design>>, RequestError> {
        self.check()?;
        self.kinds.iter().map(|kind| self.designs_of(kind)).collect()
    }

    /// Checks the request as a whole.
    fn check(&self) -> Result<(), RequestError> {
        let modules = self.kinds.len();
        if let Some(name) = self.name.clone().filter(|_| modules > 1) {
            return Err(RequestError::NameOfSeveral { name, modules });
        }
        let instructions: Vec<Instruction> = self.kinds.iter().flat_map(DesignKind::instructions).copied().collect();
        self.multiplier.resolve(&instructions)?;
        Ok(())
    }

    /// Returns the implementation of products in a design. Functions without a product have rows.
    fn multiplier_of(&self, kind: &DesignKind) -> Multiplier {
        self.multiplier.resolve(kind.instructions()).unwrap_or_default()
    }

    fn designs_of(&self, kind: &DesignKind) -> Result<Vec<Design>, RequestError> {
        let multiplier = self.multiplier_of(kind);
        let design = |latency: u32| {
            Design::from_spec(&DesignSpec {
                name: self.name.clone(),
                register_ports: self.register_ports,
                ..DesignSpec::new(kind.clone(), latency).with_multiplier(multiplier)
            })
        };
        let at_ports = if self.register_ports { PORT_RANKS } else { 0 };
        let useful = || Ok::<_, CoreError>(at_ports..=kind.max_latency(multiplier)? + at_ports);
        let designs: Result<Vec<Design>, DesignError> = match self.latency {
            LatencyChoice::Usual => design(default_latency(kind, multiplier)? + at_ports).map(|design| vec![design]),
            LatencyChoice::Fixed(latency) => design(latency).map(|design| vec![design]),
            LatencyChoice::Every => useful()?.map(design).collect(),
            LatencyChoice::MeetClock(clock) => return Ok(vec![clock.search(useful()?, design)?]),
        };
        Ok(designs?)
    }
}

/// Returns the default latency of a unit or a core.
///
/// # Errors
///
/// Returns an error if there is no core of these instructions.
pub fn default_latency(kind: &DesignKind, multiplier: Multiplier) -> Result<u32, CoreError> {
    match kind {
        DesignKind::Unit(instruction) => Ok(latency::default_latency(*instruction)),
        DesignKind::Core { .. } => Ok(kind.max_latency(multiplier)?.min(USUAL_CORE_LATENCY)),
    }
}

/// Builds the unit of an instruction. Without a given latency, it has the default one.
pub fn unit(instruction: Instruction, latency: Option<u32>) -> Result<Design, DesignError> {
    let latency = latency.unwrap_or_else(|| latency::default_latency(instruction));
    Design::unit(instruction, latency)
}

impl From<NoMultiplication> for RequestError {
    fn from(error: NoMultiplication) -> RequestError {
        RequestError::NoMultiplication(error)
    }
}

impl From<DesignError> for RequestError {
    fn from(error: DesignError) -> RequestError {
        RequestError::Design(error)
    }
}

impl From<CoreError> for RequestError {
    fn from(error: CoreError) -> RequestError {
        RequestError::Design(error.into())
    }
}

impl From<ClockError> for RequestError {
    fn from(error: ClockError) -> RequestError {
        match error {
            ClockError::Design(error) => RequestError::Design(error),
            error => RequestError::Clock(error),
        }
    }
}

/// Converts the error of a request on a command line. The message names the option at fault.
impl From<RequestError> for Error {
    fn from(error: RequestError) -> Error {
        match error {
            RequestError::NameOfSeveral { name, modules } => Error::usage(format!(
                "--name {name} names one module, but {modules} are requested; request a single one"
            )),
            RequestError::NoMultiplication(error) => Error::usage(format!("--multiplier block: {error}")),
            RequestError::Design(error) => Error::usage(error),
            RequestError::Clock(error) => error.into(),
        }
    }
}
