//! Names of types that crates offer to each other: one name stands for one thing in the whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{modules, written_paths, Modules};
use super::crates;

/// The names that each subcommand, or each crate, gives to a type of its own.
const OWN: [&str; 2] = ["Arguments", "Error"];

/// The names that several types have, how many have it, and the reason.
const REPEATED: [(&str, usize, &str); 26] = [
    ("Block", 2, "a multiplier block of an FPGA; a block of test vectors"),
    (
        "Change",
        2,
        "a change that a fault makes to a net; a figure that differs between two results",
    ),
    (
        "CoreError",
        2,
        "a core that cannot be built; a core that cannot be proven",
    ),
    (
        "Curvature",
        2,
        "widths of the hardware's arithmetic; those to which xtask fits a table",
    ),
    ("Digest", 2, "a hash of a netlist; a sum over all results of a function"),
    ("Ex2", 2, "the hardware has the datapath's tables; xtask fits them"),
    (
        "Family",
        2,
        "instructions with one view of waves; FPGAs with one set of cells",
    ),
    (
        "Format",
        2,
        "the specification shares no code with the fitting of tables",
    ),
    (
        "Function",
        2,
        "the function of a module; the function of an FPGA's cell",
    ),
    ("Module", 2, "a module that the generator writes; one in Yosys' JSON"),
    ("Net", 2, "a net that the generator builds; one in Yosys' JSON"),
    ("Netlist", 2, "a netlist that the generator builds; one in Yosys' JSON"),
    (
        "NetlistError",
        2,
        "a netlist that cannot be proven; one that cannot be evaluated",
    ),
    (
        "Place",
        2,
        "an operation with its type; the part of a datapath that a line of Verilog describes",
    ),
    (
        "Polynomial",
        2,
        "widths of the hardware's arithmetic; those to which xtask fits a table",
    ),
    (
        "Port",
        3,
        "a port of a netlist; a port of a design; a port in Yosys' JSON",
    ),
    (
        "Ports",
        2,
        "the ports of a module in Yosys' JSON; their places in a graph",
    ),
    (
        "Register",
        2,
        "a register of a graph; a register at the end of a measured path",
    ),
    (
        "Segment",
        2,
        "coefficients that the hardware holds; those that xtask fits",
    ),
    (
        "Shape",
        3,
        "the widths of a module's ports; those of the fitted datapaths of ex2 and tanh",
    ),
    ("Simulator", 3, "simulators of a netlist, a graph and a design"),
    (
        "Step",
        2,
        "a clock cycle of a graph; a part of a path in nextpnr's report",
    ),
    ("Table", 2, "a lookup table of an FPGA; a table of constants"),
    ("Tanh", 2, "the hardware has the datapath's tables; xtask fits them"),
    ("Timing", 2, "the delays of a device; the timing of a placement"),
    (
        "Words",
        2,
        "a source of test vectors; the specification's logic on words",
    ),
];

/// True if each module on the way from the root to this one is public.
fn is_public(modules: &Modules, module: &str) -> bool {
    let Some((parent, name)) = module.rsplit_once("::") else {
        return true;
    };
    let is_declared = |tokens: &Vec<String>| tokens.windows(3).any(|window| window == ["pub", "mod", name]);
    modules.get(parent).is_some_and(is_declared) && is_public(modules, parent)
}

/// Returns the types that a crate offers, as pairs of name and module. It exports them, or their modules are public.
fn offered_types(modules: &Modules) -> BTreeSet<(&str, &str)> {
    let public = modules.iter().filter(|(module, _)| is_public(modules, module));
    let exports: BTreeSet<String> = public
        .flat_map(|(_, tokens)| written_paths(tokens))
        .filter_map(|(_, name)| name)
        .collect();
    let mut found = BTreeSet::new();
    for (module, tokens) in modules {
        for window in tokens.windows(3).filter(|window| window[0] == "pub") {
            let is_type = ["struct", "enum", "trait", "union", "type"].contains(&window[1].as_str());
            if is_type && (exports.contains(&window[2]) || is_public(modules, module)) {
                found.insert((window[2].as_str(), module.as_str()));
            }
        }
    }
    found
}

#[test]
fn a_name_stands_for_one_type() {
    let mut offered: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in crates() {
        for (name, module) in offered_types(&modules(&folder)) {
            offered
                .entry(name.to_owned())
                .or_default()
                .push(format!("{folder} {module}"));
        }
    }
    assert!(offered.len() > 300, "{offered:?}");
    offered.retain(|name, _| !OWN.contains(&name.as_str()));
    let stale: Vec<&str> = REPEATED
        .map(|(name, ..)| name)
        .into_iter()
        .filter(|name| !offered.contains_key(*name))
        .collect();
    assert!(
        stale.is_empty(),
        "no type has these names of the list REPEATED; delete them there: {stale:?}"
    );
    let allowed = |name: &str| {
        REPEATED
            .iter()
            .find(|(repeated, ..)| *repeated == name)
            .map_or(1, |(_, most, _)| *most)
    };
    offered.retain(|name, modules| modules.len() != allowed(name));
    assert!(
        offered.is_empty(),
        "several types have one name, or the list REPEATED counts others; rename one, or mend the list: {offered:#?}"
    );
}

#[test]
fn offered_types_are_found() {
    let files = [
        ("crate", "pub mod a; mod b; pub use b::Exported;"),
        (
            "crate::a",
            "pub struct A<'a>; pub(crate) struct B; struct C; pub enum E {} pub fn g() {}",
        ),
        (
            "crate::b",
            "pub struct Exported; pub struct Inner; #[cfg(test)] mod tests { pub struct T; }",
        ),
    ];
    let modules: Modules = files
        .iter()
        .map(|(module, text)| ((*module).to_owned(), super::tokens(text)))
        .collect();
    let found: Vec<&str> = offered_types(&modules).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, ["A", "E", "Exported"]);
}
