//! The operands: their boxes, and the bits that nothing reads.

use super::structure::Core;
use crate::zfh::{Group, HALF_BITS};

impl Core<'_> {
    /// True if a part reads an operand.
    fn reads(&self, port: &str) -> bool {
        let mut inputs = self.parts.iter().flat_map(|part| &part.module.lane.inputs);
        inputs.any(|input| input.name == port)
    }

    /// Returns the nets that tell whether operands have their boxes.
    pub fn operands(&self) -> String {
        let mut text = String::new();
        let high = self.spec.register_bits().max(HALF_BITS + 1) - 1;
        let is_read = |operand: &&str| self.reads(&format!("boxed_{operand}"));
        let boxed: Vec<&str> = ["a", "b", "c"].into_iter().filter(is_read).collect();
        if !boxed.is_empty() {
            text += "\n    // ---- boxes: a half without ones above it is a NaN ----\n";
        }
        for operand in boxed {
            text += &format!("    wire boxed_{operand} = &{operand}[{high}:{HALF_BITS}];\n");
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
        let used = if self.spec.has_boxes() { register } else { HALF_BITS };
        for operand in ["a", "b", "c"] {
            let from = match operand {
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
