//! Simulation of Vortex' dot product unit under Verilator.

use halfpipe_hdl::mma::{MmaSpec, VortexSpec};
use halfpipe_isa::FloatFormat;
use halfpipe_simulation::matrix::{packed, MatrixProduct};
use halfpipe_simulation::model::results;
use rand::Rng;

use super::simulation::{compile, words_as_bytes, DriveOutcome};
use crate::engine::verilator::DriverProgram;
use crate::engine::EngineError;

/// Vortex' unit in a simulated design.
#[derive(Debug)]
pub struct VortexSimulation {
    program: DriverProgram,
}

/// Operands of Vortex' unit, and the expected result.
#[derive(Clone, Debug)]
pub struct VortexOperands {
    /// The code of the elements' format.
    pub format: u32,
    /// The bit of each element in the mask.
    pub mask: u32,
    /// The words of the row of A.
    pub a: Vec<u32>,
    /// The words of the column of B.
    pub b: Vec<u32>,
    /// The addend.
    pub c: u32,
    /// The result.
    pub d: u32,
}

/// The codes of the formats in `VX_tcu_pkg`.
const FP16: u32 = 1;
const BF16: u32 = 2;

/// The number of codes.
const CODES: u32 = 16;

impl VortexOperands {
    /// Draws operands, and computes the result in the model.
    ///
    /// # Panics
    ///
    /// Panics if there is no such unit.
    pub fn draw(spec: &VortexSpec, random: &mut impl Rng) -> VortexOperands {
        let instructions = spec.instructions().expect("the specification has been checked");
        let instruction = instructions[random.random_range(0..instructions.len())];
        let tile = MmaSpec::new(1, 1, instruction, 1);
        let products = spec.products() as usize;
        let drawn = MatrixProduct::draw(&tile, [1, 1, products], random);
        let mask = match random.random_range(0..4) {
            0 => random.random::<u32>(),
            _ => u32::MAX,
        };
        let masked = |elements: &[u32]| -> Vec<u32> {
            let element = |(place, element): (usize, &u32)| if mask >> place & 1 == 1 { *element } else { 0 };
            elements.iter().enumerate().map(element).collect()
        };
        let words = |elements: &[u32]| -> Vec<u32> { elements.chunks(2).map(|pair| pair[0] | pair[1] << 16).collect() };
        let is_other = random.random_range(0..16) == 0;
        let format = match VortexSpec::operand(instruction) {
            _ if is_other => loop {
                let code = random.random_range(0..CODES);
                if code != FP16 && (code != BF16 || instructions.len() == 1) {
                    break code;
                }
            },
            FloatFormat::BF16 => BF16,
            _ => FP16,
        };
        let operands = [
            packed(&masked(&drawn.a), 16),
            packed(&masked(&drawn.b), 16),
            vec![drawn.c[0].into()],
        ]
        .concat();
        VortexOperands {
            format,
            mask,
            a: words(&drawn.a),
            b: words(&drawn.b),
            c: drawn.c[0],
            d: if is_other {
                FloatFormat::F32.canonical_nan()
            } else {
                results(instruction, &operands)[0] as u32
            },
        }
    }
}

impl VortexSimulation {
    /// Compiles a unit with its SystemVerilog. A module around it sets LATENCY and N, as Vortex does.
    ///
    /// # Errors
    ///
    /// Returns an error if a tool is missing or fails.
    pub fn compile(spec: &VortexSpec, verilog: &str) -> Result<VortexSimulation, EngineError> {
        let (size, latency) = (spec.size, spec.latency());
        let (bits, low, mask) = (32 * size.max(3), 32 * size - 1, 8 * size);
        let design = format!(
            "{verilog}
module socket (
    input wire clk, reset, enable,
    input wire [31:0] mask,
    input wire [3:0] fmt_s, fmt_d,
    input wire [{bits}-1:0] a, b,
    input wire [31:0] c_val,
    output wire [31:0] d_val
);
    wire [{mask}-1:0] vld_mask;
    genvar i;
    generate
        for (i = 0; i < {mask}; i = i + 1) begin : element
            assign vld_mask[i] = i % 4 == 0 ? mask[i/4] : mask[31-i%32];
        end
    endgenerate
    {name} #(.INSTANCE_ID(\"core0-tcu\"), .LATENCY({latency}), .N({size})) fedp (
        .clk(clk), .reset(reset), .enable(enable), .vld_mask(vld_mask), .fmt_s(fmt_s), .fmt_d(fmt_d),
        .a_row(a[{low}:0]), .b_col(b[{low}:0]), .c_val(c_val), .d_val(d_val)
    );
endmodule
",
            name = spec.name()
        );
        let sizes = format!("enum {{ WORDS = {size}, LATENCY = {latency} }};\n");
        let driver = include_str!("drive_vortex.cpp");
        Ok(VortexSimulation {
            program: compile("socket", &design, std::iter::empty(), &sizes, driver)?,
        })
    }

    /// Runs operands, with cycles in which enable is 0.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not run.
    pub fn run(&self, operands: &[VortexOperands], seed: u64) -> Result<DriveOutcome, EngineError> {
        let mut words = vec![seed as u32, operands.len() as u32];
        for operands in operands {
            words.extend([operands.format, operands.mask]);
            words.extend(operands.a.iter().chain(&operands.b));
            words.extend([operands.c, operands.d]);
        }
        Ok(DriveOutcome::new(
            operands.len(),
            self.program.drive(&words_as_bytes(&words))?,
        ))
    }
}
