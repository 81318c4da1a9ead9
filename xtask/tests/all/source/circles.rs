//! Circles of `use` among the files of a crate. A circle ties its files together: none can be read or tested alone.

use std::collections::{BTreeMap, BTreeSet};

use super::{crates, files, tokens};

/// The tokens of each file of a crate, by the path of its module: `crate::a::b`.
pub type Modules = BTreeMap<String, Vec<String>>;

/// The files that each file uses, by the paths of their modules.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// A path as a file writes it, and the name under which the file exports it.
pub type WrittenPath = (String, Option<String>);

/// Reads the files of a crate's folder.
pub fn modules(folder: &str) -> Modules {
    let mut modules = Modules::new();
    for (place, text) in files(&format!("{folder}/src")) {
        let path = format!("crate/{}", place.trim_end_matches(".rs")).replace('/', "::");
        let ends = ["::mod", "::lib", "::main"];
        let of_folder = ends.iter().find_map(|end| path.strip_suffix(end));
        let module = of_folder.unwrap_or(&path).to_owned();
        modules.entry(module).or_default().extend(tokens(&text));
    }
    modules
}

/// Reads a tree of paths behind `use`, each with its name, and returns the place behind the tree.
fn tree(tokens: &[String], mut place: usize, prefix: &str, found: &mut Vec<(String, String)>) -> usize {
    let (mut path, mut alias) = (prefix.to_owned(), None);
    while let Some(token) = tokens.get(place) {
        if ["}", ",", ";"].contains(&token.as_str()) {
            break;
        }
        place += 1;
        match token.as_str() {
            "as" => {
                alias = tokens.get(place).cloned();
                place += 1;
            }
            "{" => {
                while tokens.get(place).is_some_and(|token| token != "}" && token != ";") {
                    place = tree(tokens, place, &path, found);
                    place += usize::from(tokens.get(place).is_some_and(|token| token == ","));
                }
                return place + 1;
            }
            "self" if path.ends_with("::") => path.truncate(path.len() - 2),
            token => path += token,
        }
    }
    let name = path.rsplit("::").next().unwrap_or_default().to_owned();
    found.push((path, alias.unwrap_or(name)));
    place
}

/// Returns the paths in a file.
pub fn written_paths(tokens: &[String]) -> Vec<WrittenPath> {
    let is_at = |place: usize, token: &str| tokens.get(place).is_some_and(|next| next == token);
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        // `use<'a>` lists what an opaque type captures.
        if token == "use" && !is_at(place + 1, "<") {
            let is_export = place > 0 && ["pub", ")"].contains(&tokens[place - 1].as_str());
            let mut paths = Vec::new();
            place = tree(tokens, place + 1, "", &mut paths);
            found.extend(paths.into_iter().map(|(path, name)| (path, is_export.then_some(name))));
        } else {
            let mut path = token.clone();
            place += 1;
            while is_at(place, "::") && tokens.get(place + 1).is_some_and(|next| next != "<" && next != "{") {
                path = format!("{path}::{}", tokens[place + 1]);
                place += 2;
            }
            found.extend(path.contains("::").then_some((path, None)));
        }
    }
    found
}

/// Returns a written path from the crate's root, or nothing if it leads out of the crate.
fn absolute(modules: &Modules, module: &str, path: &str) -> Option<String> {
    let (first, rest) = path.split_once("::").unwrap_or((path, "self"));
    match first {
        "crate" => Some(path.to_owned()),
        "self" => Some(format!("{module}::{rest}")),
        "super" => {
            let (parent, _) = module.rsplit_once("::")?;
            let start = if rest.starts_with("super") { "" } else { "self::" };
            absolute(modules, parent, &format!("{start}{rest}"))
        }
        _ if !modules.contains_key(&format!("{module}::{first}")) => None,
        _ => Some(format!("{module}::{path}")),
    }
}

/// Returns the file that defines what a path from the root names. An export leads on to its source.
fn defining(modules: &Modules, exports: &BTreeMap<String, String>, path: &str) -> String {
    let (mut module, mut item) = (path, path);
    while !modules.contains_key(module) {
        item = module;
        module = module.rsplit_once("::").expect("the root is a module").0;
    }
    match exports.get(item).filter(|_| item != module) {
        Some(source) => defining(modules, exports, &format!("{source}{}", &path[item.len()..])),
        None => module.to_owned(),
    }
}

/// Returns the files that each file uses. A file does not use its children by exporting what they define.
fn uses(modules: &Modules) -> Uses {
    let mut exports = BTreeMap::new();
    let mut used: Vec<(&String, String)> = Vec::new();
    for (module, tokens) in modules {
        for (path, name) in written_paths(tokens) {
            let Some(path) = absolute(modules, module, &path) else {
                continue;
            };
            let is_of_child = path.starts_with(&format!("{module}::"));
            if name.is_none() || !is_of_child {
                used.push((module, path.clone()));
            }
            exports.extend(name.map(|name| (format!("{module}::{name}"), path)));
        }
    }
    let mut uses: Uses = modules.keys().map(|module| (module.clone(), BTreeSet::new())).collect();
    for (module, path) in used {
        uses.get_mut(module).unwrap().insert(defining(modules, &exports, &path));
    }
    uses
}

/// Returns the files to which a file leads.
fn reached<'u>(uses: &'u Uses, from: &str) -> BTreeSet<&'u String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = uses[from].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&uses[next]);
        }
    }
    reached
}

/// Returns the circles. Each file of a circle leads to all others.
fn circles(uses: &Uses) -> BTreeSet<Vec<&String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = uses.keys().map(|file| (file, reached(uses, file))).collect();
    let mut circles = BTreeSet::new();
    for (file, reaches) in &reached {
        let circle = reaches.iter().copied().filter(|other| reached[other].contains(file));
        let circle: Vec<&String> = circle.collect();
        circles.extend((circle.len() > 1).then_some(circle));
    }
    circles
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut refused = Vec::new();
    for folder in crates() {
        let uses = uses(&modules(&folder));
        refused.extend(circles(&uses).iter().map(|circle| format!("{folder}: {circle:?}")));
    }
    let refused = refused.join("\n");
    assert!(
        refused.is_empty(),
        "files use each other; move what they share into a file of its own:\n{refused}"
    );
}

#[test]
fn a_circle_is_found() {
    let mut files = [
        "crate | mod a; mod b; mod c; pub use b::{inner::Thing as Other, Item}; use std::fmt;",
        "crate::a | use crate::Other; // crate::b\nfn f() -> impl Sized + use<'_> {}",
        "crate::b | pub mod inner; pub struct Item; fn g() { super::c::h() }",
        "crate::b::inner | pub struct Thing; use super::{super::Item as Renamed, fmt};",
        "crate::c | use super::{a::{self, f}, Item}; const TEXT: &str = \"crate::b\";",
        "crate::d | #[cfg(test)] mod tests { use crate::e; } use crate::a;",
    ];
    let file = |file: &&str| {
        file.split_once(" | ")
            .map(|(module, text)| (module.to_owned(), tokens(text)))
    };
    let read = |files: &[&str]| uses(&files.iter().filter_map(file).collect());
    let found = read(&files);
    let circle = ["a", "b", "b::inner", "c"].map(|name| format!("crate::{name}"));
    assert_eq!(circles(&found), [circle.iter().collect()].into());
    assert_eq!(found["crate::d"], [circle[0].clone()].into());
    files[4] = "crate::c | #[cfg(test)] mod tests { use super::super::a; }";
    assert_eq!(circles(&read(&files)), BTreeSet::new());
}
