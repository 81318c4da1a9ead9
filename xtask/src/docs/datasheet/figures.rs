//! Measured figures as lines of tables, and the commands below tables.

use halfpipe_figures::peers::Peer;
use halfpipe_figures::results::{megahertz, Entry};
use halfpipe_fpga::Target;

/// The head of a table of our units beside those of other cores.
pub const HEAD: &str = "\
| unit | core | latency | LUT4 | carry | DSP | flip-flops | MHz best | median |
|---|---|---|---|---|---|---|---|---|
";

/// The figures of a module beside others.
pub struct Figures {
    /// The latency, or the clock cycles of an iterative unit.
    cycles: u32,
    luts: u64,
    carries: Option<u64>,
    dsps: u64,
    flip_flops: Option<u64>,
    best: Option<f64>,
    median: Option<f64>,
}

impl From<&Entry> for Figures {
    fn from(entry: &Entry) -> Figures {
        Figures {
            cycles: entry.latency,
            luts: entry.luts,
            carries: Some(entry.carries),
            dsps: entry.dsps,
            flip_flops: Some(entry.flip_flops),
            best: entry.best(),
            median: entry.median(),
        }
    }
}

impl From<&Peer> for Figures {
    fn from(peer: &Peer) -> Figures {
        Figures {
            cycles: peer.latency(),
            luts: peer.luts,
            carries: peer.carries,
            dsps: peer.dsps,
            flip_flops: peer.flip_flops,
            best: Some(peer.best_mhz),
            median: peer.median_mhz,
        }
    }
}

/// The columns of a table of modules beside others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    /// All columns of [`HEAD`].
    All,
    /// Those without multiplier blocks.
    WithoutBlocks,
}

impl Figures {
    /// Returns the figures of another core's iterative unit.
    pub fn from_iterative(peer: &Peer) -> Figures {
        Figures {
            cycles: peer.depth,
            ..Figures::from(peer)
        }
    }

    /// Formats a line of a table. Our own ones are bold.
    pub fn line(&self, unit: &str, core: &str, is_ours: bool, columns: Columns) -> String {
        let mark = if is_ours { "**" } else { "" };
        let count = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
        let blocks = (columns == Columns::All).then(|| self.dsps.to_string());
        let mut cells = vec![
            format!("{mark}{unit}{mark}"),
            format!("{mark}{core}{mark}"),
            self.cycles.to_string(),
            format!("{mark}{}{mark}", self.luts),
            count(self.carries),
        ];
        cells.extend(blocks);
        cells.extend([
            count(self.flip_flops),
            format!("{mark}{}{mark}", megahertz(self.best)),
            megahertz(self.median),
        ]);
        format!("| {} |\n", cells.join(" | "))
    }
}

/// Formats the line of our unit.
pub fn our_line(unit: &str, core: &str, entry: &Entry) -> String {
    Figures::from(entry).line(unit, core, true, Columns::All)
}

/// Formats the line of another core.
pub fn peer_line(peer: &Peer) -> String {
    Figures::from(peer).line(&peer.unit, &core_name(peer), false, Columns::All)
}

/// Returns the name of another core, with the share of its wrong results if one is known.
pub fn core_name(peer: &Peer) -> String {
    let wrong = peer.wrong.as_ref().map(|share| format!(" (wrong on {share})"));
    format!("{}{}", peer.core, wrong.unwrap_or_default())
}

/// Formats the cells of a module that count its parts, in the columns lookup tables, carries, blocks, memories and
/// flip-flops.
pub fn area_cells(entry: &Entry) -> String {
    let Entry {
        luts,
        carries,
        dsps,
        rams,
        flip_flops,
        ..
    } = entry;
    format!("{luts} | {carries} | {dsps} | {rams} | {flip_flops}")
}

/// Formats a command that measures modules.
pub fn command(modules: &str, target: Target, latency: Option<&str>, seeds: usize) -> String {
    let latency = latency.map_or(String::new(), |latency| format!(" --latency {latency}"));
    format!("    halfpipe synth {modules} --target {target}{latency} --seeds {seeds}\n")
}

/// Returns the number of placements of each of some results, the smallest where they differ.
pub fn placements<'e>(entries: impl Iterator<Item = &'e Entry>) -> usize {
    entries.map(|entry| entry.mhz.len()).min().unwrap_or(0)
}
