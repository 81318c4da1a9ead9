//! Settings of cells that Yosys' models of them ignore.

use super::gates::refuse_at;
use super::refusal::Refusal;
use crate::netlist::Cell;

/// The settings of a type of cell that its model ignores, each with the only value that the model has. A number is 0.
const IGNORED: [(&str, &[(&str, &str)]); 1] = [(
    "DSP48E1",
    &[
        ("AUTORESET_PATDET", "NO_RESET"),
        ("SEL_MASK", "MASK"),
        ("SEL_PATTERN", "PATTERN"),
        ("IS_ALUMODE_INVERTED", "0"),
        ("IS_CARRYIN_INVERTED", "0"),
        ("IS_CLK_INVERTED", "0"),
        ("IS_INMODE_INVERTED", "0"),
        ("IS_OPMODE_INVERTED", "0"),
    ],
)];

/// Refuses a cell with a setting that its model ignores.
///
/// # Errors
///
/// [`Refusal`] with the first such setting.
pub fn check_settings(cell: &Cell) -> Result<(), Refusal> {
    let rows = IGNORED.iter().filter(|(kind, _)| *kind == cell.kind);
    for (parameter, only) in rows.flat_map(|(_, settings)| settings.iter()) {
        let Some(value) = cell.parameters.get(*parameter) else {
            continue;
        };
        let value = value.trim();
        let is_zero = *only == "0" && value.chars().all(|digit| digit == '0');
        if !is_zero && value != *only {
            return Err(refuse_at(
                cell.lines(),
                format!("parameter {parameter} of {}", cell.kind),
                format!("the model of the cell has {only} only; leave it out, or write the logic out"),
            ));
        }
    }
    Ok(())
}
