//! Equivalence of the models of netlist cells with Yosys' own models, for all inputs.
//!
//! Gowin's INV has no Yosys model: Yosys has only its name and its pins.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use halfpipe_aig::Aig;
use halfpipe_fpga::{CellFunction, CellType, Family, LookupTable, ResetValue, Setting};
use halfpipe_lemmas::formula::{Formula, Procedure};
use halfpipe_lemmas::graph::{Graph, Literal};
use halfpipe_lemmas::verdict::LemmaVerdict;
use halfpipe_spec::{Arithmetic, Logic};
use halfpipe_test_support::seed;
use halfpipe_yosys::circuit::read_netlist;
use halfpipe_yosys::netlist::{Bit, YosysModule};
use halfpipe_yosys::Mapping;
use halfpipe_yosys::Yosys;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The name of the module that has a cell of each kind and setting.
const MODULE: &str = "cells";

/// The number of settings that are drawn of a table with too many settings to try all.
const DRAWN: usize = 24;

/// The most entries of a table for which all settings are tried.
const FEW_ENTRIES: u32 = 4;

/// A cell with one setting.
struct Instance {
    kind: &'static str,
    inputs: Vec<&'static str>,
    outputs: Vec<&'static str>,
    clock: Option<&'static str>,
    /// The parameters, in Verilog syntax.
    parameters: Vec<(&'static str, String)>,
}

/// The instances side by side, each with its own inputs and outputs.
struct Cells {
    instances: Vec<Instance>,
    /// The instances with our models.
    ours: YosysModule,
    /// The instances with Yosys' models.
    theirs: Aig,
    mapping: Mapping,
}

/// Returns a parameter with a value, in Verilog syntax.
fn set(setting: Setting, value: &str) -> (&'static str, String) {
    let is_number = value.len() == 32 && value.bytes().all(|digit| digit == b'0' || digit == b'1');
    let text = if is_number {
        format!("32'b{value}")
    } else {
        format!("\"{value}\"")
    };
    (setting.parameter, text)
}

/// Returns the parameter for a table with these entries, in the form that the family's cells take.
fn entries(family: &Family, table: LookupTable, entries: u64) -> (&'static str, String) {
    let bits = 1 << table.inputs.len();
    let text = match family.name {
        "nexus" => format!("\"0x{entries:0width$X}\"", width = bits / 4),
        _ => format!("{bits}'d{entries}"),
    };
    (table.parameter, text)
}

/// Returns settings of tables: all if they are few, else some.
fn settings_of_tables(
    family: &Family,
    tables: &[LookupTable],
    random: &mut ChaCha8Rng,
) -> Vec<Vec<(&'static str, String)>> {
    let sizes = tables.iter().map(|table| 1_u32 << table.inputs.len());
    let bits: u32 = sizes.sum();
    if bits <= FEW_ENTRIES {
        return (0..1_u64 << bits)
            .map(|value| tables.iter().map(|table| entries(family, *table, value)).collect())
            .collect();
    }
    let one = |random: &mut ChaCha8Rng| {
        let mut table = |table: &LookupTable| {
            let value: u64 = random.random();
            entries(family, *table, value & u64::MAX >> (64 - (1 << table.inputs.len())))
        };
        tables.iter().map(&mut table).collect()
    };
    (0..DRAWN).map(|_| one(random)).collect()
}

/// Concatenates each of some lists with each of others.
fn combined<T: Clone>(one: Vec<Vec<T>>, others: &[Vec<T>]) -> Vec<Vec<T>> {
    let both = |one: Vec<T>| others.iter().map(move |other| [&one[..], other].concat());
    one.into_iter().flat_map(both).collect()
}

/// Returns the instances of a type of cell.
fn instances(family: &Family, cell: &CellType, random: &mut ChaCha8Rng) -> Vec<Instance> {
    let mut clock = None;
    let mut parameters = settings_of_tables(family, &cell.function.tables(), random);
    if parameters.is_empty() {
        parameters.push(Vec::new());
    }
    let (inputs, outputs): (Vec<&'static str>, Vec<&'static str>) = match &cell.function {
        CellFunction::LookUp { table, output } => (table.inputs.to_vec(), vec![output]),
        CellFunction::LookUpIn { tables, select, output } => {
            let inputs = tables.iter().flat_map(|table| table.inputs).chain([select]);
            (inputs.copied().collect(), vec![output])
        }
        CellFunction::Constant { output, .. } => (Vec::new(), vec![output]),
        CellFunction::Inverse { input, output } => (vec![input], vec![output]),
        CellFunction::Select {
            select,
            zero,
            one,
            output,
        } => (vec![select, zero, one], vec![output]),
        CellFunction::Majority { inputs, output } => (inputs.to_vec(), vec![output]),
        CellFunction::CarryChain {
            carry_in,
            places,
            carry_out,
        } => {
            let begins: BTreeSet<&str> = places.iter().map(|place| place.begins.parameter).collect();
            for parameter in begins {
                let setting = places.iter().find(|place| place.begins.parameter == parameter);
                let setting = setting.expect("a place has it").begins;
                parameters = combined(
                    parameters,
                    &[vec![set(setting, setting.value)], vec![set(setting, "NO")], vec![]],
                );
            }
            let inputs = places.iter().flat_map(|place| place.table.inputs).chain([carry_in]);
            (
                inputs.copied().collect(),
                places.iter().map(|place| place.sum).chain([*carry_out]).collect(),
            )
        }
        CellFunction::Adder {
            mode,
            inputs,
            carry_in,
            sum,
            carry_out,
            ..
        } => {
            parameters = vec![vec![set(*mode, mode.value)]];
            (inputs.iter().chain([carry_in]).copied().collect(), vec![sum, carry_out])
        }
        CellFunction::FlipFlop(flip_flop) => {
            clock = Some(flip_flop.clock);
            let mut inputs = vec![flip_flop.data];
            let all = |settings: &[Setting]| {
                settings
                    .iter()
                    .map(|setting| set(*setting, setting.value))
                    .collect::<Vec<_>>()
            };
            parameters = combined(parameters, &[all(flip_flop.required)]);
            if let Some(enable) = flip_flop.enable {
                inputs.push(enable.pin);
                if let Some(choice) = enable.choice {
                    let choices = [choice.used.value, choice.unused].map(|value| vec![set(choice.used, value)]);
                    parameters = combined(parameters, &choices);
                }
            }
            if let Some(reset) = flip_flop.reset {
                inputs.push(reset.pin);
                parameters = combined(parameters, &[all(reset.required)]);
                if let ResetValue::OneWhere(setting) = reset.value {
                    let values = [setting.value, setting.usual].map(|value| vec![set(setting, value)]);
                    parameters = combined(parameters, &values);
                }
            }
            // One cell without parameters, which has its default settings.
            parameters.push(Vec::new());
            (inputs, vec!["Q"])
        }
    };
    let instance = |parameters| Instance {
        kind: cell.kind,
        inputs: inputs.clone(),
        outputs: outputs.clone(),
        clock,
        parameters,
    };
    parameters.into_iter().map(instance).collect()
}

/// Returns the Verilog of a module of instances between ports `i` and `o`.
fn verilog(instances: &[Instance]) -> String {
    let count = |pins: fn(&Instance) -> usize| instances.iter().map(pins).sum::<usize>();
    let (inputs, outputs) = (
        count(|instance| instance.inputs.len()),
        count(|instance| instance.outputs.len()),
    );
    let mut text = format!(
        "module {MODULE}(input clock, input [{}:0] i, output [{}:0] o);\n",
        inputs - 1,
        outputs - 1
    );
    let (mut input, mut output) = (0, 0);
    for (number, instance) in instances.iter().enumerate() {
        let mut pins: Vec<String> = instance.clock.iter().map(|clock| format!(".{clock}(clock)")).collect();
        for pin in &instance.inputs {
            pins.push(format!(".{pin}(i[{input}])"));
            input += 1;
        }
        for pin in &instance.outputs {
            pins.push(format!(".{pin}(o[{output}])"));
            output += 1;
        }
        let parameters: Vec<String> = instance
            .parameters
            .iter()
            .map(|(name, value)| format!(".{name}({value})"))
            .collect();
        let parameters = if parameters.is_empty() {
            String::new()
        } else {
            format!(" #({})", parameters.join(", "))
        };
        // The blank ends the name of one of Yosys' own cells.
        let _ = writeln!(
            text,
            "  {}{parameters} {} ({});",
            escaped(instance.kind),
            name(number),
            pins.join(", ")
        );
    }
    text + "endmodule\n"
}

/// Escapes a type's name for Verilog.
fn escaped(kind: &str) -> String {
    if kind.starts_with('$') {
        format!("\\{kind} ")
    } else {
        kind.to_owned()
    }
}

/// Returns the name of an instance.
fn name(number: usize) -> String {
    format!("u{number}")
}

/// Runs Yosys commands on the module and reads the netlist that it writes.
fn yosys(text: &str, commands: &str) -> YosysModule {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join("cells.v"), text).expect("the folder can be written to");
    let script = format!("{commands}delete t:$scopeinfo\nwrite_json cells.json\n");
    let yosys = Yosys::find().unwrap_or_else(|error| panic!("{error}"));
    yosys
        .run(folder.path(), "script.ys", &script)
        .unwrap_or_else(|error| panic!("{error}"));
    let json = std::fs::read_to_string(folder.path().join("cells.json")).expect("Yosys has written it");
    YosysModule::parse(&json, MODULE).unwrap_or_else(|error| panic!("{error}"))
}

fn read(module: &YosysModule, mapping: Mapping) -> Aig {
    read_netlist(module, mapping, &["i"], &["o"]).unwrap_or_else(|error| panic!("{error}"))
}

impl Cells {
    /// Builds the instances of a family, of the cell types that are wanted.
    fn of_family(family: &'static Family, is_wanted: impl Fn(&str) -> bool, random: &mut ChaCha8Rng) -> Cells {
        let modelled = family.functions.iter().filter(|cell| is_wanted(cell.kind));
        let instances: Vec<Instance> = modelled.flat_map(|cell| instances(family, cell, random)).collect();
        let text = verilog(&instances);
        let file = family.models.file;
        let ours =
            format!("read_verilog -lib {file}\ndelete =*/p:*\nread_verilog cells.v\nhierarchy -check -top {MODULE}\n");
        let macros = family
            .models
            .without_defaults
            .map_or(String::new(), |name| format!(" -D {name}"));
        let theirs = format!(
            "read_verilog cells.v\nread_verilog -defer -overwrite{macros} {file}\nhierarchy -check -top {MODULE}\nproc\nflatten\n\
             hierarchy -top {MODULE}\n{}",
            Mapping::Generic.script(MODULE)
        );
        let mapping = Mapping::Cells(family);
        Cells {
            ours: yosys(&text, &ours),
            theirs: read(&yosys(&text, &theirs), Mapping::Generic),
            instances,
            mapping,
        }
    }

    /// Builds the instances of Yosys' own gates. Their models become ANDs and inversions, according to their names.
    fn generic() -> Cells {
        let gate = |kind: &'static str, inputs: &[&'static str]| Instance {
            kind,
            inputs: inputs.to_vec(),
            outputs: vec!["Y"],
            clock: None,
            parameters: Vec::new(),
        };
        let two = ["$_AND_", "$_OR_", "$_XOR_", "$_XNOR_", "$_ANDNOT_", "$_ORNOT_"].map(|kind| gate(kind, &["A", "B"]));
        let others = [gate("$_NOT_", &["A"]), gate("$_MUX_", &["A", "B", "S"])];
        let flip_flop = Instance {
            clock: Some("C"),
            outputs: vec!["Q"],
            ..gate("$_DFF_P_", &["D"])
        };
        let instances: Vec<Instance> = two.into_iter().chain(others).chain([flip_flop]).collect();
        let text = verilog(&instances);
        let theirs = "read_verilog -icells cells.v\ntechmap -map +/simcells.v t:$_DFF_P_ %n\nproc\nsimplemap\naigmap\n\
                      clean\n";
        Cells {
            ours: yosys(&text, "read_verilog -icells cells.v\n"),
            theirs: read(&yosys(&text, theirs), Mapping::Generic),
            instances,
            mapping: Mapping::Generic,
        }
    }

    /// Returns the numbers of the instances that differ from Yosys' models, with this netlist in place of ours.
    fn others(&self, ours: &YosysModule) -> Vec<usize> {
        let ours = read(ours, self.mapping);
        let mut graph = Graph::new();
        let inputs = graph.inputs(ours.input_count());
        let held = graph.inputs(ours.registers().len());
        let theirs_held = self.theirs_held(&ours, &held);
        let our = graph.step(&ours, &inputs, &held);
        let their = graph.step(&self.theirs, &inputs, &theirs_held);
        let (our_next, their_next) = (next_of(&ours, &our.next), next_of(&self.theirs, &their.next));
        let mut output = 0;
        let mut found = Vec::new();
        for (number, instance) in self.instances.iter().enumerate() {
            let mut differences = Vec::new();
            for place in output..output + instance.outputs.len() {
                differences.push(graph.xor(our.outputs[place], their.outputs[place]));
                assert_eq!(
                    our_next.contains_key(&place),
                    instance.clock.is_some(),
                    "{}",
                    instance.kind
                );
                if let Some(next) = our_next.get(&place) {
                    differences.push(graph.xor(*next, their_next[&place]));
                }
            }
            output += instance.outputs.len();
            let differs = graph.any(&differences);
            let same = Formula {
                graph: graph.clone(),
                negated_goals: vec![differs],
                ..Formula::default()
            };
            if same.decide(Procedure::Solve) != LemmaVerdict::Holds {
                found.push(number);
            }
        }
        found
    }

    /// Returns the contents of the registers of Yosys' models for the contents of ours. Registers correspond if they
    /// drive the same output.
    fn theirs_held(&self, ours: &Aig, held: &[Literal]) -> Vec<Literal> {
        let ours: BTreeMap<usize, usize> = registers(ours).collect();
        let mut theirs = vec![None; self.theirs.registers().len()];
        for (output, register) in registers(&self.theirs) {
            theirs[register] = ours.get(&output).map(|register| held[*register]);
        }
        theirs
            .into_iter()
            .map(|held| held.expect("each register is shown on an output of a flip-flop"))
            .collect()
    }

    /// Panics where a cell differs from Yosys' model.
    fn assert_alike(&self) {
        let others = self.others(&self.ours);
        let told = others.iter().map(|number| {
            let Instance { kind, parameters, .. } = &self.instances[*number];
            format!("{kind} with {parameters:?}")
        });
        let told: Vec<String> = told.collect();
        assert!(
            told.is_empty(),
            "{}: other than Yosys' models are\n{}",
            self.mapping,
            told.join("\n")
        );
    }

    /// Panics if a disconnected input of some type of cell goes unnoticed.
    fn assert_every_input_matters(&self) {
        let most = self
            .instances
            .iter()
            .map(|instance| instance.inputs.len())
            .max()
            .unwrap_or(0);
        for place in 0..most {
            let mut broken = self.ours.clone();
            for (number, instance) in self.instances.iter().enumerate() {
                if let Some(pin) = instance.inputs.get(place) {
                    let cell = broken.cells.get_mut(&name(number)).expect("the instance is a cell");
                    cell.connections
                        .insert((*pin).to_owned(), vec![Bit::Constant("0".to_owned())]);
                }
            }
            let noticed: BTreeSet<&str> = self
                .others(&broken)
                .into_iter()
                .map(|number| self.instances[number].kind)
                .collect();
            let with_pin = self.instances.iter().filter(|instance| instance.inputs.len() > place);
            let kinds: BTreeSet<&str> = with_pin.map(|instance| instance.kind).collect();
            assert_eq!(noticed, kinds, "{}: input {place}", self.mapping);
        }
    }
}

/// Lists the registers that drive outputs: the output, and the register.
fn registers(circuit: &Aig) -> impl Iterator<Item = (usize, usize)> + '_ {
    circuit.outputs().iter().enumerate().filter_map(|(output, bit)| {
        let mut registers = circuit.registers().iter();
        let register = registers.position(|register| register.held == *bit)?;
        Some((output, register))
    })
}

/// Returns the next values of the registers that drive outputs, by output.
fn next_of(circuit: &Aig, next: &[Literal]) -> BTreeMap<usize, Literal> {
    registers(circuit)
        .map(|(output, register)| (output, next[register]))
        .collect()
}

/// Compares a family's cells with Yosys' models, except for types without one.
fn compare(family: &'static Family, without_model: &[&str]) {
    let cells = Cells::of_family(family, |kind| !without_model.contains(&kind), &mut seed::random());
    cells.assert_alike();
    cells.assert_every_input_matters();
}

#[test]
fn plain_gates_are_yosys_own() {
    let cells = Cells::generic();
    cells.assert_alike();
    cells.assert_every_input_matters();
}

#[test]
fn cells_of_ice40_are_as_yosys_models_them_at_any_seed() {
    compare(Family::ICE40, &[]);
}

#[test]
fn cells_of_ecp5_are_as_yosys_models_them_at_any_seed() {
    compare(Family::ECP5, &[]);
}

#[test]
fn cells_of_nexus_are_as_yosys_models_them_at_any_seed() {
    compare(Family::NEXUS, &[]);
}

/// Yosys maps to the cell type INV but has no model of it. Its name says that it is an inverter.
#[test]
fn cells_of_gowin_are_as_yosys_models_them_at_any_seed() {
    compare(Family::GOWIN, &["INV"]);
}

/// The carry cells of Nexus and ECP5 differ only in how many inputs say whether a carry begins.
#[test]
fn a_carry_cell_of_another_family_is_noticed_at_any_seed() {
    let mut cells = Cells::of_family(Family::NEXUS, |kind| kind == "CCU2", &mut seed::random());
    cells.assert_alike();
    for cell in cells.ours.cells.values_mut() {
        cell.kind = "CCU2C".to_owned();
        let inject = cell
            .parameters
            .get("INJECT")
            .cloned()
            .unwrap_or_else(|| "YES".to_owned());
        for parameter in ["INJECT1_0", "INJECT1_1"] {
            cell.parameters.insert(parameter.to_owned(), inject.clone());
        }
    }
    cells.mapping = Mapping::Cells(Family::ECP5);
    let others = cells.others(&cells.ours);
    let is_chained = |number: &usize| {
        cells.instances[*number]
            .parameters
            .contains(&("INJECT", "\"NO\"".to_owned()))
    };
    assert!(!others.is_empty() && others.iter().all(is_chained), "{others:?}");
}
