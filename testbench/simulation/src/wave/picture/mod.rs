//! Pictures of a run, for readers without a wave viewer: an [SVG](svg) of a few clock cycles, and a [page] of
//! all.
//!
//! Both show the contents of the save files: the ports, and each stage's signals in its colour, at the times of the
//! dump. Values are decoded. Operands and results are numbers with their bits below; a core's values follow the format
//! of the operation. The values of one operation, that of the dump's marker, are shaded in every stage.

mod draw;
mod drawn;
mod page;
mod rows;
mod svg;

use drawn::Drawn;
use halfpipe_hdl::design::Dut;
use rows::Sources;

use super::dump::{Dump, CYCLE};
use super::history::History;
use super::scenario::WaveScenario;
use super::scope::DumpScope;

/// The requested pictures of a wave.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pictures {
    /// A drawing of the clock cycles around the marker, as `.svg` in place of `.vcd`.
    pub svg: bool,
    /// A page of the whole run, as `.html` in place of `.vcd`.
    pub html: bool,
}

/// Returns the requested files: the replacement for the dump's ending, and the text.
pub fn draw(
    wanted: Pictures,
    device: &dyn Dut,
    (layout, dump, history): (&DumpScope, &Dump, &History),
    play: &WaveScenario,
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
    // The operands and results of a single lane are already among the ports.
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
        files.push(("svg", svg::write(&drawn)));
    }
    if wanted.html {
        files.push(("html", page::write(&drawn)));
    }
    files
}

/// Returns the cycle in which the operands of the marked result come in, if the pipeline never stalls on the way.
fn entry(play: &WaveScenario, dump: &Dump) -> Option<u64> {
    let leaves = dump.marker / CYCLE;
    let enters = leaves.checked_sub(dump.latency)?;
    let under_way = play.inputs.get(enters as usize..leaves as usize)?;
    let runs = under_way
        .iter()
        .all(|input| input.controls.enable && !input.controls.reset);
    let is_shown = play.shown.get(leaves as usize)?.is_some();
    (runs && is_shown).then_some(enters)
}
