//! The manifest of a core of RISC-V: its groups, and the codes of its instructions.

use serde::Serialize;

use super::core::DEFAULT_TAG_BITS;
use crate::design::{Port, Role};
use crate::export::manifest::PortEntry;
use crate::export::package::Package;
use crate::zfh::{CoreOperation, Encoding, Group, Variant, ZfhSpec};

/// A manifest, which is written as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZfhManifest {
    /// The name of the module.
    pub module: String,
    /// The extensions of RISC-V.
    pub isa: Vec<&'static str>,
    /// The width of an integer register in bits.
    pub xlen: u32,
    /// The width of a floating-point register in bits.
    pub flen: u32,
    /// The width of operands and results in bits.
    pub width: u32,
    /// The groups with operations.
    pub groups: Vec<GroupEntry>,
    /// The instructions.
    pub instructions: Vec<InstructionEntry>,
    /// Variants of the instructions, which the core takes too. It takes nothing else.
    pub variants: Vec<VariantEntry>,
    /// The Verilog file.
    pub verilog: String,
    /// The ports, in the order of the module. Tags have the width of the parameter's default.
    pub ports: Vec<PortEntry>,
}

/// A group of a core.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GroupEntry {
    /// Its name.
    pub group: &'static str,
    /// Clock cycles from operands to result, the most if it is iterative.
    pub latency: u32,
    /// True if it works on one operation at a time.
    pub is_iterative: bool,
}

/// An instruction of a core, and the values of the ports that select it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InstructionEntry {
    /// The mnemonic.
    pub mnemonic: String,
    /// The group that computes it.
    pub group: &'static str,
    /// The number of the operation.
    pub op: u64,
    /// The variant of the operation.
    pub op_mod: u64,
    /// The value of `rm`; none for a rounding.
    pub rm: Option<u64>,
    /// The format of the operands.
    pub src_fmt: u64,
    /// The format of the result.
    pub dst_fmt: u64,
    /// The integer of a conversion.
    pub int_fmt: u64,
    /// The ports of the operands.
    pub operands: Vec<&'static str>,
    /// The ports whose value does not matter, whatever the one above.
    pub ignored: Vec<&'static str>,
}

/// An operation of a core that is a variant of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VariantEntry {
    /// The variant: `inverted`, `sign-extended` or `bfloat16`.
    pub variant: &'static str,
    /// The instruction, and the values of the ports that select the variant.
    #[serde(flatten)]
    pub operation: InstructionEntry,
}

impl InstructionEntry {
    fn new(operation: &CoreOperation) -> InstructionEntry {
        let Encoding {
            group,
            op,
            op_mod,
            rm,
            src_fmt,
            dst_fmt,
            int_fmt,
            ports,
            ignored,
        } = operation.encoding;
        InstructionEntry {
            mnemonic: operation.instruction.mnemonic(),
            group: group.name(),
            op,
            op_mod,
            rm,
            src_fmt,
            dst_fmt,
            int_fmt,
            operands: ports.to_vec(),
            ignored: ignored.to_vec(),
        }
    }
}

/// Returns the entry of a port. The package sets the width of tags, and the manifest has the default.
fn port_entry(port: &Port) -> PortEntry {
    let width = match port.role {
        Role::TagIn | Role::TagOut => DEFAULT_TAG_BITS,
        _ => port.width,
    };
    PortEntry::from_name(&port.name, port.direction, width)
}

impl ZfhManifest {
    /// Returns the manifest of a core.
    pub fn new(spec: &ZfhSpec) -> ZfhManifest {
        let (mut instructions, mut variants) = (Vec::new(), Vec::new());
        for operation in spec.operations() {
            let entry = InstructionEntry::new(&operation);
            match operation.variant.map(Variant::name) {
                None => instructions.push(entry),
                Some(variant) => variants.push(VariantEntry {
                    variant,
                    operation: entry,
                }),
            }
        }
        let has = |group: &Group| instructions.iter().any(|entry| entry.group == group.name());
        let groups = Group::ALL.into_iter().filter(has).map(|group| GroupEntry {
            group: group.name(),
            latency: spec.latency(group),
            is_iterative: spec.is_iterative(group),
        });
        ZfhManifest {
            module: spec.name().to_owned(),
            isa: spec.extensions.iter().map(|extension| extension.name()).collect(),
            xlen: spec.xlen,
            flen: spec.flen,
            width: spec.width(),
            groups: groups.collect(),
            instructions,
            variants,
            verilog: format!("{}.v", spec.name()),
            ports: Package::from_zfh(spec).ports().iter().map(port_entry).collect(),
        }
    }
}
