//! Requests for designs: what a user asks for, on a command line or in a table of a project file.

use std::ops::RangeInclusive;

use halfpipe_figures::latency::{self, USUAL_CORE_LATENCY};
use halfpipe_fpga::multiplier_blocks;
use halfpipe_hdl::datapath::iterative;
use halfpipe_hdl::design::{multiplies, Design, DesignError, DesignKind, DesignSpec};
use halfpipe_hdl::fpu::{self, CoreError};
use halfpipe_hdl::net::pipeline::PORT_RANKS;
use halfpipe_hdl::unit::Multiplier;
use halfpipe_isa::Instruction;

use crate::clock::{Clock, ClockError, ClockMethod};
use crate::error::Error;
use crate::multiplier::{MultiplierArg, NoMultiplication};
use crate::optimisation::{NoOtherForm, OptimisationArg};

/// A request for designs.
#[derive(Clone, Debug)]
pub struct DesignRequest {
    /// The functions: one or several units, or one core.
    pub kinds: Vec<DesignKind>,
    /// The latency of each design.
    pub latency: LatencyChoice,
    /// The implementation of products. `None` stands for rows; for a clock to be met by estimates, it stands for the one
    /// that needs the lower latency on the device.
    pub multiplier: Option<MultiplierArg>,
    /// The form of the datapath, for functions that have several.
    pub optimisation: OptimisationArg,
    /// True for registers at the ports.
    pub register_ports: bool,
    /// The name of the module, if not its usual one.
    pub name: Option<String>,
}

/// The choice of a latency.
#[derive(Clone, Copy, Debug, Default)]
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
#[derive(Clone, Debug)]
pub enum RequestError {
    /// One name was given to several modules.
    NameOfSeveral {
        /// The name.
        name: String,
        /// The number of modules.
        modules: usize,
    },
    /// Multiplier blocks were requested for functions without a product.
    NoMultiplication(NoMultiplication),
    /// The fast form was requested for functions that have only one.
    NoOtherForm(NoOtherForm),
    /// A clock was requested of the form for simulation.
    ClockOfSimulation,
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
    /// Returns the request for these functions with the given latency, products of rows, the smallest form and usual names.
    pub fn new(kinds: Vec<DesignKind>, latency: LatencyChoice) -> DesignRequest {
        DesignRequest {
            kinds,
            latency,
            multiplier: None,
            optimisation: OptimisationArg::default(),
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
    ///
    /// # Errors
    ///
    /// Returns an error if an option fits none of the functions.
    pub fn check(&self) -> Result<(), RequestError> {
        let modules = self.kinds.len();
        if let Some(name) = self.name.clone().filter(|_| modules > 1) {
            return Err(RequestError::NameOfSeveral { name, modules });
        }
        let instructions: Vec<Instruction> = self.kinds.iter().flat_map(DesignKind::instructions).copied().collect();
        if !self.kinds.is_empty() {
            self.multiplier.unwrap_or_default().resolve(&instructions)?;
        }
        self.optimisation.check(&self.kinds)?;
        let has_clock = matches!(self.latency, LatencyChoice::MeetClock(_));
        if has_clock && self.optimisation == OptimisationArg::Simulation {
            return Err(RequestError::ClockOfSimulation);
        }
        Ok(())
    }

    /// Returns the implementation of products in a design. Functions without a product have rows.
    fn multiplier_of(&self, kind: &DesignKind) -> Multiplier {
        let multiplier = self.multiplier.unwrap_or_default();
        multiplier.resolve(kind.instructions()).unwrap_or_default()
    }

    fn designs_of(&self, kind: &DesignKind) -> Result<Vec<Design>, RequestError> {
        if let DesignKind::Iterative(instruction) = kind {
            return Ok(vec![self.iterative_design(*instruction)?]);
        }
        let multiplier = self.multiplier_of(kind);
        let design = |latency: u32| self.design(kind, latency, multiplier);
        let designs: Result<Vec<Design>, DesignError> = match self.latency {
            LatencyChoice::Usual => {
                let latency = default_latency(kind, multiplier)? + self.port_ranks();
                design(latency).map(|design| vec![design])
            }
            LatencyChoice::Fixed(latency) => design(latency).map(|design| vec![design]),
            LatencyChoice::Every => self.useful_latencies(kind, multiplier)?.map(design).collect(),
            LatencyChoice::MeetClock(clock) => return Ok(vec![self.meet_clock(kind, clock)?]),
        };
        Ok(designs?)
    }

    /// Builds the iterative unit of an instruction. Its latency is no choice.
    fn iterative_design(&self, instruction: Instruction) -> Result<Design, DesignError> {
        let kind = DesignKind::Iterative(instruction);
        let cycles = iterative::cycles(instruction);
        match self.latency {
            LatencyChoice::Usual | LatencyChoice::Every => self.design(&kind, cycles, Multiplier::default()),
            LatencyChoice::Fixed(latency) => self.design(&kind, latency, Multiplier::default()),
            LatencyChoice::MeetClock(_) => Err(DesignError::IterativeLatency {
                function: instruction.mnemonic(),
                cycles,
            }),
        }
    }

    fn design(&self, kind: &DesignKind, latency: u32, multiplier: Multiplier) -> Result<Design, DesignError> {
        Design::from_spec(&self.spec(kind, latency, multiplier))
    }

    fn spec(&self, kind: &DesignKind, latency: u32, multiplier: Multiplier) -> DesignSpec {
        DesignSpec {
            name: self.name.clone(),
            register_ports: self.register_ports,
            multiplier,
            optimisation: self.optimisation.form(kind),
            ..DesignSpec::new(kind.clone(), latency)
        }
    }

    /// Returns the number of ranks of registers at the ports.
    fn port_ranks(&self) -> u32 {
        if self.register_ports {
            PORT_RANKS
        } else {
            0
        }
    }

    fn useful_latencies(&self, kind: &DesignKind, multiplier: Multiplier) -> Result<RangeInclusive<u32>, CoreError> {
        let ranks = self.port_ranks();
        Ok(ranks..=self.spec(kind, 0, multiplier).max_latency()? + ranks)
    }

    /// Returns the design of the smallest latency that meets the clock, with the first multiplier that has it.
    fn meet_clock(&self, kind: &DesignKind, clock: Clock) -> Result<Design, RequestError> {
        let is_free = self.multiplier.is_none() && matches!(clock.method, ClockMethod::Estimate);
        let multipliers = if is_free && clock.target.has_multiplier_blocks() && multiplies(kind.instructions()) {
            vec![Multiplier::Block(multiplier_blocks()), Multiplier::Rows]
        } else {
            vec![self.multiplier_of(kind)]
        };
        let (mut found, mut missed) = (Vec::new(), Vec::new());
        for multiplier in multipliers {
            let latencies = self.useful_latencies(kind, multiplier)?;
            match clock.search(latencies, |latency| self.design(kind, latency, multiplier)) {
                Ok(design) => found.push(design),
                Err(error @ ClockError::NotMet { .. }) => missed.push(error),
                Err(error) => return Err(error.into()),
            }
        }
        let smallest = found.into_iter().min_by_key(Design::latency);
        smallest.ok_or_else(|| {
            let nearest = missed
                .into_iter()
                .max_by(|one, other| one.fastest().total_cmp(&other.fastest()));
            nearest.expect("a search that finds nothing says so").into()
        })
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
        DesignKind::Iterative(instruction) => Ok(iterative::cycles(*instruction)),
        DesignKind::Core { instructions, .. } => {
            Ok(fpu::max_latency(instructions, multiplier)?.min(USUAL_CORE_LATENCY))
        }
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

impl From<NoOtherForm> for RequestError {
    fn from(error: NoOtherForm) -> RequestError {
        RequestError::NoOtherForm(error)
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

/// The message of [`RequestError::ClockOfSimulation`].
pub const CLOCK_OF_SIMULATION: &str =
    "the form for simulation has no clock to meet; give a latency in place of the clock";

/// Converts the error of a request on a command line. The message names the option at fault.
impl From<RequestError> for Error {
    fn from(error: RequestError) -> Error {
        match error {
            RequestError::NameOfSeveral { name, modules } => Error::usage(format!(
                "--name {name} names one module, but {modules} are requested; request a single one"
            )),
            RequestError::NoMultiplication(error) => Error::usage(format!("--multiplier block: {error}")),
            RequestError::NoOtherForm(error) => Error::usage(format!("--optimise: {error}")),
            RequestError::ClockOfSimulation => Error::usage(CLOCK_OF_SIMULATION),
            RequestError::Design(error) => Error::usage(error),
            RequestError::Clock(error) => error.into(),
        }
    }
}
