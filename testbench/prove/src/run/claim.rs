//! The claim of a theorem: the module's own lemmas, in addition to those of its function.

use halfpipe_lemmas::convention::Convention;
use halfpipe_lemmas::digest::digest_texts;
use halfpipe_lemmas::lemma::{digests, Lemma};
use halfpipe_lemmas::theorem::ProvenModule;
use halfpipe_tools::Tool;
use halfpipe_yosys::{Mapping, VerilogDut};

use super::RunError;
use crate::key::TheoremKey;
use crate::ledger::{digest_of_formulas, TheoremLine, YOSYS};
use crate::netlist_equivalence::device_lemmas;

/// The claim that one module computes its instruction.
pub(super) struct TheoremClaim<'d> {
    pub module: ProvenModule<'d>,
    /// The Verilog that netlists are made of. A core of RISC-V has none here.
    device: Option<&'d dyn VerilogDut>,
    mapping: Option<Mapping>,
    /// The conventions of an external file.
    convention: Convention,
    pub key: TheoremKey,
    /// The digest of the Verilog and the synthesis recipe, if the claim is about a netlist.
    source: Option<String>,
    /// The lemmas about the module, without those about its netlist.
    pub lemmas: Vec<Lemma>,
    /// The digest of the formulas of the function and of `lemmas`.
    formulas: String,
}

impl<'d> TheoremClaim<'d> {
    /// Creates the claim about a module, or about the device in its place. `function` is the digest of the
    /// function's formulas.
    pub fn new(
        module: ProvenModule<'d>,
        external: Option<&'d dyn VerilogDut>,
        mapping: Option<Mapping>,
        convention: &Convention,
        function: &str,
    ) -> Result<TheoremClaim<'d>, RunError> {
        let device = external.or(match module {
            ProvenModule::Design(design) => Some(design as &dyn VerilogDut),
            ProvenModule::Riscv(_) => None,
        });
        let lemmas = module.lemmas()?;
        let digests = digests(&lemmas);
        Ok(TheoremClaim {
            key: TheoremKey::new(module, mapping),
            formulas: digest_of_formulas(digests.iter().map(String::as_str).chain([function])),
            source: mapping.zip(device).map(|(mapping, device)| {
                let verilog = without_comments(&device.verilog().text);
                digest_texts([verilog.as_str(), &mapping.recipe(device.name())])
            }),
            lemmas,
            module,
            device,
            mapping,
            convention: convention.clone(),
        })
    }

    /// True if the claim is about a module of an external file.
    pub fn is_external(&self) -> bool {
        self.device.is_some_and(|device| device.sources().is_some())
    }

    /// True if a ledger line records this claim.
    pub fn is_on(&self, line: &TheoremLine) -> bool {
        line.formulas == self.formulas
            && line.netlist.is_some() == self.mapping.is_some()
            && line.source == self.source
            && line.made_by.as_deref() == self.mapping.map(|_| YOSYS)
    }

    /// Returns an updated ledger line for a netlist with another source or Yosys version. Returns `None` unless all
    /// formulas are unchanged.
    pub fn renewed(&self, line: &TheoremLine) -> Result<Option<TheoremLine>, RunError> {
        if line.formulas != self.formulas || line.netlist.is_none() || self.mapping.is_none() {
            return Ok(None);
        }
        let digests = digests(&self.netlist_lemmas()?);
        if line.netlist != self.netlist_digest(digests.iter().map(String::as_str)) {
            return Ok(None);
        }
        Ok(Some(TheoremLine {
            source: self.source.clone(),
            made_by: self.made_by()?,
            ..line.clone()
        }))
    }

    /// Returns the lemmas about the netlist that Yosys makes today. Empty if the claim is not about a netlist.
    pub fn netlist_lemmas(&self) -> Result<Vec<Lemma>, RunError> {
        match (self.module, self.device, self.mapping) {
            (ProvenModule::Design(design), Some(device), Some(mapping)) => {
                Ok(device_lemmas(design, device, mapping, &self.convention)?)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the digest of the formulas about a netlist.
    fn netlist_digest<'f>(&self, digests: impl IntoIterator<Item = &'f str>) -> Option<String> {
        self.mapping.map(|_| digest_of_formulas(digests))
    }

    /// Returns the ledger line of a claim that holds. `netlist` has the digests of the netlist lemmas.
    pub fn into_line(self, netlist: &[String], milliseconds: u64) -> Result<TheoremLine, RunError> {
        Ok(TheoremLine {
            made_by: self.made_by()?,
            netlist: self.netlist_digest(netlist.iter().map(String::as_str)),
            lemmas: self.lemmas.len() + netlist.len(),
            key: self.key,
            formulas: self.formulas,
            source: self.source,
            milliseconds,
        })
    }

    /// Returns the name and version of the synthesis tool, if the claim is about a netlist.
    fn made_by(&self) -> Result<Option<String>, RunError> {
        if self.mapping.is_none() {
            return Ok(None);
        }
        let version = Tool::Yosys.version()?;
        Ok(Some(format!("Yosys {}", version.unwrap_or_default())))
    }
}

/// Removes comments and blank lines from generated Verilog. Its string literals contain nothing that looks like a
/// comment.
fn without_comments(verilog: &str) -> String {
    let lines = verilog
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default().trim_end());
    lines
        .filter(|line| !line.is_empty())
        .flat_map(|line| [line, "\n"])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_part_of_the_source() {
        let module = "module m;\n    wire a = b; // why\n\n    // Stage 1.\nendmodule\n";
        assert_eq!(without_comments(module), "module m;\n    wire a = b;\nendmodule\n");
        assert_eq!(
            without_comments(&module.replace("why", "because")),
            without_comments(module)
        );
        assert_ne!(without_comments(&module.replace("b;", "c;")), without_comments(module));
    }
}
