//! The operands: their boxes, and the bits that nothing reads.

use halfpipe_isa::FloatFormat;

use super::structure::Core;
use crate::zfh::{Group, HALF_BITS};

/// The width of a single-precision number in bits.
const SINGLE_BITS: u32 = FloatFormat::RISCV_S.width();

impl Core<'_> {
    /// True if a part reads an operand: one of single precision, or any other.
    fn reads(&self, port: &str, is_single: bool) -> bool {
        let parts = self
            .parts
            .iter()
            .filter(|part| (part.format == Some(FloatFormat::RISCV_S)) == is_single);
        let mut inputs = parts.flat_map(|part| &part.module.lane.inputs);
        inputs.any(|input| input.name == port)
    }

    /// Returns the number of low bits of an operand that some part reads.
    fn read_bits(&self, operand: &str) -> u32 {
        let inputs = self.parts.iter().flat_map(|part| &part.module.lane.inputs);
        let own = inputs.filter(|input| input.name == operand).map(|input| input.width);
        own.max().unwrap_or(0)
    }

    /// Returns the nets that tell whether operands have their boxes.
    pub fn operands(&self) -> String {
        let mut text = String::new();
        let high = self.spec.register_bits().max(HALF_BITS + 1) - 1;
        for (name, bits, ending, is_single) in [("half", HALF_BITS, "", false), ("single", SINGLE_BITS, "_s", true)] {
            let is_read = |operand: &&str| self.reads(&format!("boxed_{operand}"), is_single);
            let boxed: Vec<&str> = ["a", "b", "c"].into_iter().filter(is_read).collect();
            if !boxed.is_empty() {
                text += &format!("\n    // ---- boxes: a {name} without ones above it is a NaN ----\n");
            }
            for operand in boxed {
                text += &format!("    wire boxed_{operand}{ending} = &{operand}[{high}:{bits}];\n");
            }
        }
        let unused: Vec<String> = self.unused_bits();
        if !unused.is_empty() {
            text += &format!(
                "\n    // Bits that no operation of this core reads.\n    wire unused_bits = &{{1'b0, {}}};\n",
                unused.join(", ")
            );
        }
        text
    }

    /// Returns input bits that nothing reads.
    fn unused_bits(&self) -> Vec<String> {
        let has = |group: Group| self.parts.iter().any(|part| part.group == group);
        let (width, register) = (self.spec.width(), self.spec.register_bits());
        let mut unused = Vec::new();
        let used = if self.spec.has_boxes(FloatFormat::RISCV_H) {
            register
        } else {
            HALF_BITS
        };
        for operand in ["a", "b", "c"] {
            let from = match operand {
                _ if self.spec.is_extended() => {
                    self.read_bits(operand)
                        .max(if self.spec.boxes() { register } else { 0 })
                }
                "a" if has(Group::Conv) => width,
                "c" if !has(Group::Addmul) => 0,
                "b" | "a" if !self.parts.iter().any(|part| part.format.is_some()) => 0,
                _ => used,
            };
            if from < width {
                unused.push(format!("{operand}[{}:{from}]", width - 1));
            }
        }
        unused
    }
}
