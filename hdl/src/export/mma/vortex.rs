//! The dot product unit of Vortex' tensor core, with the ports and parameters of Vortex' own.
//!
//! Facts about the socket are of Vortex' `VX_tcu_core`, `VX_tcu_pkg` and `VX_tcu_fedp_tfr`: ports, latency, codes of the
//! formats, and which bit of the mask belongs to an element.

use halfpipe_isa::FloatFormat;

use super::super::comment::{commented, made_by, notice, port_meaning};
use crate::design::Design;
use crate::mma::{MmaError, VortexSpec};
use crate::net::verilog::part_text;

/// The width of an element in bits.
const ELEMENT_BITS: u32 = 16;

/// Returns the SystemVerilog file of Vortex' unit. `command` generates it.
///
/// # Errors
///
/// Returns an error if there is no such unit.
pub fn vortex_verilog(spec: &VortexSpec, command: Option<&str>) -> Result<String, MmaError> {
    let units = spec.units()?;
    let mut text = header(spec, &units, command) + &module(spec, &units);
    for unit in &units {
        text += &format!("\n// Part of the unit: {}.\n", unit.instruction());
        text += &String::from(part_text(unit.module()));
    }
    Ok(text)
}

/// Returns the name of the parameter with the code of a format.
fn code(unit: &Design) -> &'static str {
    match VortexSpec::operand(unit.instruction()) {
        FloatFormat::BF16 => "BF16_ID",
        _ => "FP16_ID",
    }
}

fn header(spec: &VortexSpec, units: &[Design], command: Option<&str>) -> String {
    let mnemonics: Vec<String> = units.iter().map(|unit| unit.instruction().mnemonic()).collect();
    let others = match units.len() {
        1 => "the mode has no bf16; every format but fp16 gives the NaN 7fffffff",
        _ => "every other format gives the NaN 7fffffff",
    };
    let mut lines = vec![
        format!(
            "{}: fused dot product of Vortex' tensor core for N = {}, mode {}",
            spec.name(),
            spec.size,
            spec.mode
        ),
        String::new(),
        format!(
            "d_val = {}(a_row, b_col, c_val), {} enabled cycles after the operands. A word of a_row and b_col has two \
             elements, the first one low.",
            mnemonics.join(" or "),
            spec.latency()
        ),
        String::new(),
    ];
    let formats = format!("format of the elements, FP16_ID or BF16_ID; {others}");
    lines.extend(ports(&formats).iter().flat_map(port_meaning));
    lines.extend([
        String::new(),
        "Parameters: LATENCY and N are checked. FP16_ID, BF16_ID, FMT_BITS and MASK_BITS follow VX_tcu_pkg; versions with \
         a TF32_ID of 1 need FP16_ID = 2, BF16_ID = 3 and FMT_BITS = 5. The others have no effect."
            .to_owned(),
        String::new(),
    ]);
    lines.extend(command.map(made_by).unwrap_or_default());
    lines.push(notice());
    commented(&lines)
}

/// Returns the ports of the unit with their meanings, those of the data aside.
fn ports(formats: &str) -> [(&'static str, &str); 6] {
    [
        ("clk", "rising edge"),
        ("reset", "ignored: there is no state but the operands under way"),
        ("enable", "0 holds all registers"),
        (
            "vld_mask",
            "bit 4 * i is 0: element i counts as +0 in both operands. Other bits are for smaller formats",
        ),
        ("fmt_s", formats),
        ("fmt_d", "ignored: c_val and d_val are fp32"),
    ]
}

fn module(spec: &VortexSpec, units: &[Design]) -> String {
    [
        declaration(spec, units),
        checks(spec),
        operands(spec),
        formats_under_way(spec, units),
        instances(units),
        result(spec, units),
    ]
    .concat()
}

fn declaration(spec: &VortexSpec, units: &[Design]) -> String {
    let ids = match units.len() {
        1 => {
            "    // verilator lint_off UNUSEDPARAM\n    parameter BF16_ID = 2,\n    // verilator lint_on UNUSEDPARAM\n"
        }
        _ => "    parameter BF16_ID = 2,\n",
    };
    format!(
        "
`default_nettype none

module {name} #(
    // verilator lint_off UNUSEDPARAM
    parameter INSTANCE_ID = \"\",
    parameter LANE_MASK = 0,
    parameter W = 25,
    // verilator lint_on UNUSEDPARAM
    parameter LATENCY = 0,
    parameter N = {size},
    parameter FP16_ID = 1,
{ids}    parameter FMT_BITS = 4,
    parameter MASK_BITS = 8 * N
) (
    input  wire clk,
    input  wire reset,
    input  wire enable,
    input  wire [MASK_BITS-1:0] vld_mask,
    input  wire [FMT_BITS-1:0] fmt_s,
    input  wire [FMT_BITS-1:0] fmt_d,
    input  wire [N-1:0][31:0] a_row,
    input  wire [N-1:0][31:0] b_col,
    input  wire [31:0] c_val,
    output wire [31:0] d_val
);
",
        name = spec.name(),
        size = spec.size,
    )
}

/// Returns the checks of the parameters.
fn checks(spec: &VortexSpec) -> String {
    format!(
        "
    generate
        if (N != {size}) begin : other_size
            $error(\"{name} is generated for N = {size}\");
        end
        if (LATENCY != 0 && LATENCY != {latency}) begin : other_latency
            $error(\"{name} has latency {latency}\");
        end
    endgenerate

    wire unused = &{{1'b0, reset, fmt_d, vld_mask}};
",
        name = spec.name(),
        size = spec.size,
        latency = spec.latency(),
    )
}

/// Returns the operands of the units.
fn operands(spec: &VortexSpec) -> String {
    let products = spec.products();
    format!(
        "
    // ---- elements without their bit in the mask are +0 ----
    wire [{top}:0] a, b;
    genvar i;
    generate
        for (i = 0; i < {products}; i = i + 1) begin : element
            assign a[16*i +: 16] = a_row[i/2][16*(i%2) +: 16] & {{16{{vld_mask[4*i]}}}};
            assign b[16*i +: 16] = b_col[i/2][16*(i%2) +: 16] & {{16{{vld_mask[4*i]}}}};
        end
    endgenerate
",
        top = products * ELEMENT_BITS - 1,
    )
}

/// Returns the shift register with a bit for each unit: the result in that rank is its.
fn formats_under_way(spec: &VortexSpec, units: &[Design]) -> String {
    let (bits, latency) = (units.len() as u32, spec.latency());
    let of_unit = |unit: &Design| format!("fmt_s == {}[FMT_BITS-1:0]", code(unit));
    let selection: Vec<String> = units.iter().rev().map(of_unit).collect();
    format!(
        "
    // ---- the format of each result under way ----
    reg  [{top}:0] chosen;
    always @(posedge clk) begin
        if (enable) chosen <= {{chosen[{kept}:0], {selection}}};
    end
",
        top = bits * latency - 1,
        kept = bits * (latency - 1) - 1,
        selection = selection.join(", "),
    )
}

fn instances(units: &[Design]) -> String {
    let instance = |unit: &Design| {
        format!(
            "
    wire [31:0] d_{format};
    {name} unit_{format} (
        .clock(clk),
        .enable(enable),
        .a(a),
        .b(b),
        .c(c_val),
        .d(d_{format})
    );
",
            format = VortexSpec::operand(unit.instruction()),
            name = unit.name()
        )
    };
    let instances: String = units.iter().map(instance).collect();
    format!("\n    // ---- a unit for each format ----{instances}")
}

/// Returns the choice among the units' results.
fn result(spec: &VortexSpec, units: &[Design]) -> String {
    let oldest = units.len() as u32 * (spec.latency() - 1);
    let numbered = units.iter().zip(oldest..oldest + units.len() as u32).rev();
    let result = numbered.fold("32'h7fffffff".to_owned(), |otherwise, (unit, bit)| {
        let format = VortexSpec::operand(unit.instruction());
        format!("chosen[{bit}] ? d_{format} : {otherwise}")
    });
    format!("\n    assign d_val = {result};\n\nendmodule\n\n`default_nettype wire\n")
}
