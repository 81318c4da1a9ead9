//! Computing: operands, results of the hardware and of the golden model, and the nets between.

use halfpipe_hdl::design::{Design, Function, Interface};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_hdl::net::Stage;
use halfpipe_isa::{ElementType, FloatFormat, Operand};
use halfpipe_request::arguments::generate::ModuleArguments;
use halfpipe_request::kind::ModuleKind;
use halfpipe_request::operands::{append_values, LineReader, OperandReader};
use halfpipe_request::request::{DesignRequest, LatencyChoice};
use halfpipe_request::Error;
use halfpipe_simulation::model::expected;
use halfpipe_simulation::wave::draw_vectors;
use halfpipe_simulation::{decoded, vector, Vector};
use serde::Serialize;
use serde_json::{json, Map, Value};

use crate::modules::{design_of, single_kind};

/// The operands and the results of a module.
#[derive(Serialize)]
pub struct Shapes {
    operands: Vec<Shape>,
    results: Vec<Shape>,
    flags: bool,
    rounding: bool,
}

/// An operand or a result.
#[derive(Serialize)]
struct Shape {
    name: &'static str,
    width: u32,
    role: &'static str,
    lanes: Vec<LaneShape>,
}

/// The fields of a lane, in bits. A lane that is no floating-point number has a fraction only.
#[derive(Serialize)]
struct LaneShape {
    format: String,
    sign: u32,
    exponent: u32,
    fraction: u32,
}

/// The results of operands, and the nets between.
#[derive(Serialize)]
pub struct Evaluation {
    operands: Vec<ShownWord>,
    results: Vec<ShownWord>,
    flags: Option<Value>,
    model: ModelResults,
    /// True if hardware and model are equal.
    agrees: bool,
    nets: Vec<NetRow>,
}

/// The results of the golden model.
#[derive(Serialize)]
struct ModelResults {
    results: Vec<ShownWord>,
}

/// The value of an operand or a result.
#[derive(Serialize)]
struct ShownWord {
    name: &'static str,
    hex: String,
    decimal: String,
    bits: String,
    /// The exact value of each lane, as messages have it.
    exact: String,
}

/// The value of a named net.
#[derive(Serialize)]
struct NetRow {
    stage: usize,
    title: String,
    name: String,
    width: u32,
    hex: String,
}

/// The flags, from the lowest bit.
const FLAGS: [&str; 5] = ["inexact", "underflow", "overflow", "divide by zero", "invalid"];

/// Returns the operation that the page computes.
fn operation(interface: &Interface) -> Result<&Function, Error> {
    interface
        .function()
        .ok_or_else(|| Error::usage("the page computes with one instruction; choose one of the core's instructions"))
}

/// Describes operands and results.
pub fn describe(arguments: &ModuleArguments) -> Result<Shapes, Error> {
    let design = combinational(arguments)?;
    let signature = operation(design.interface())?.signature();
    let is_rounding = |operand: &&Operand| operand.element_type == ElementType::Rounding;
    let is_flags = |operand: &&Operand| operand.element_type == ElementType::Flags;
    Ok(Shapes {
        operands: signature.operands().iter().map(shape).collect(),
        results: signature
            .results()
            .iter()
            .filter(|one| !is_flags(one))
            .map(shape)
            .collect(),
        flags: signature.results().iter().any(|one| is_flags(&one)),
        rounding: signature.operands().iter().any(|one| is_rounding(&one)),
    })
}

fn shape(operand: &Operand) -> Shape {
    let lane = |_| {
        let bits = operand.element_type.bits();
        let fields = match operand.element_type {
            ElementType::Number(format) | ElementType::Small(format) => fields(format),
            _ => (0, 0, bits),
        };
        let (sign, exponent, fraction) = fields;
        LaneShape {
            format: operand.element_type.to_string(),
            sign,
            exponent,
            fraction,
        }
    };
    Shape {
        name: operand.name,
        width: operand.width(),
        role: if operand.element_type == ElementType::Rounding {
            "rounding"
        } else {
            "operand"
        },
        lanes: (0..operand.lanes).map(lane).collect(),
    }
}

/// Returns the widths of sign, exponent and fraction.
fn fields(format: FloatFormat) -> (u32, u32, u32) {
    let sign = format.sign_mask().count_ones();
    (sign, format.exponent_bits, format.fraction_bits)
}

/// Builds the unit without registers; an iterative one has its cycles.
fn combinational(arguments: &ModuleArguments) -> Result<Design, Error> {
    if single_kind(arguments) != ModuleKind::Unit {
        return Err(Error::usage(format!(
            "the page computes with one instruction; choose one of those of {}",
            single_kind(arguments)
        )));
    }
    // The whole request is checked, and its latency replaced.
    let design = design_of(arguments)?;
    let kind = arguments.core.kind(&arguments.mnemonics[0])?;
    let latency = if design.interface().is_iterative() {
        LatencyChoice::Usual
    } else {
        LatencyChoice::Fixed(0)
    };
    let mut designs = DesignRequest::new(vec![kind], latency).designs()?;
    Ok(designs.remove(0))
}

/// Computes the results of operands in the hardware and in the model.
pub fn evaluate(arguments: &ModuleArguments, words: &[String]) -> Result<Evaluation, Error> {
    let design = combinational(arguments)?;
    let interface = design.interface();
    let function = operation(interface)?;
    let inputs = read(&design, words)?;
    let (outputs, nets) = run(&design, &inputs);
    let wanted = expected(interface, &inputs);
    let signature = function.signature();
    let show = |outputs: &Vector| {
        let results = interface.results(function, outputs);
        let registers = signature.results().iter().zip(results);
        let registers = registers.filter(|(register, _)| register.element_type != ElementType::Flags);
        registers
            .map(|(register, word)| shown(register, word))
            .collect::<Vec<_>>()
    };
    let flags = signature.flags().map(|place| {
        let word = interface.results(function, &outputs)[place];
        let named = FLAGS.iter().enumerate();
        let flags: Map<String, Value> = named
            .map(|(bit, name)| ((*name).to_owned(), (word >> bit & 1 == 1).into()))
            .collect();
        Value::Object(flags)
    });
    let operands = interface.operands(function, &inputs);
    Ok(Evaluation {
        operands: signature
            .operands()
            .iter()
            .zip(operands)
            .map(|(operand, word)| shown(operand, word))
            .collect(),
        results: show(&outputs),
        flags,
        agrees: outputs == wanted,
        model: ModelResults { results: show(&wanted) },
        nets,
    })
}

/// Reads the words of operands, as the command does.
fn read(design: &Design, words: &[String]) -> Result<Vector, Error> {
    let reader = OperandReader::new(design.interface());
    let read = reader.read_given(words)?;
    read.ok_or_else(|| Error::usage(format!("{} takes {}", reader.module(), reader.expected())))
}

/// Runs the hardware once. Returns the data outputs, and the named nets of a unit without registers.
fn run(design: &Design, inputs: &Vector) -> (Vector, Vec<NetRow>) {
    let interface = design.interface();
    let mut simulator = NetlistSimulator::new(design.module());
    for (position, word) in inputs.words(interface.inputs().count()).enumerate() {
        simulator.set_input(position, word);
    }
    simulator.set_valid(true);
    for _ in 0..=interface.latency() {
        simulator.settle();
        if interface.latency() == 0 || simulator.out_valid() {
            break;
        }
        simulator.tick(true, false);
    }
    let outputs = interface.outputs().enumerate();
    let outputs = vector(outputs.map(|(position, _)| simulator.output(position) as u64));
    let nets = if interface.latency() == 0 {
        nets(design, &simulator)
    } else {
        Vec::new()
    };
    (outputs, nets)
}

/// Lists the named nets of the lowest lane, by stage.
fn nets(design: &Design, simulator: &NetlistSimulator) -> Vec<NetRow> {
    let titles: Vec<String> = design.lane().stages.iter().map(Stage::title).collect();
    let mut rows = Vec::new();
    for signal in simulator.signals().iter().filter(|signal| signal.lane == 0) {
        let title = signal.stage.replace('_', " ");
        let stage = titles.iter().position(|one| *one == title);
        let (Some(stage), Some(name)) = (stage.filter(|stage| *stage != Stage::PORTS), &signal.name) else {
            continue;
        };
        rows.push(NetRow {
            stage: stage - 1,
            title,
            name: name.clone(),
            width: signal.width,
            hex: format!(
                "0x{:0digits$x}",
                simulator.value(signal),
                digits = signal.width.div_ceil(4) as usize
            ),
        });
    }
    rows.sort_by_key(|row| row.stage);
    rows
}

/// Shows the value of a register.
fn shown(register: &Operand, word: u64) -> ShownWord {
    let width = register.width();
    let only = Operand {
        name: register.name,
        ..*register
    };
    let signature = halfpipe_isa::Signature::new(&[], &[only]);
    let mut decimal = Vec::new();
    if let Some(function) = signature
        .ok()
        .and_then(|signature| Function::new("shown", signature).ok())
    {
        append_values(&mut decimal, Some(&function), &[word]);
    }
    let lanes = (0..register.lanes).map(|lane| decoded(register, word, lane));
    ShownWord {
        name: register.name,
        hex: format!("0x{word:0digits$x}", digits = width.div_ceil(4) as usize),
        decimal: String::from_utf8_lossy(&decimal).trim().to_owned(),
        bits: format!("{word:0digits$b}", digits = width as usize),
        exact: lanes.collect::<Vec<_>>().join("; "),
    }
}

/// Draws the waveform of an operation.
pub fn draw_wave(arguments: &ModuleArguments, words: &[String]) -> Result<Value, Error> {
    if single_kind(arguments) != ModuleKind::Unit {
        return Err(Error::usage(
            "the page draws the waveform of one instruction; choose one",
        ));
    }
    let design = design_of(arguments)?;
    let inputs = read(&design, words)?;
    let svg = draw_vectors(&design, &[inputs]).map_err(Error::failure)?;
    Ok(json!({ "svg": svg }))
}
