//! The dump of a module in Verilator: its own hierarchy, with the model's outputs in the scope `check`.

use std::collections::HashSet;
use std::io;

use halfpipe_hdl::design::{Port, Role};
use halfpipe_simulation::wave::WaveScenario;
use halfpipe_simulation::wave::{list_checks, list_ports};
use halfpipe_simulation::wave::{Dump, CYCLE, OPERANDS};
use halfpipe_simulation::wave::{DumpScope, Shown, SignalSource, Variable};
use halfpipe_simulation::CycleOut;
use halfpipe_simulation::{vector, Vector};
use halfpipe_yosys::VerilogDut;
use vcd::{Command, IdCode, Parser, ReferenceIndex, ScopeType, TimescaleUnit, Value, VarType, Writer};

use super::error::{TracedError, WaveError};
use super::stages::FileStages;
use crate::engine::verilator::{trace, Times, Trace};

/// Runs the module; returns its scopes and the dump.
pub(super) fn run(device: &dyn VerilogDut, play: &WaveScenario) -> Result<(DumpScope, Dump), WaveError> {
    let times = Times {
        cycle: CYCLE,
        operands: OPERANDS,
    };
    let trace = trace(device, &play.inputs, times)?;
    let checks = Checks::new(device, play, &trace.outputs);
    let unreadable = |error: io::Error| TracedError {
        module: device.name().to_owned(),
        message: error.to_string(),
    };
    let traced = Traced::read(&trace, device.name()).map_err(unreadable)?;
    let layout = traced.layout(device);
    let end = trace.outputs.len() as u64 * CYCLE;
    let text = traced.write(&layout, &checks, device.latency(), end);
    let dump = Dump {
        text: text.expect("writing into memory does not fail"),
        marker: checks.first.unwrap_or(0) + CYCLE / 2,
        latency: device.latency().into(),
        end,
        mismatch: checks.mismatch,
    };
    Ok((layout, dump))
}

/// The model's outputs over time.
struct Checks {
    /// The time, the expected outputs, and true if they differ from the actual ones.
    changes: Vec<(u64, Option<Vector>, bool)>,
    /// The time of the first mismatch, or else of the first result.
    first: Option<u64>,
    /// The first cycle with a mismatch, and its outputs.
    mismatch: Option<(usize, CycleOut)>,
}

impl Checks {
    fn new(device: &dyn VerilogDut, play: &WaveScenario, outputs: &[CycleOut]) -> Checks {
        // Only the expected values of results are shown.
        let is_result = |port: &Port| matches!(port.role, Role::Result(_) | Role::Flags);
        let shown = |expected: &Vector| {
            let outputs = device.interface().outputs().zip(expected.iter());
            vector(outputs.map(|(port, word)| if is_result(port) { *word } else { 0 }))
        };
        let mut checks = Checks {
            changes: Vec::new(),
            first: None,
            mismatch: None,
        };
        let mut first_result = None;
        for (cycle, (output, expected)) in outputs.iter().zip(&play.expected).enumerate() {
            let time = cycle as u64 * CYCLE;
            let is_mismatch = play.is_wrong(cycle, output);
            if expected.is_some() {
                first_result.get_or_insert(time);
            }
            if is_mismatch {
                checks.mismatch.get_or_insert_with(|| (cycle, output.clone()));
            }
            let expected = expected.as_ref().map(shown);
            let last = checks.changes.last();
            if last.map(|(_, expected, is_mismatch)| (expected, *is_mismatch)) != Some((&expected, is_mismatch)) {
                checks.changes.push((time, expected, is_mismatch));
            }
        }
        let first_mismatch = checks.mismatch.as_ref().map(|(cycle, _)| *cycle as u64 * CYCLE);
        checks.first = first_mismatch.or(first_result);
        checks
    }
}

/// The parts of Verilator's dump.
struct Traced {
    /// The declarations from the module's scope to its last variable or inner scope.
    declarations: Vec<Command>,
    codes: HashSet<IdCode>,
    /// The first unused variable code.
    free: IdCode,
    changes: Vec<Command>,
}

impl Traced {
    /// Keeps the contents of the module's scope; the scopes above are Verilator's own.
    fn read(trace: &Trace, module: &str) -> io::Result<Traced> {
        let mut commands = Parser::new(trace.dump.as_slice());
        let mut traced = Traced {
            declarations: Vec::new(),
            codes: HashSet::new(),
            free: IdCode::FIRST,
            changes: Vec::new(),
        };
        // The depth in the module's scope.
        let mut depth = 0;
        for command in commands.by_ref() {
            let command = command?;
            match &command {
                Command::Enddefinitions => break,
                Command::ScopeDef(_, name) if depth > 0 || name == module => depth += 1,
                Command::Upscope if depth > 0 => depth -= 1,
                _ => {}
            }
            if let Command::VarDef(_, _, code, ..) = &command {
                traced.free = traced.free.max(code.next());
            }
            match command {
                Command::ScopeDef(..) | Command::Upscope if depth > 0 => traced.declarations.push(command),
                Command::VarDef(_, _, code, ..) if depth > 0 => {
                    traced.codes.insert(code);
                    traced.declarations.push(command);
                }
                _ => {}
            }
        }
        if traced.declarations.is_empty() {
            return Err(io::Error::other(format!("it has no scope {module}")));
        }
        traced.changes = commands.collect::<io::Result<_>>()?;
        Ok(traced)
    }

    /// Returns the ports, then the model's outputs, then the stages that the file's comments name, then the other nets
    /// and scopes, folded.
    fn layout(&self, device: &dyn VerilogDut) -> DumpScope {
        let interface = device.interface();
        let mut declarations = self.declarations.iter().skip(1);
        let mut internals = inner_scope("internals", &mut declarations);
        internals.name = String::new();
        internals
            .variables
            .retain(|variable| interface.ports().iter().all(|port| port.name != variable.name));
        FileStages::read(device).group(&mut internals, "");
        let mut scopes = vec![list_checks(interface)];
        let is_shown = |scope: &DumpScope| scope.stage.is_some() || scope.open;
        let (stages, others) = std::mem::take(&mut internals.scopes).into_iter().partition(is_shown);
        internals.scopes = others;
        scopes.extend::<Vec<DumpScope>>(stages);
        if !(internals.variables.is_empty() && internals.scopes.is_empty()) {
            scopes.push(internals);
        }
        DumpScope {
            name: device.name().to_owned(),
            title: interface.title(),
            variables: list_ports(interface),
            scopes,
            open: true,
            stage: None,
        }
    }

    /// Returns the dump with the model's scope in it.
    fn write(&self, layout: &DumpScope, checks: &Checks, latency: u32, end: u64) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let mut writer = Writer::new(&mut text);
        writer.version(concat!("halfpipe ", env!("CARGO_PKG_VERSION"), " with Verilator"))?;
        writer.comment(&format!("{}, latency {latency}", layout.title))?;
        writer.timescale(1, TimescaleUnit::NS)?;
        for command in &self.declarations {
            writer.command(command)?;
        }
        let mut code = self.free;
        let mut shown = Vec::new();
        for scope in layout.check_scopes() {
            writer.scope_def(ScopeType::Module, &scope.name)?;
            for variable in &scope.variables {
                let range = (variable.width > 1).then(|| ReferenceIndex::Range(variable.width - 1, 0));
                writer.var_def(VarType::Wire, variable.width, code, &variable.name, range)?;
                shown.push((code, variable));
                code = code.next();
            }
            writer.upscope()?;
        }
        writer.upscope()?;
        writer.enddefinitions()?;

        let mut pending = checks.changes.iter().peekable();
        let mut show_until = |writer: &mut Writer<&mut Vec<u8>>, until: u64, now: &mut u64| -> io::Result<()> {
            while let Some((time, expected, is_mismatch)) = pending.next_if(|(time, ..)| *time <= until) {
                if time != now {
                    writer.timestamp(*time)?;
                    *now = *time;
                }
                for (code, variable) in &shown {
                    match variable.source {
                        SignalSource::Mismatch => writer.change_scalar(*code, *is_mismatch)?,
                        SignalSource::Expected(output) => {
                            let word = expected.as_ref().map(|expected| expected[output]);
                            writer.change_vector(*code, &bits(word, variable.width))?;
                        }
                        _ => {}
                    }
                }
            }
            Ok(())
        };
        let mut now = u64::MAX;
        for command in &self.changes {
            match command {
                Command::Timestamp(time) => {
                    // A change of the model between two changes of the module has its own time.
                    show_until(&mut writer, time.saturating_sub(1), &mut now)?;
                    writer.timestamp(*time)?;
                    now = *time;
                    show_until(&mut writer, *time, &mut now)?;
                }
                Command::ChangeScalar(code, _) | Command::ChangeVector(code, _) | Command::ChangeReal(code, _)
                    if !self.codes.contains(code) => {}
                other => writer.command(other)?,
            }
        }
        show_until(&mut writer, u64::MAX, &mut now)?;
        if now != end {
            writer.timestamp(end)?;
        }
        Ok(text)
    }
}

/// Reads a scope to its end, after its beginning has been read.
fn inner_scope(name: &str, declarations: &mut dyn Iterator<Item = &Command>) -> DumpScope {
    let mut scope = DumpScope {
        name: name.to_owned(),
        title: name.to_owned(),
        ..DumpScope::default()
    };
    while let Some(command) = declarations.next() {
        match command {
            Command::ScopeDef(_, name) => scope.scopes.push(inner_scope(name, declarations)),
            Command::Upscope => break,
            Command::VarDef(_, width, _, name, range) if is_whole(*width, *range) => scope.variables.push(Variable {
                name: name.clone(),
                width: *width,
                source: SignalSource::Dumped,
                shown: Shown::Hexadecimal,
                cycle: None,
            }),
            _ => {}
        }
    }
    scope
}

/// True if a variable's bit range counts down to 0, as views name it. Other variables are only in the dump.
fn is_whole(width: u32, range: Option<ReferenceIndex>) -> bool {
    match range {
        None => width == 1,
        Some(ReferenceIndex::Range(high, low)) => (high, low) == (width - 1, 0),
        Some(ReferenceIndex::BitSelect(_)) => false,
    }
}

/// Returns the bits of a number, the highest first; unknown bits if there is no number.
fn bits(value: Option<u64>, width: u32) -> Vec<Value> {
    let bit = |position: u32| value.map_or(Value::Z, |value| Value::from(value >> position & 1 == 1));
    (0..width).rev().map(bit).collect()
}
