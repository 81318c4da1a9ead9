//! Waveforms: a module's run as a value change dump, files that open it in GTKWave and Surfer, and pictures.
//!
//! The dump has the module's ports in a scope of the module's name. Below it lies a scope per lane with the lane's part
//! of the operands and of the result. Each lane has a scope per stage, in dataflow order, with the nets that the
//! datapath names. The scope `check` holds the golden model's expected value beside each result.
//!
//! Time is in nanoseconds and a clock cycle takes ten. The clock rises when a cycle begins, and the registers change
//! with it. The operands change one nanosecond later, and the clock falls in the middle of the cycle. So in the middle
//! of a cycle operands and result are those of that cycle. The result of the operands of cycle `k` lies in cycle `k`
//! plus the latency. The first cycle is the reset. A combinational module has no clock: it takes one vector every ten
//! nanoseconds.

use std::path::{Path, PathBuf};

use halfpipe_simulation::wave::{draw, dump_design, lay_out, Dump, DumpScope, History, Pictures, WaveScenario};
use halfpipe_simulation::Vector;
use halfpipe_simulation::{CycleIn, CycleOut};
use halfpipe_tools::files::{is_special, write_file, write_files};
use halfpipe_yosys::VerilogDut;

use crate::scoreboard::fault_in_words;

use crate::Difference;

mod bench;
mod error;
mod family;
mod save;
mod script;
mod stages;
mod surfer;
mod traced;

pub use bench::write_bench;
pub use error::WaveError;
pub use family::WaveFamily;

/// The files of a waveform.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WaveFiles {
    /// The value change dump.
    pub vcd: PathBuf,
    /// The GTKWave save file, named after the dump: `gtkwave` with this one file opens the dump as well. None if the
    /// dump went to a pipe or a device, which no viewer opens.
    pub save: Option<PathBuf>,
    /// The Surfer state file, named after the dump: `surfer DUMP --state-file FILE`. None if there is no save file.
    pub surfer: Option<PathBuf>,
    /// The requested pictures.
    pub pictures: Vec<PathBuf>,
    /// The scripts that GTKWave starts to show values as numbers, one for each format of the instruction.
    pub scripts: Vec<PathBuf>,
    /// The first mismatch of an external module in the wave.
    pub mismatch: Option<WaveMismatch>,
}

/// A mismatch in a wave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaveMismatch {
    /// The clock cycle; the first one of the wave is 0.
    pub cycle: usize,
    /// The wrong outputs in words.
    pub fault: String,
    /// The first net that differs from the generated module's.
    pub difference: Option<Difference>,
}

impl WaveMismatch {
    fn new(device: &dyn VerilogDut, play: &WaveScenario, (cycle, output): &(usize, CycleOut)) -> WaveMismatch {
        WaveMismatch {
            cycle: *cycle,
            fault: fault_in_words(device.interface(), play.expected[*cycle].as_ref(), output),
            difference: match &play.shown[*cycle] {
                Some(vector) if output.out_valid => Difference::from_vector(device, vector),
                _ => Difference::from_cycles(device, &play.inputs, 0),
            },
        }
    }
}

impl WaveFiles {
    /// Returns every file, the dump first.
    pub fn all(&self) -> impl Iterator<Item = &Path> {
        let opened = std::iter::once(&self.vcd).chain(&self.save).chain(&self.surfer);
        let opened = opened.chain(&self.pictures);
        opened.chain(&self.scripts).map(PathBuf::as_path)
    }
}

/// Writes the wave of a module into the folder `out`, as `<module>.vcd` and the files that [`write_to`] puts beside it.
///
/// # Errors
///
/// As for [`write_to`].
pub fn write(device: &dyn VerilogDut, vectors: &[Vector], out: &Path) -> Result<WaveFiles, WaveError> {
    write_with(device, vectors, out, Pictures::default())
}

/// Writes the same with pictures of the run beside the dump.
///
/// # Errors
///
/// As for [`write_to`].
pub fn write_with(
    device: &dyn VerilogDut,
    vectors: &[Vector],
    out: &Path,
    pictures: Pictures,
) -> Result<WaveFiles, WaveError> {
    let vcd = out.join(format!("{}.vcd", device.name()));
    write_play(device, &WaveScenario::consecutive(device, vectors)?, &vcd, pictures)
}

/// Runs the module, one vector a cycle, and writes the dump to the file `vcd`. A generated module runs in the embedded
/// simulator. An external module runs in Verilator, and the dump shows its nets in its own hierarchy. GTKWave's save
/// file and Surfer's state file go beside the dump. Their endings `.gtkw` and `.surf.ron` replace `.vcd` or follow
/// another ending. A pipe or a device receives only the dump.
///
/// The [scripts](WaveFiles::scripts) go beside these files. The save file's marker stands in the cycle of the first
/// mismatch, or else of the first result. Bits above an operand's width are dropped. Equal input gives equal bytes.
///
/// # Errors
///
/// When a file cannot be written, Verilator is missing or rejects the module, or the module's function has no model.
pub fn write_to(device: &dyn VerilogDut, vectors: &[Vector], vcd: &Path) -> Result<WaveFiles, WaveError> {
    write_play(
        device,
        &WaveScenario::consecutive(device, vectors)?,
        vcd,
        Pictures::default(),
    )
}

/// Writes the same for a module that runs these clock cycles. The first is a reset if the module has one.
///
/// # Errors
///
/// As for [`write_to`].
pub fn write_cycles_to(device: &dyn VerilogDut, cycles: &[CycleIn], vcd: &Path) -> Result<WaveFiles, WaveError> {
    write_play(
        device,
        &WaveScenario::new(device, cycles.to_vec())?,
        vcd,
        Pictures::default(),
    )
}

/// Runs a module; returns its scopes, its dump, and the values in it.
fn recorded(device: &dyn VerilogDut, play: &WaveScenario) -> Result<(DumpScope, Dump, History), WaveError> {
    let (layout, dump) = match device.design() {
        Some(design) => {
            let layout = lay_out(design);
            let dump = dump_design(design, &layout, play);
            (layout, dump)
        }
        None => traced::run(device, play)?,
    };
    let history = History::parse(&dump.text).expect("a dump just written can be read");
    Ok((layout, dump, history))
}

fn write_play(
    device: &dyn VerilogDut,
    play: &WaveScenario,
    vcd: &Path,
    pictures: Pictures,
) -> Result<WaveFiles, WaveError> {
    let (layout, dump, history) = recorded(device, play)?;
    let mismatch = dump.mismatch.as_ref();
    let mismatch = mismatch.map(|mismatch| WaveMismatch::new(device, play, mismatch));
    if is_special(vcd) {
        write_file(vcd, &dump.text)?;
        return Ok(WaveFiles {
            vcd: vcd.to_owned(),
            mismatch,
            ..WaveFiles::default()
        });
    }
    let drawn = draw(pictures, device, (&layout, &dump, &history), play);
    let folder = vcd.parent().unwrap_or(Path::new(""));
    let scripts = layout
        .elements()
        .into_iter()
        .map(|element| script::write_script(element, folder));
    let (view_of_gtkwave, view_of_surfer) = (beside(vcd, "gtkw"), beside(vcd, "surf.ron"));
    let files = WaveFiles {
        vcd: vcd.to_owned(),
        save: Some(view_of_gtkwave.clone()),
        surfer: Some(view_of_surfer.clone()),
        pictures: drawn.iter().map(|(ending, _)| beside(vcd, ending)).collect(),
        scripts: scripts.collect::<Result<_, _>>()?,
        mismatch,
    };
    let names = [vcd, &view_of_gtkwave].map(file_name);
    let save = save::write(&layout, &dump, &history, [&names[0], &names[1]]);
    let surfer = surfer::write(&layout, &dump, &names[0]);
    let viewed: [(&Path, &[u8]); 3] = [
        (vcd, &dump.text),
        (&view_of_gtkwave, save.as_bytes()),
        (&view_of_surfer, surfer.as_bytes()),
    ];
    let drawn = drawn.iter().map(|(_, text)| text.as_bytes());
    let drawn = files.pictures.iter().map(PathBuf::as_path).zip(drawn);
    let contents = viewed.into_iter().chain(drawn);
    let named: Vec<_> = contents
        .map(|(path, contents)| (path.file_name().unwrap_or_default(), contents))
        .collect();
    write_files(folder, &named)?;
    Ok(files)
}

/// Returns the path of a viewer's file beside a dump.
fn beside(vcd: &Path, extension: &str) -> PathBuf {
    match vcd.extension() {
        Some(own) if own == "vcd" => vcd.with_extension(extension),
        _ => {
            let mut name = vcd.as_os_str().to_owned();
            name.push(format!(".{extension}"));
            PathBuf::from(name)
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
