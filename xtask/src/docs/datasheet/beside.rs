//! Our modules beside other cores.

use std::collections::BTreeMap;

use halfpipe_figures::coverage::{DOTS, ITERATIVE};
use halfpipe_figures::name::{MeasuredForm, MeasuredName};
use halfpipe_figures::peers::{peers, Peer, DOT_UNITS, ITERATIVE_UNITS, SINGLE_UNITS, UNITS};
use halfpipe_figures::results::{Entry, Results};
use halfpipe_fpga::Target;

use super::figures::{command, core_name, our_line, peer_line, placements, Columns, Figures, HEAD};

/// Formats our results on one target beside those of other cores, unit by unit.
pub fn units(results: &Results) -> String {
    let target = results.target;
    let mut text = format!("\n### {target}\n\n{HEAD}");
    let names = UNITS.map(|(_, mnemonic)| mnemonic);
    let get = |mnemonic: &str, form: MeasuredForm, latency| {
        results.get(&MeasuredName::from(mnemonic).with_form(form), latency)
    };
    let seeds = placements(names.iter().filter_map(|name| get(name, MeasuredForm::Area, 0)));
    let of_target = peers_on(target);
    for (unit, mnemonic) in UNITS {
        let mut others: Vec<&Peer> = of_target.iter().filter(|peer| peer.unit == unit).collect();
        others.sort_by_key(|peer| peer.depth);
        for group in others.chunk_by(|one, next| one.depth == next.depth) {
            let speed = format!("halfpipe `{}`", MeasuredForm::Speed.mark());
            for (form, core) in [(MeasuredForm::Area, "halfpipe"), (MeasuredForm::Speed, &speed)] {
                if let Some(entry) = get(mnemonic, form, group[0].latency()).cloned() {
                    text += &our_line(unit, core, &entry.first_placements(seeds));
                }
            }
            text.extend(group.iter().map(|peer| peer_line(peer)));
        }
    }
    text += "\nTo measure our lines of latency 0 again:\n\n";
    text += &command(&names.join(" "), target, Some("0"), seeds);
    let is_fast = |name: &&str| get(name, MeasuredForm::Speed, 0).is_some();
    let fast: Vec<&str> = names.into_iter().filter(is_fast).collect();
    if !fast.is_empty() {
        let modules = format!("{} {}", fast.join(" "), MeasuredForm::Speed.mark());
        text += &command(&modules, target, Some("0"), seeds);
    }
    text
}

fn peers_on(target: Target) -> Vec<Peer> {
    peers().into_iter().filter(|peer| peer.target == target).collect()
}

/// Formats the figures of units in single precision, beside those of other cores.
pub fn singles(results: &Results) -> String {
    let target = results.target;
    let mut text = format!("\n### {target}: single precision\n\n{HEAD}");
    // The modules of each form, latency and number of placements.
    let mut measured: BTreeMap<(MeasuredForm, u32, usize), Vec<&str>> = BTreeMap::new();
    let speed = format!("halfpipe `{}`", MeasuredForm::Speed.mark());
    for (unit, mnemonic) in SINGLE_UNITS {
        for (form, core) in [(MeasuredForm::Area, "halfpipe"), (MeasuredForm::Speed, &speed)] {
            let name = MeasuredName::from(mnemonic).with_form(form);
            for entry in results.results.iter().filter(|entry| entry.name == name) {
                text += &our_line(unit, core, entry);
                let key = (form, entry.latency, entry.mhz.len());
                measured.entry(key).or_default().push(mnemonic);
            }
        }
        let others = peers_on(target);
        text.extend(others.iter().filter(|peer| peer.unit == unit).map(peer_line));
    }
    text += "\nTo measure our lines again:\n\n";
    for ((form, latency, placements), names) in measured {
        let modules = format!("{} {}", names.join(" "), form.mark());
        text += &command(modules.trim_end(), target, Some(&latency.to_string()), placements);
    }
    text
}

/// Formats the figures of dot products, beside those of another core.
pub fn dot_products(results: &Results) -> String {
    let target = results.target;
    let mut text = format!("\n### {target}: dot products\n\n{HEAD}");
    // The instructions of each latency and number of placements.
    let mut measured: BTreeMap<(u32, usize), Vec<&str>> = BTreeMap::new();
    for mnemonic in DOTS {
        let name = MeasuredName::from(mnemonic);
        for entry in results.results.iter().filter(|entry| entry.name == name) {
            text += &our_line(&format!("`{mnemonic}`"), "halfpipe", entry);
            let placements = entry.mhz.len();
            measured.entry((entry.latency, placements)).or_default().push(mnemonic);
        }
    }
    let is_dot = |peer: &&Peer| DOT_UNITS.iter().any(|(unit, _)| *unit == peer.unit);
    text.extend(peers_on(target).iter().filter(is_dot).map(peer_line));
    text += "\nTo measure our lines again:\n\n";
    for ((latency, placements), names) in measured {
        text += &command(&names.join(" "), target, Some(&latency.to_string()), placements);
    }
    text
}

/// Formats the figures of iterative units, beside those of other cores.
pub fn iterative_units(results: &Results) -> String {
    let mut text = String::new();
    let mut shown: Vec<&Entry> = Vec::new();
    for mnemonic in ITERATIVE {
        let name = MeasuredName::from(mnemonic).with_form(MeasuredForm::Iterative);
        let Some(entry) = results.results.iter().find(|entry| entry.name == name) else {
            continue;
        };
        shown.push(entry);
        let unit = format!("`{mnemonic}`");
        text += &Figures::from(entry).line(&unit, "halfpipe", true, Columns::WithoutBlocks);
        let is_like = |peer: &&Peer| ITERATIVE_UNITS.contains(&(peer.unit.as_str(), mnemonic));
        for peer in peers_on(results.target).iter().filter(is_like) {
            let figures = Figures::from_iterative(peer);
            text += &figures.line(&unit, &core_name(peer), false, Columns::WithoutBlocks);
        }
    }
    let modules = format!("{} {}", ITERATIVE.join(" "), MeasuredForm::Iterative.mark());
    text += "\nTo measure our lines again:\n\n";
    text + &command(&modules, results.target, None, placements(shown.into_iter()))
}

/// Formats the figures of RISC-V's core beside those of CVFPU: of halves alone, or with single precision.
pub fn riscv_cores(has_single: bool) -> String {
    let (_, mut cores) = riscv_figures();
    cores.retain(|core| core.unit.starts_with("F ") == has_single);
    let line = |peer: &Peer| {
        let is_ours = peer.core.starts_with("halfpipe");
        Figures::from(peer).line(peer.target.name(), &peer.core, is_ours, Columns::All)
    };
    cores.iter().map(line).collect()
}

/// Formats the figures of RISC-V's iterative units.
pub fn riscv_units() -> String {
    let (units, _) = riscv_figures();
    let line = |peer: &Peer| {
        let figures = Figures::from_iterative(peer);
        let is_ours = peer.core.starts_with("halfpipe");
        figures.line(peer.target.name(), &format!("`{}`", peer.unit), is_ours, Columns::All)
    };
    units.iter().map(line).collect()
}

/// Returns the figures of RISC-V's units of one instruction, and those of its cores.
fn riscv_figures() -> (Vec<Peer>, Vec<Peer>) {
    let figures = halfpipe_figures::peers::riscv_cores();
    figures.into_iter().partition(|figures| figures.unit.ends_with(".h"))
}
