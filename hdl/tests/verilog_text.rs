//! What a reader of the Verilog finds, in every unit and in the core: short lines, every stage once and explained, and no
//! register twice.

use std::collections::{BTreeSet, HashMap};

use halfpipe_hdl::design::{Design, Options};
use halfpipe_hdl::export::verilog;
use halfpipe_hdl::fpu;
use halfpipe_hdl::net::{NetId, Netlist, Op};
use halfpipe_hdl::stage::Multiplier;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

/// Every unit and the core at every latency: what it is, its lane with the registers, and its Verilog.
fn each(mut look_at: impl FnMut(&str, &Netlist, &str)) {
    let all = Instruction::all();
    for multiplier in [Multiplier::Rows, Multiplier::Block(&[])] {
        let options = |latency| Options {
            latency,
            multiplier,
            ..Options::default()
        };
        for instruction in all {
            for latency in 0..=max_latency(*instruction) {
                let unit = Design::unit_with(*instruction, &options(latency)).unwrap();
                let name = format!("{instruction} at latency {latency}, {}", multiplier.name());
                look_at(&name, &unit.module().lane, &verilog(&unit));
            }
        }
        for latency in 0..=fpu::max_latency(all, multiplier).unwrap() {
            let core = Design::core(all, &options(latency)).unwrap();
            let name = format!("the core at latency {latency}, {}", multiplier.name());
            look_at(&name, &core.module().lane, &verilog(&core));
        }
    }
}

/// The headings of stages in a file.
fn headings(text: &str) -> Vec<&str> {
    let heading = |line: &'_ str| line.trim_start().strip_prefix("// ---- ").map(str::len);
    let is_heading = |line: &&str| heading(line).is_some();
    text.lines().map(str::trim_start).filter(is_heading).collect()
}

#[test]
fn lines_are_short_and_each_stage_has_one_heading_that_explains_it() {
    each(|name, _, text| {
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
    });
}

#[test]
fn no_file_changes_what_undeclared_names_mean_behind_it() {
    each(|name, _, text| {
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
    });
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

#[test]
fn no_register_holds_only_what_others_of_its_rank_hold() {
    each(|name, netlist, _| {
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
    });
}
