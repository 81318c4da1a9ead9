//! Names of types that crates offer to each other: one name stands for one thing in the whole workspace.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{modules, written_paths, Modules};
use super::crates;

/// The names that each subcommand, or each crate, gives to a type of its own.
const OWN: [&str; 2] = ["Arguments", "Error"];

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
    offered.retain(|_, modules| modules.len() > 1);
    assert!(
        offered.is_empty(),
        "several types have one name; rename one of them: {offered:#?}"
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
