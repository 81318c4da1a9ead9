//! The source line of each cell of a placed netlist.
//!
//! Technology mapping with ABC renames the lookup tables that it makes. Carry cells, multipliers and registers keep the
//! source position of their operator or register, in the attribute `src` of Yosys' netlist.

use std::collections::{BTreeMap, HashMap};

use halfpipe_fpga::{Cells, Family};
use halfpipe_yosys::netlist::{Bit, Cell, YosysModule};

use crate::error::Error;
use crate::harness::HARNESS;
use crate::timing::{Origin, PathRegister, PathStep, PlacementTiming, StepKind};

/// The file of the measured module.
pub(crate) const MODULE_FILE: &str = "module.v";

/// The file of the core and the harness.
pub(crate) const HARNESS_FILE: &str = "harness.v";

impl Origin {
    /// Reads an attribute `src`: positions such as `module.v:64.27-64.136`, separated by `|`. A position in the module
    /// takes precedence, because a shared cell belongs to the module as much as to the harness.
    fn parse(src: &str) -> Option<Origin> {
        let line = |file: &str| {
            let mut positions = src.split('|').filter_map(|position| position.strip_prefix(file));
            positions.find_map(|position| position.strip_prefix(':')?.split(['.', '-']).next()?.parse().ok())
        };
        let module = line(MODULE_FILE).map(Origin::Module);
        module.or_else(|| line(HARNESS_FILE).map(Origin::Harness))
    }
}

/// The cells of a netlist with their origins.
pub struct Origins {
    cells: BTreeMap<String, Cell>,
    /// The register that each net feeds.
    registers: HashMap<Bit, String>,
    /// The name in the module of each net, if it has one.
    names: HashMap<Bit, String>,
    /// The family's types of cells.
    kinds: &'static Cells,
}

/// The prefix in the harness of the names of the module's nets.
const INSTANCE: &str = "core.unit.";

impl Origins {
    /// Reads the `write_json` netlist of the harness, which consists of a family's cells.
    ///
    /// # Errors
    ///
    /// [`Error::Tools`] when the text has another form.
    pub fn parse(json: &str, family: &'static Family) -> Result<Origins, Error> {
        let kinds = &family.cells;
        let YosysModule { cells, netnames, .. } = YosysModule::parse(json, HARNESS)?;
        let mut registers = HashMap::new();
        let is_register = |cell: &Cell| Cells::is_in(kinds.flip_flops, &cell.kind);
        for (name, cell) in cells.iter().filter(|(_, cell)| is_register(cell)) {
            for port in kinds.flip_flop_inputs {
                for bit in cell.connections.get(*port).into_iter().flatten() {
                    registers.insert(bit.clone(), name.clone());
                }
            }
        }
        let mut names = HashMap::new();
        for (name, net) in netnames {
            // Within a loop over lanes the net's name follows that of the loop.
            let inner = name.strip_prefix(INSTANCE).and_then(|name| name.rsplit('.').next());
            // A net that Yosys named after a cell contains the cell's upper-case type.
            let Some(inner) = inner.filter(|name| !name.contains(char::is_uppercase)) else {
                continue;
            };
            for bit in net.bits {
                names.insert(bit, inner.to_owned());
            }
        }
        Ok(Origins {
            cells,
            registers,
            names,
            kinds,
        })
    }

    /// Sets the origins in a timing's critical path: those of its steps and of the registers at both ends.
    pub fn locate(&self, timing: &mut PlacementTiming) {
        let register = |step: Option<&PathStep>| Some(self.register(self.placed(&step?.cell)?));
        for step in &mut timing.critical_path {
            // A lookup table packed with the register at the path's beginning lies in front of that register.
            step.origin = match step.kind {
                // Its cell is the last one of the path.
                StepKind::ClkSkew => None,
                StepKind::ClkToQ => register(Some(step)).and_then(|register| register.origin),
                _ => self.placed(&step.cell).and_then(|name| self.origin(name)),
            };
        }
        let steps = || timing.critical_path.iter();
        timing.from = register(steps().find(|step| step.kind != StepKind::ClkSkew));
        timing.to = register(timing.critical_path.last());
    }

    fn origin(&self, name: &str) -> Option<Origin> {
        Origin::parse(self.cells.get(name)?.attributes.get("src")?)
    }

    /// Returns the netlist's name of a placed cell. nextpnr appends a suffix when it packs a cell with others.
    fn placed<'n>(&self, name: &'n str) -> Option<&'n str> {
        let unchanged = [""];
        let endings = unchanged.iter().chain(self.kinds.packed);
        let mut names = endings.filter_map(|suffix| match suffix.strip_suffix('*') {
            Some(beginning) => Some(name.split_once(beginning)?.0),
            None => name.strip_suffix(suffix),
        });
        names.find(|name| self.cells.contains_key(*name))
    }

    /// Returns the register in a placed cell: the cell itself, also if it is a multiplier block, or the register that
    /// its lookup table feeds.
    fn register(&self, name: &str) -> PathRegister {
        let cell = &self.cells[name];
        let is_lookup_table = Cells::is_in(self.kinds.lookup_tables, &cell.kind);
        let output = is_lookup_table.then_some(self.kinds.lookup_table_output);
        let mut bits = output.and_then(|port| cell.connections.get(port)).into_iter().flatten();
        let fed = bits.find_map(|bit| self.registers.get(bit));
        let register = fed.map_or(name, String::as_str);
        let output = self.cells[register].connections.get("Q").and_then(|bits| bits.first());
        PathRegister {
            origin: self.origin(register),
            name: output.and_then(|bit| self.names.get(bit)).cloned(),
        }
    }
}
