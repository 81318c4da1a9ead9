//! Area and clock frequency of one module.
//!
//! The area is that of the core of [`harness`] alone: the module's logic, its own registers and one rank of registers
//! on either side. The clock frequency is that of the core inside the harness. It is measured for several placement
//! seeds, as it varies by some 10 % between them.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use halfpipe_figures::name::MeasuredName;
use halfpipe_figures::results::Entry;
use halfpipe_fpga::target::{Target, MEASURING_PINS};
use halfpipe_fpga::{Cells, Family, MeasuringPins};
use halfpipe_hdl::design::Port;
use halfpipe_tools::folder::{read, temporary_folder, write};
use halfpipe_yosys::statistics::{parse_design, CellCounts};
use halfpipe_yosys::Yosys;
use serde::Serialize;

use crate::error::Error;
use crate::harness::{self, CORE, HARNESS};
use crate::nextpnr::Nextpnr;
use crate::origin::{Origins, HARNESS_FILE, MODULE_FILE};
use crate::timing::PlacementTiming;

/// The cell counts of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Lookup tables, of four inputs or as many as the target has.
    pub luts: u64,
    /// Carry cells: of one bit on iCE40 and Gowin, of two on ECP5 and Nexus, of four on Xilinx.
    pub carries: u64,
    /// Multiplier blocks.
    pub dsps: u64,
    /// Block RAMs. Yosys maps a table to one if a register follows.
    pub rams: u64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// The count of every type of cell.
    pub cells: CellCounts,
}

impl Area {
    /// Sums up the cell counts of a family.
    pub fn new(family: &Family, counts: CellCounts) -> Self {
        let cells = &family.cells;
        let count = |list: &[&str]| counts.sum(|kind| Cells::is_in(list, kind));
        Self {
            luts: count(cells.lookup_tables),
            carries: count(cells.carries),
            dsps: count(cells.multipliers),
            rams: count(cells.memories),
            flip_flops: count(cells.flip_flops),
            cells: counts,
        }
    }
}

/// Area and timings of one module on one target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// The target.
    pub target: Target,
    /// The cells.
    pub area: Area,
    /// The timing of each seed, in the order of the seeds, without those that did not end in time.
    pub timings: Vec<PlacementTiming>,
}

impl Measurement {
    /// Returns the timing of the fastest placement; `None` without seeds.
    pub fn best(&self) -> Option<&PlacementTiming> {
        self.by_speed().pop()
    }

    /// Returns the median timing, the slower of the two for an even number of seeds; `None` without seeds.
    pub fn median(&self) -> Option<&PlacementTiming> {
        let sorted = self.by_speed();
        sorted.get(sorted.len().saturating_sub(1) / 2).copied()
    }

    /// Returns the entry of the measured module in a file of results, without its critical path.
    pub fn to_entry(&self, name: MeasuredName, latency: u32, digest: String) -> Entry {
        let area = &self.area;
        let timings = self.timings.iter();
        Entry {
            name,
            latency,
            digest,
            luts: area.luts,
            carries: area.carries,
            dsps: area.dsps,
            rams: area.rams,
            flip_flops: area.flip_flops,
            mhz: timings.map(|timing| (timing.fmax * 100.0).round() / 100.0).collect(),
            path: None,
        }
    }

    /// Returns the timings, slowest first.
    fn by_speed(&self) -> Vec<&PlacementTiming> {
        let mut sorted: Vec<_> = self.timings.iter().collect();
        sorted.sort_by(|one, other| one.fmax.total_cmp(&other.fmax));
        sorted
    }
}

/// Measures area and clock frequency of `module` in the Verilog source `verilog`.
///
/// `ports` are its ports, connected as in [`harness::verilog`]. There is one placement for each of `seeds`; the figures
/// of other cores are for seeds 1 to [`Target::seeds`]. Without a seed, or without a router for the target, only the
/// area is measured.
///
/// # Errors
///
/// [`Error`] when a tool is missing or refuses the module, or when the module has nothing to measure.
pub fn measure(
    verilog: &str,
    module: &str,
    ports: &[Port],
    target: Target,
    seeds: RangeInclusive<u32>,
) -> Result<Measurement, Error> {
    measure_read(&target.read_verilog_command(), verilog, module, ports, target, seeds)
}

/// Measures as [`measure`] does, with the caller's own Yosys command to read the source.
pub(crate) fn measure_read(
    reading: &str,
    verilog: &str,
    module: &str,
    ports: &[Port],
    target: Target,
    seeds: RangeInclusive<u32>,
) -> Result<Measurement, Error> {
    let yosys = Yosys::find()?;
    let is_placed = !seeds.is_empty() && target.family().router.is_some();
    let nextpnr = is_placed.then(|| Nextpnr::find(target)).transpose()?;
    let folder = temporary_folder()?;
    let folder = folder.path();
    prepare(folder, verilog, module, ports)?;
    let Some(nextpnr) = nextpnr else {
        let area = synthesise_core(&yosys, reading, folder, target)?;
        let timings = Vec::new();
        return Ok(Measurement { target, area, timings });
    };
    if let MeasuringPins::Fixed(text) = target.device().pins {
        write(&folder.join(MEASURING_PINS), text)?;
    }
    let (area, netlist) = std::thread::scope(|scope| {
        let netlist = scope.spawn(|| synthesise_harness(&yosys, reading, folder, target));
        let area = synthesise_core(&yosys, reading, folder, target);
        (area, netlist.join())
    });
    let area = area?;
    netlist.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    let origins = Origins::parse(&read(&folder.join(NETLIST))?, target.family())?;
    let seeds: Vec<_> = seeds.collect();
    let outcomes = in_parallel(&seeds, |&seed| {
        let mut timing = nextpnr.run(folder, NETLIST, seed)?;
        origins.locate(&mut timing);
        Ok(timing)
    });
    let timings = keep_finished(outcomes)?;
    Ok(Measurement { target, area, timings })
}

/// Returns the placements that ended, at least one.
///
/// # Errors
///
/// The first of the other errors, or the first time-out if no placement ended.
fn keep_finished<T>(outcomes: Vec<Result<T, Error>>) -> Result<Vec<T>, Error> {
    let mut finished = Vec::new();
    let mut unfinished = None;
    for outcome in outcomes {
        match outcome {
            Ok(timing) => finished.push(timing),
            Err(error @ Error::Unfinished { .. }) => unfinished = unfinished.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    match unfinished.filter(|_| finished.is_empty()) {
        Some(error) => Err(error),
        None => Ok(finished),
    }
}

/// Measures only the area, which needs neither placement nor seeds.
///
/// # Errors
///
/// As [`measure`].
pub fn measure_area(verilog: &str, module: &str, ports: &[Port], target: Target) -> Result<Area, Error> {
    let yosys = Yosys::find()?;
    let folder = temporary_folder()?;
    prepare(folder.path(), verilog, module, ports)?;
    synthesise_core(&yosys, &target.read_verilog_command(), folder.path(), target)
}

/// The file of the core's cell counts.
const CORE_CELLS: &str = "core_cells.json";

/// The netlist that nextpnr reads.
const NETLIST: &str = "harness.json";

fn prepare(folder: &Path, verilog: &str, module: &str, ports: &[Port]) -> Result<(), Error> {
    write(&folder.join(MODULE_FILE), verilog)?;
    Ok(write(&folder.join(HARNESS_FILE), &harness::verilog(module, ports)?)?)
}

fn synthesise_core(yosys: &Yosys, reading: &str, folder: &Path, target: Target) -> Result<Area, Error> {
    yosys.run(folder, "core.ys", &core_script(reading, target))?;
    let cells = parse_design(&read(&folder.join(CORE_CELLS))?)?;
    Ok(Area::new(target.family(), cells))
}

/// Returns the Yosys commands that read the module and the harness. slang keeps only the modules below its top module, so
/// Yosys' own parser reads the harness.
fn read_files(reading: &str) -> String {
    if reading.starts_with("read_slang ") {
        format!("{reading} {MODULE_FILE}\nread_verilog {HARNESS_FILE}")
    } else {
        format!("{reading} {MODULE_FILE} {HARNESS_FILE}")
    }
}

/// Returns the Yosys script that counts the cells of the core.
pub fn core_script(reading: &str, target: Target) -> String {
    let (files, synthesis) = (read_files(reading), target.synthesis());
    format!("{files}\n{synthesis} -top {CORE}\ntee -q -o {CORE_CELLS} stat -json\n")
}

fn synthesise_harness(yosys: &Yosys, reading: &str, folder: &Path, target: Target) -> Result<(), Error> {
    yosys.run(folder, "harness.ys", &harness_script(reading, target))?;
    Ok(())
}

/// Returns the Yosys script that makes the netlist of the harness.
pub fn harness_script(reading: &str, target: Target) -> String {
    let (files, synthesis, repair) = (read_files(reading), target.synthesis(), target.repair());
    format!("{files}\n{synthesis} -top {HARNESS}\n{repair}write_json {NETLIST}\n")
}

/// Applies `work` to all items on as many threads as there are processors. The results are in the items' order.
fn in_parallel<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                let result = work(item);
                done.lock()
                    .expect("no thread panics with the lock")
                    .push((index, result));
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics with the lock");
    done.sort_by_key(|&(index, _)| index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use halfpipe_tools::Tool;

    use super::*;

    fn unfinished() -> Result<u32, Error> {
        let limit = Duration::from_secs(60);
        let tool = Tool::Yosys;
        let program = halfpipe_tools::Error::TooSlow { tool, limit };
        Err(Error::Unfinished { program })
    }

    fn other() -> Result<u32, Error> {
        let (module, message) = ("m".to_owned(), "it is empty".to_owned());
        Err(Error::Unmeasurable { module, message })
    }

    #[test]
    fn a_placement_that_does_not_end_is_left_out() {
        assert_eq!(keep_finished(vec![Ok(1), unfinished(), Ok(3)]).unwrap(), [1, 3]);
        assert_eq!(keep_finished(vec![Ok(1)]).unwrap(), [1]);
        let error = keep_finished(vec![unfinished(), unfinished()]).unwrap_err();
        assert!(error.to_string().contains("did not end within 1 minutes"), "{error}");
        let error = keep_finished(vec![Ok(1), unfinished(), other()]).unwrap_err();
        assert!(error.to_string().contains("it is empty"), "{error}");
    }
}
