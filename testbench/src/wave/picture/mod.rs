//! A run as a picture, to look at without a wave viewer: an [SVG](svg) of a few clock cycles, and a [page](page) of all.
//!
//! Both show what the save files show: the ports, and each stage's signals in its colour, at the times of the dump. Values
//! are decoded: operands and results as numbers, with their bits below; those of a core as the operation reads them. The
//! values of one operation, that of the dump's marker, are shaded in every stage.

mod draw;
mod page;
mod rows;
mod svg;

use super::dump::Dump;
use super::history::History;
use super::layout::Scope;
use super::play::Play;
use super::CYCLE;
use crate::device::Device;
use rows::{Group, Sources};

/// Which pictures are wanted of a wave.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pictures {
    /// A drawing of the clock cycles around the marker, as `.svg` in place of `.vcd`.
    pub svg: bool,
    /// A page of the whole run, as `.html` in place of `.vcd`.
    pub html: bool,
}

/// A wave that is drawn.
struct Drawn<'w> {
    /// What the module computes, and its latency.
    title: String,
    groups: Vec<Group>,
    /// What a step of the run is called: a module without registers takes a vector after the other.
    step: &'static str,
    dump: &'w Dump,
    /// The clock cycle in which the followed operation's operands come in, if nothing holds it up.
    entry: Option<u64>,
}

/// The files that are wanted: what is put in the place of the dump's ending, and their text.
pub(super) fn of(
    wanted: Pictures,
    device: &dyn Device,
    (layout, dump, history): (&Scope, &Dump, &History),
    play: &Play,
) -> Vec<(&'static str, String)> {
    if wanted == Pictures::default() {
        return Vec::new();
    }
    let sources = Sources {
        interface: device.interface(),
        play,
        history,
        end: dump.end,
        step: match dump.latency {
            0 => "vector",
            _ => "cycle",
        },
        is_clocked: dump.latency > 0,
    };
    let mut groups = sources.groups(layout);
    // The only lane's operands and results are those among the ports.
    if device.design().is_some() && groups.len() == 2 {
        let lane = groups.remove(1);
        groups.extend(lane.inner);
    }
    let drawn = Drawn {
        title: format!("{}, latency {}", layout.title, device.latency()),
        groups,
        step: sources.step,
        dump,
        entry: entry(play, dump),
    };
    let mut files = Vec::new();
    if wanted.svg {
        files.push(("svg", svg::of(&drawn)));
    }
    if wanted.html {
        files.push(("html", page::of(&drawn)));
    }
    files
}

/// When the operands of the marked result come in, where the pipeline runs all the way.
fn entry(play: &Play, dump: &Dump) -> Option<u64> {
    let leaves = dump.marker / CYCLE;
    let enters = leaves.checked_sub(dump.latency)?;
    let under_way = play.inputs.get(enters as usize..leaves as usize)?;
    let runs = under_way.iter().all(|input| input.enable && !input.reset);
    let is_shown = play.shown.get(leaves as usize)?.is_some();
    (runs && is_shown).then_some(enters)
}
