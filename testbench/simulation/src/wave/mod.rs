//! Waves: a module's run as a value change dump, and its pictures.
//!
//! A [`WaveScenario`] has the clock cycles of a run and the outputs that each must show. [`DumpScope`] is the tree of the
//! variables that are dumped, [`Dump`] the text, [`History`] the values read back from it.

mod dump;
pub mod filter;
mod history;
mod layout;
mod picture;
mod scenario;
mod scope;

use halfpipe_hdl::design::{Design, Dut};

pub use dump::{dump_design, Dump, CYCLE, OPERANDS};
pub use history::{wide_hexadecimal, History, VariableState};
pub use layout::{lay_out, list_checks, list_ports};
pub use picture::{draw, Pictures};
pub use scenario::WaveScenario;
pub use scope::{DumpScope, Shown, SignalSource, Variable, CHECK};

use crate::model::NoModel;
use crate::Vector;

/// Returns the drawing of a generated module's run over these vectors, as SVG.
///
/// # Errors
///
/// [`NoModel`] when the module computes a custom function.
pub fn draw_vectors(design: &Design, vectors: &[Vector]) -> Result<String, NoModel> {
    let play = WaveScenario::consecutive(design as &dyn Dut, vectors)?;
    let layout = lay_out(design);
    let dump = dump_design(design, &layout, &play);
    let history = History::parse(&dump.text).expect("a dump just written can be read");
    let wanted = Pictures { svg: true, html: false };
    let drawn = draw(wanted, design, (&layout, &dump, &history), &play);
    Ok(drawn.into_iter().map(|(_, text)| text).collect())
}
