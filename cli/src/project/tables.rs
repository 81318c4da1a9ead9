//! Requests of the tables of a project file.

use std::ops::Range;

use halfpipe_fpga::Target;
use halfpipe_hdl::design::{DesignError, DesignKind, StreamPorts, DEFAULT_TAG_BITS, MAX_USER_BITS};
use halfpipe_hdl::fpu::CoreError;
use halfpipe_isa::Instruction;
use halfpipe_request::arguments::design::{unique, PortOptions, RoundingSource, CORE};
use halfpipe_request::clock::{Clock, ClockError, ClockMethod};
use halfpipe_request::hardware;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::multiplier::MultiplierArg;
use halfpipe_request::optimisation::OptimisationArg;
use halfpipe_request::outputs::{bus_error, OutputOptions};
use halfpipe_request::request::{DesignRequest, LatencyChoice, RequestError, CLOCK_OF_SIMULATION};
use serde::Deserialize;
use toml::Spanned;

use super::names::ModuleEntry;
use crate::error::Error;
use crate::measured_clock::measure_frequencies;
use crate::toml_text::TomlText;

/// A `[[module]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModuleTable {
    /// The mnemonic or pattern.
    instruction: Spanned<String>,
    latency: Option<Spanned<u32>>,
    /// The target clock frequency in MHz, instead of a latency.
    mhz: Option<Spanned<f64>>,
    /// The FPGA for the clock.
    target: Option<Spanned<String>>,
    /// The choice of multiplier.
    multiplier: Option<Spanned<MultiplierArg>>,
    /// The form of the datapath.
    optimise: Option<Spanned<OptimisationArg>>,
    /// The name of the module.
    name: Option<Spanned<String>>,
    /// True if the module has flags.
    #[serde(default)]
    flags: bool,
    /// The source of the rounding, if not the mnemonic.
    rounding: Option<RoundingSource>,
    /// True for registers at the ports.
    #[serde(default)]
    register_ports: bool,
    /// True for a unit that works on one operation at a time.
    #[serde(default)]
    iterative: bool,
    #[serde(default)]
    stream: bool,
    /// The width of the stream's `tuser` in bits.
    stream_user: Option<Spanned<u32>>,
    #[serde(default)]
    package: bool,
}

/// The `[fpu]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CoreTable {
    instructions: Option<Vec<Spanned<String>>>,
    latency: Option<Spanned<u32>>,
    tag_width: Option<Spanned<u32>>,
    multiplier: Option<Spanned<MultiplierArg>>,
    name: Option<Spanned<String>>,
    /// True if the core has flags.
    flags: Option<Spanned<bool>>,
    /// The source of roundings, if not the mnemonics.
    rounding: Option<RoundingSource>,
    /// True for registers at the ports.
    #[serde(default)]
    register_ports: bool,
    #[serde(default)]
    stream: bool,
    /// The width of the stream's `tuser` in bits.
    stream_user: Option<Spanned<u32>>,
    #[serde(default)]
    package: bool,
    #[serde(default)]
    cfu: bool,
    #[serde(default)]
    pcpi: bool,
}

/// The request of one table, and the positions of its values in the file.
pub struct TableRequest {
    request: DesignRequest,
    outputs: OutputOptions,
    spans: Spans,
    /// The word of the functions.
    word: String,
}

/// Positions in the file. A value that is not there has none.
struct Spans {
    /// The instruction, or the whole table of a core.
    function: Range<usize>,
    latency: Option<Range<usize>>,
    clock: Option<Range<usize>>,
    tag_width: Option<Range<usize>>,
    multiplier: Option<Range<usize>>,
    optimise: Option<Range<usize>>,
    name: Option<Range<usize>>,
}

impl Spans {
    /// Returns the position of the value that an error is about.
    fn find_span(&self, error: &RequestError) -> Range<usize> {
        let span = match error {
            RequestError::NameOfSeveral { .. } => &self.name,
            RequestError::NoMultiplication(_) => &self.multiplier,
            RequestError::NoOtherForm(_) => &self.optimise,
            RequestError::Clock(_) | RequestError::ClockOfSimulation => &self.clock,
            RequestError::Design(error) => match error {
                DesignError::Core(CoreError::TagWidth(_)) => &self.tag_width,
                DesignError::Name(_) | DesignError::Keyword { .. } => &self.name,
                DesignError::Latency { .. }
                | DesignError::CoreLatency { .. }
                | DesignError::IterativeLatency { .. }
                | DesignError::RegisteredPorts { .. } => &self.latency,
                DesignError::Core(
                    CoreError::NoInstruction | CoreError::Wide(_) | CoreError::Dot(_) | CoreError::Riscv(_),
                )
                | DesignError::NotIterative(_)
                | DesignError::IterativePorts
                | DesignError::PortName(_)
                | DesignError::UserWidth(_) => &None,
            },
        };
        span.clone().unwrap_or_else(|| self.function.clone())
    }
}

/// The modules of a table as far as they are known before tools run.
pub struct Draft {
    table: TableRequest,
    /// The modules. Those with a clock to meet are combinational, which have the same names.
    pub entries: Vec<ModuleEntry>,
}

impl Draft {
    /// Returns the modules. Runs the measuring tools if there is a clock to meet.
    pub fn finish(self, text: &TomlText) -> Result<Vec<ModuleEntry>, Error> {
        match self.table.request.latency {
            LatencyChoice::MeetClock(_) => self.table.entries(&self.table.request, text),
            _ => Ok(self.entries),
        }
    }
}

impl TableRequest {
    /// Reads a `[[module]]` table.
    pub fn from_module(table: &ModuleTable, text: &TomlText) -> Result<TableRequest, Error> {
        let span = table.instruction.span();
        let word = table.instruction.get_ref();
        let own_table = match ModuleKind::find(word) {
            ModuleKind::Unit => None,
            ModuleKind::Core => Some(format!("the core has a table of its own, [{word}]")),
            kind => Some(format!("it has a table of its own, [[{kind}]]")),
        };
        if let Some(own_table) = own_table {
            return Err(text.wrong(&span, format!("`{word}` is no instruction: {own_table}")));
        }
        let ports = PortOptions {
            flags: table.flags,
            rounding: table.rounding,
        };
        let instructions = instructions(&table.instruction, ports, text)?;
        let clock = clock(table, text)?;
        let unit = |instruction| {
            let unit = ports.unit(instruction, table.iterative);
            unit.map_err(|error| text.wrong(&span, error))
        };
        Ok(TableRequest {
            request: DesignRequest {
                kinds: instructions.into_iter().map(unit).collect::<Result<_, Error>>()?,
                latency: match clock {
                    Some(clock) => LatencyChoice::MeetClock(clock),
                    None => LatencyChoice::from_number(value(&table.latency)),
                },
                multiplier: value(&table.multiplier),
                optimisation: value(&table.optimise).unwrap_or_default(),
                register_ports: table.register_ports,
                name: value(&table.name),
            },
            outputs: OutputOptions {
                stream: stream(table.stream, &table.stream_user, text)?,
                package: table.package,
                ..OutputOptions::default()
            },
            spans: Spans {
                function: span,
                latency: position(&table.latency),
                clock: position(&table.mhz),
                tag_width: None,
                multiplier: position(&table.multiplier),
                optimise: position(&table.optimise),
                name: position(&table.name),
            },
            word: word.clone(),
        })
    }

    /// Reads the `[fpu]` table.
    pub fn from_core(table: &Spanned<CoreTable>, text: &TomlText) -> Result<TableRequest, Error> {
        let span = table.span();
        let table = table.get_ref();
        let mut chosen = Vec::new();
        match &table.instructions {
            None => chosen.extend(Instruction::arithmetic()),
            Some(words) => {
                for word in words {
                    let ports = PortOptions {
                        rounding: table.rounding,
                        ..PortOptions::default()
                    };
                    chosen.extend(
                        ports
                            .select(std::slice::from_ref(word.get_ref()), |_| true)
                            .map_err(|error| text.wrong(&word.span(), error))?,
                    );
                }
            }
        }
        let ports = PortOptions {
            flags: value(&table.flags).unwrap_or(false),
            rounding: table.rounding,
        };
        let place = position(&table.flags).unwrap_or_else(|| span.clone());
        let chosen = ports.add_to_core(&chosen);
        let chosen = unique(chosen.map_err(|error| text.wrong(&place, error))?);
        let outputs = OutputOptions {
            package: table.package,
            stream: stream(table.stream, &table.stream_user, text)?,
            cfu: table.cfu,
            pcpi: table.pcpi,
        };
        let tag_bits = outputs.tag_width(value(&table.tag_width)).unwrap_or(DEFAULT_TAG_BITS);
        Ok(TableRequest {
            request: DesignRequest {
                kinds: vec![DesignKind::Core {
                    instructions: chosen,
                    tag_bits,
                }],
                latency: LatencyChoice::from_number(value(&table.latency)),
                multiplier: value(&table.multiplier),
                optimisation: OptimisationArg::default(),
                register_ports: table.register_ports,
                name: value(&table.name),
            },
            outputs,
            spans: Spans {
                function: span,
                latency: position(&table.latency),
                clock: None,
                tag_width: position(&table.tag_width),
                multiplier: position(&table.multiplier),
                optimise: None,
                name: position(&table.name),
            },
            word: CORE.to_owned(),
        })
    }

    /// Builds the modules as far as they are known before tools run.
    pub fn draft(self, text: &TomlText) -> Result<Draft, Error> {
        let request = match self.request.latency {
            LatencyChoice::MeetClock(_) => self.request.combinational(),
            _ => self.request.clone(),
        };
        let entries = self.entries(&request, text)?;
        for entry in &entries {
            for bus in self.outputs.buses() {
                let checked = bus.check(&entry.design);
                checked.map_err(|error| text.wrong(&self.spans.function, bus_error(error)))?;
            }
        }
        Ok(Draft { table: self, entries })
    }

    /// Builds the modules of a request with the table's outputs.
    fn entries(&self, request: &DesignRequest, text: &TomlText) -> Result<Vec<ModuleEntry>, Error> {
        let designs = request.designs().map_err(|error| self.error(&error, text))?.into_iter();
        let entry = |design| ModuleEntry {
            design,
            outputs: self.outputs,
            clock: match request.latency {
                LatencyChoice::MeetClock(clock) => Some(clock),
                _ => None,
            },
            span: self.spans.name.clone().unwrap_or_else(|| self.spans.function.clone()),
        };
        Ok(designs.map(entry).collect())
    }

    /// Converts the error of the request. The message names the line and the key at fault.
    fn error(&self, error: &RequestError, text: &TomlText) -> Error {
        let span = self.spans.find_span(error);
        match error {
            RequestError::NameOfSeveral { modules, .. } => text.wrong(
                &span,
                format!("`name` names one module, but `{}` stands for {modules}", self.word),
            ),
            RequestError::NoMultiplication(error) => text.wrong(&span, error),
            RequestError::NoOtherForm(error) => text.wrong(&span, error),
            RequestError::ClockOfSimulation => text.wrong(&span, CLOCK_OF_SIMULATION),
            RequestError::Design(error) => text.wrong(&span, error),
            RequestError::Clock(ClockError::NotMet {
                clock: Clock { mhz, target, .. },
                mnemonic,
                latencies,
                ..
            }) => Error::failure(text.located(
                &span,
                format!(
                    "{mnemonic} does not meet {mhz} MHz on {target} at any of its latencies, {}",
                    hardware::span(&latencies.clone().collect::<Vec<_>>())
                ),
            )),
            RequestError::Clock(error) => error.clone().into(),
        }
    }
}

/// Reads the stream of a table, if there is one.
fn stream(wanted: bool, user: &Option<Spanned<u32>>, text: &TomlText) -> Result<Option<StreamPorts>, Error> {
    match user {
        Some(bits) if !wanted => Err(text.wrong(&bits.span(), "`stream-user` needs `stream = true`")),
        Some(bits) if !(1..=MAX_USER_BITS).contains(bits.get_ref()) => Err(text.wrong(
            &bits.span(),
            format!("`stream-user` is a width of 1 to {MAX_USER_BITS} bits"),
        )),
        _ => Ok(wanted.then_some(StreamPorts {
            user_bits: value(user).unwrap_or(0),
        })),
    }
}

/// Reads the clock of a table, if there is one. The tools measure it.
fn clock(table: &ModuleTable, text: &TomlText) -> Result<Option<Clock>, Error> {
    let (mhz, target) = match (&table.mhz, &table.target) {
        (None, None) => return Ok(None),
        (Some(mhz), Some(target)) => (mhz, target),
        (Some(mhz), None) => {
            return Err(text.wrong(
                &mhz.span(),
                "`mhz` needs a `target`, the FPGA on which the clock is met",
            ))
        }
        (None, Some(target)) => {
            return Err(text.wrong(&target.span(), "`target` needs an `mhz`, the clock to be met on it"))
        }
    };
    if let Some(latency) = &table.latency {
        return Err(text.wrong(
            &latency.span(),
            "`latency` and `mhz` cannot be combined; `mhz` chooses the smallest latency that meets it",
        ));
    }
    let is_clock = mhz.get_ref().is_finite() && *mhz.get_ref() > 0.0;
    if !is_clock {
        return Err(text.wrong(&mhz.span(), "`mhz` is a frequency above 0"));
    }
    let parsed = target.get_ref().parse::<Target>();
    let parsed = parsed.and_then(|target| target.router().map(|_| target));
    Ok(Some(Clock {
        mhz: *mhz.get_ref(),
        target: parsed.map_err(|error| text.wrong(&target.span(), error))?,
        method: ClockMethod::Measure(measure_frequencies),
    }))
}

/// Returns the instructions that a word names. If the word stands for many and ports are requested, keeps those that
/// can have them.
fn instructions(word: &Spanned<String>, ports: PortOptions, text: &TomlText) -> Result<Vec<Instruction>, Error> {
    let words = std::slice::from_ref(word.get_ref());
    let named = ports.select(words, |instruction| ports.is_possible(instruction));
    named.map_err(|error| text.wrong(&word.span(), error))
}

fn value<T: Clone>(entry: &Option<Spanned<T>>) -> Option<T> {
    entry.as_ref().map(|entry| entry.get_ref().clone())
}

fn position<T>(entry: &Option<Spanned<T>>) -> Option<Range<usize>> {
    entry.as_ref().map(Spanned::span)
}
