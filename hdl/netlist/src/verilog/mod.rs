//! Netlists as Verilog-2005.
//!
//! Every operator works on operands of its own width, and parentheses enclose nested ones, so an expression has only
//! one reading. Nets keep the names from the datapath. Each stage has a heading that states its function.
//!
//! - `module_text` and `writer`: the module, stage by stage;
//! - `ports`: declarations and connections of ports;
//! - `iteration`: registers of an iterative unit;
//! - `names`: identifiers of nets;
//! - `expression` and `layout`: expressions, and their lines;
//! - `plan`: the items of a stage in order;
//! - `heading`: headings of stages;
//! - `table`: tables of constants;
//! - `multiplier`: registered multiplications, and multiplier blocks;
//! - `unused`: unused bits, for linters;
//! - `text`: lines and comments.

mod expression;
mod heading;
mod iteration;
mod layout;
mod module_text;
pub(crate) mod multiplier;
mod names;
mod plan;
mod ports;
mod table;
mod text;
mod unused;
mod writer;

use std::collections::BTreeSet;

use crate::module::Module;
use crate::multiplications::Multiplications;
use multiplier::Factors;
use writer::Writer;

pub use heading::StageHeading;
pub use names::{net_paths, RESERVED};
pub use ports::LATENCY;
pub use text::{range, DatapathPart, Text};

/// Returns the Verilog of a module and of its multipliers.
pub fn module_text(module: &Module) -> Text {
    Writer::new(module).write()
}

/// Returns [`module_text`] with a parameter by which an instance states the latency that it relies on.
pub fn module_text_with_latency(module: &Module) -> Text {
    let writer = Writer {
        has_latency: true,
        ..Writer::new(module)
    };
    writer.write()
}

/// Returns the Verilog of a part of a larger module: see [`Module::ports_of_part`]. A reset of an iterative part acts at
/// once, without a clock edge.
pub fn part_text(module: &Module) -> Text {
    let writer = Writer {
        is_part: true,
        ..Writer::new(module)
    };
    writer.write()
}

/// Returns the names of the modules in that Verilog, the module's own first.
pub fn module_names(module: &Module) -> Vec<String> {
    let kinds: BTreeSet<Factors> = Multiplications::new(&module.lane).factors.into_values().collect();
    let parts = kinds.into_iter().map(|kind| kind.module_name(&module.name));
    [module.name.clone()].into_iter().chain(parts).collect()
}
