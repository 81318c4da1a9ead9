//! Readability of the Verilog of every unit and of the core: short lines, every stage once and explained, names of
//! the datapath, and no register twice.

use std::collections::{BTreeSet, HashMap};

use halfpipe_hdl::design::{multiplies, Design, DesignSpec};
use halfpipe_hdl::export::{verilog, Manifest};
use halfpipe_hdl::fpu;
use halfpipe_hdl::net::{NetId, Netlist, Op};
use halfpipe_hdl::stage::Multiplier;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;
use halfpipe_test_support::share;
use rayon::prelude::*;

/// A unit, or the core of all instructions.
#[derive(Clone, Copy)]
struct Subject {
    /// None for the core.
    unit: Option<Instruction>,
    latency: u32,
    multiplier: Multiplier,
}

impl Subject {
    /// Every unit and the core at every latency, and with multiplier blocks where these make a difference.
    fn all() -> Vec<Subject> {
        let mut subjects = Vec::new();
        for multiplier in [Multiplier::Rows, Multiplier::Block(&[])] {
            let mut add = |unit, longest| {
                subjects.extend((0..=longest).map(|latency| Subject {
                    unit,
                    latency,
                    multiplier,
                }));
            };
            let is_other = |instruction: Instruction| multiplier == Multiplier::Rows || multiplies(&[instruction]);
            let units = Instruction::arithmetic()
                .iter()
                .filter(|instruction| is_other(**instruction));
            units.for_each(|unit| add(Some(*unit), max_latency(*unit)));
            add(None, fpu::max_latency(Instruction::arithmetic(), multiplier).unwrap());
        }
        subjects
    }

    fn design(&self) -> Design {
        let spec = match self.unit {
            Some(unit) => DesignSpec::unit(unit, self.latency),
            None => DesignSpec::core(Instruction::arithmetic(), self.latency),
        };
        Design::from_spec(&spec.with_multiplier(self.multiplier)).unwrap()
    }

    fn name(&self) -> String {
        let unit = self.unit.map_or("the core".to_owned(), |unit| unit.to_string());
        format!("{unit} at latency {}, {}", self.latency, self.multiplier.name())
    }
}

/// One file in so many is read, unless all are. The latencies of a unit follow each other.
const ONE_IN: usize = 5;

#[test]
fn files_read_well() {
    let all = Subject::all().into_par_iter().enumerate();
    let tried = all.filter(|(place, _)| share::is_tried(*place, ONE_IN));
    tried.for_each(|(_, subject)| {
        let (name, design) = (subject.name(), subject.design());
        let text = verilog(&design);
        lines_are_short_and_each_stage_has_one_heading_that_explains_it(&name, &text);
        the_file_does_not_change_what_undeclared_names_mean_behind_it(&name, &text);
        every_net_has_a_name(&name, &text);
        no_register_holds_only_what_others_of_its_rank_hold(&name, &design.module().lane);
    });
}

/// The headings of stages in a file.
fn headings(text: &str) -> Vec<&str> {
    let heading = |line: &'_ str| line.trim_start().strip_prefix("// ---- ").map(str::len);
    let is_heading = |line: &&str| heading(line).is_some();
    text.lines().map(str::trim_start).filter(is_heading).collect()
}

fn lines_are_short_and_each_stage_has_one_heading_that_explains_it(name: &str, text: &str) {
    let (module, _) = text.split_once("\nendmodule").unwrap();
    for line in module.lines() {
        assert!(line.len() < 120, "{name}: a line of {} columns\n{line}", line.len());
    }
    let headings = headings(text);
    let once: BTreeSet<&str> = headings
        .iter()
        .map(|heading| heading.split(':').next().unwrap())
        .collect();
    assert_eq!(once.len(), headings.len(), "{name}: {headings:?}");
    for heading in headings {
        let (_, meaning) = heading.split_once(": ").unwrap_or_else(|| panic!("{name}: {heading}"));
        assert!(meaning.len() > " ----".len() + 10, "{name}: {heading}");
    }
}

fn the_file_does_not_change_what_undeclared_names_mean_behind_it(name: &str, text: &str) {
    let directives: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("`default_nettype"))
        .collect();
    assert_eq!(directives, ["`default_nettype none", "`default_nettype wire"], "{name}");
    let (before, _) = text.split_once("`default_nettype none").unwrap();
    let (_, behind) = text.split_once("`default_nettype wire").unwrap();
    assert!(
        before.lines().all(|line| line.starts_with("//") || line.is_empty()),
        "{name}"
    );
    assert_eq!(behind, "\n", "{name}");
}

#[test]
fn a_register_of_many_bits_is_one_port_and_named_parts() {
    let design = |latency| Design::unit("dot8.ampere.f32.f16".parse().unwrap(), latency).unwrap();
    let text = verilog(&design(0));
    let lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("module ")).unwrap();
    assert_eq!(
        lines[begin..begin + 12],
        [
            "module dot8_ampere_f32_f16 (",
            "    input  wire [127:0] a,",
            "    input  wire [127:0] b,",
            "    input  wire [31:0] c,",
            "    output wire [31:0] d",
            ");",
            "",
            "    // ==== parts of the operands, the lowest bits first ====",
            "    wire [63:0] a0 = a[63:0];",
            "    wire [63:0] a1 = a[127:64];",
            "    wire [63:0] b0 = b[63:0];",
            "    wire [63:0] b1 = b[127:64];",
        ]
    );
    assert!(
        lines.contains(&"// in  a         128  operand, 8 lanes of f16, lane 0 in the lowest bits"),
        "{text}"
    );
    let ports = |design: &Design| {
        let ports = Manifest::new(design, None).ports.into_iter();
        ports
            .filter(|port| port.role.starts_with("operand"))
            .map(|port| (port.name, port.width, port.role))
            .collect::<Vec<_>>()
    };
    let expected = [("a", 128, "operand 0"), ("b", 128, "operand 1"), ("c", 32, "operand 2")];
    assert_eq!(
        ports(&design(2)),
        expected.map(|(name, width, role)| (name.to_owned(), width, role.to_owned()))
    );
}

/// Every wire and register has a name of the datapath. The writer makes up others: `net` and a number, behind a stage's name.
fn every_net_has_a_name(name: &str, text: &str) {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_numbered = |word: &&str| {
        word.split('_').any(|part| {
            let digits = part.strip_prefix("net").unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        })
    };
    let numbered: BTreeSet<&str> = words.filter(is_numbered).collect();
    assert!(numbered.is_empty(), "{name}: {numbered:?}");
}

/// A bit of a net that is more than wiring; none where it is constant.
fn origin(netlist: &Netlist, id: NetId, bit: u32) -> Option<(NetId, u32)> {
    let node = netlist.node(id);
    match node.op {
        Op::Constant(_) => None,
        Op::Slice { low } => origin(netlist, node.operands[0], low + bit),
        Op::Concat => {
            let mut below = bit;
            let mut parts = node.operands.iter().rev();
            loop {
                let part = *parts.next()?;
                let width = netlist.node(part).width;
                if below < width {
                    return origin(netlist, part, below);
                }
                below -= width;
            }
        }
        _ => Some((id, bit)),
    }
}

fn no_register_holds_only_what_others_of_its_rank_hold(name: &str, netlist: &Netlist) {
    let registers: Vec<NetId> = netlist.ids().filter(|id| netlist.node(*id).is_register()).collect();
    let bits = |id: NetId| {
        let source = netlist.node(id).operands[0];
        (0..netlist.node(id).width).filter_map(move |bit| origin(netlist, source, bit))
    };
    let mut times: HashMap<(NetId, u32), u32> = HashMap::new();
    for bit in registers.iter().flat_map(|id| bits(*id)) {
        *times.entry(bit).or_default() += 1;
    }
    for id in registers {
        let own: BTreeSet<(NetId, u32)> = bits(id).collect();
        let is_elsewhere = |bit: &(NetId, u32)| {
            let here = bits(id).filter(|other| other == bit).count() as u32;
            times[bit] > here
        };
        let path = netlist.path(id).unwrap_or_default();
        assert!(!own.iter().all(is_elsewhere), "{name}: {path} is there twice");
        assert!(own.len() > 1 || bits(id).count() == 1, "{name}: {path} repeats one bit");
    }
}
