//! A proof that the handshake of a tile keeps its rules, for every sequence of steps, stalls and resets.
//!
//! The unit is replaced by one that computes on two bits. The modules around it only move its operands and results.

use halfpipe_hdl::export::mma::mma_verilog;
use halfpipe_hdl::mma::MmaSpec;

use crate::engine::EngineError;
use crate::symbiyosys::{self, TaskOutcome};

/// A search for a sequence that breaks a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Of any length, by property-directed reachability, which is induction with lemmas of its own. The solver gives up
    /// after some seconds.
    Unbounded {
        /// The seconds.
        limit_s: u32,
    },
    /// Of the first cycles.
    Bounded,
}

/// A cell of a tile: a row of A and a column of B.
pub type CellPosition = [u32; 2];

/// The time for the proof of a cell in seconds. A tile of five cycles and slots takes 15, and one of six takes 70.
const LIMIT_S: u32 = 300;

/// The most cells of a tile of which each is proven.
const FEW_CELLS: u32 = 16;

/// Returns the cells whose sums are proven: all of a small tile, and the first and the last of another. All cells are one
/// module with the same control.
pub fn cells(spec: &MmaSpec) -> Vec<CellPosition> {
    let MmaSpec { rows, columns, .. } = *spec;
    if rows * columns > FEW_CELLS {
        return vec![[0, 0], [rows - 1, columns - 1]];
    }
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| [row, column]))
        .collect()
}

/// Proves the rules of a tile's handshake for the sums of a cell. Returns the outcome and the log of the solver.
///
/// # Errors
///
/// Returns an error if a tool is missing or does not start.
///
/// # Panics
///
/// Panics if there is no such tile.
pub fn prove_handshake(spec: &MmaSpec, cell: CellPosition) -> Result<(TaskOutcome, String), EngineError> {
    let verilog = mma_verilog(spec, None).expect("the specification has been checked");
    prove_handshake_of_text(spec, &verilog, cell, Search::Unbounded { limit_s: LIMIT_S })
}

/// Proves the rules for a tile in its Verilog `text`.
///
/// # Errors
///
/// Returns an error if a tool is missing or does not start.
///
/// # Panics
///
/// Panics if the text has no unit.
pub fn prove_handshake_of_text(
    spec: &MmaSpec,
    text: &str,
    [row, column]: CellPosition,
    search: Search,
) -> Result<(TaskOutcome, String), EngineError> {
    let (modules, _) = text.split_once("\n// The unit").expect("the unit follows the cell");
    let [a, b, c] = spec.port_bits();
    let [in_row, in_column] = spec.vector_bits();
    let at = [
        row * in_row,
        column * in_column,
        (row * spec.columns + column) * spec.result_bits(),
    ];
    let parameters = [
        ("TILE", spec.name().to_owned()),
        ("SLOT_BITS", spec.slot_bits().to_string()),
        ("SLOTS", spec.slots.to_string()),
        ("LATENCY", spec.latency.to_string()),
        ("A_BITS", a.to_string()),
        ("B_BITS", b.to_string()),
        ("C_BITS", c.to_string()),
        ("A_AT", at[0].to_string()),
        ("B_AT", at[1].to_string()),
        ("C_AT", at[2].to_string()),
    ];
    let rules = parameters
        .iter()
        .fold(include_str!("handshake.v").to_owned(), |text, (name, value)| {
            text.replace(&format!("@{name}"), value)
        });
    let (mode, engine, limit) = match search {
        Search::Unbounded { limit_s } => ("prove", "abc pdr", format!("timeout {limit_s}\n")),
        Search::Bounded => ("bmc", "smtbmc z3", String::new()),
    };
    let task = format!(
        "[options]
mode {mode}
depth 14
{limit}
[engines]
{engine}

[script]
read_verilog tile.v unit.v
read_verilog -formal rules.v
prep -top rules
flatten
memory_map
opt -full

[files]
tile.v
unit.v
rules.v
"
    );
    symbiyosys::prove(&[
        ("tile.v", modules.to_owned() + "\n"),
        ("unit.v", unit(spec)),
        ("rules.v", rules),
        ("rules.sby", task),
    ])
}

/// Returns a unit whose result has two bits, which depend on two bits of each operand.
fn unit(spec: &MmaSpec) -> String {
    let ([in_row, in_column], result) = (spec.vector_bits(), spec.result_bits());
    let ranks = spec.unit_latency();
    let (ports, words) = if ranks == 0 {
        ("", "    wire [1:0] last = word;\n".to_owned())
    } else {
        let next = if ranks == 1 {
            "word".to_owned()
        } else {
            format!("{{words[{}:0], word}}", 2 * ranks - 3)
        };
        (
            "    input wire clock,\n    input wire enable,\n",
            format!(
                "    reg [{high}:0] words;
    always @(posedge clock) if (enable) words <= {next};
    wire [1:0] last = words[{high}:{low}];
",
                high = 2 * ranks - 1,
                low = 2 * ranks - 2
            ),
        )
    };
    format!(
        "module {name}_unit (
{ports}    input wire [{top_of_row}:0] a,
    input wire [{top_of_column}:0] b,
    input wire [{top}:0] c,
    output wire [{top}:0] d
);
    wire [1:0] word = {{c[0], c[1]}} ^ a[1:0] ^ {{b[0], b[1]}};
{words}    assign d = {{{zeros}'d0, last}};
endmodule
",
        name = spec.name(),
        top_of_row = in_row - 1,
        top_of_column = in_column - 1,
        top = result - 1,
        zeros = result - 2,
    )
}
