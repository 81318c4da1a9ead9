//! The claim of a theorem: which lemmas a module has to fulfil beside those of its function.

use halfpipe_hdl::design::Design;
use halfpipe_prove::ledger::{TheoremLine, YOSYS};
use halfpipe_prove::lemma::Lemma;
use halfpipe_prove::theorem::{self, digest_of, Key};
use halfpipe_testbench::device::Device;
use halfpipe_testbench::engine::Mapping;
use halfpipe_tools::Tool;

use crate::error::Error;

/// What a theorem claims of one module.
pub struct Claim<'d> {
    pub design: &'d Design,
    device: &'d dyn Device,
    mapping: Option<Mapping>,
    pub key: Key,
    /// The digest of what a netlist is made of, where it is about one.
    pub source: Option<String>,
    /// Its own lemmas, without those of a netlist.
    pub lemmas: Vec<Lemma>,
}

impl<'d> Claim<'d> {
    /// That of the design's module, or of the device in its place.
    pub fn new(design: &'d Design, device: &'d dyn Device, mapping: Option<Mapping>) -> Result<Claim<'d>, Error> {
        let source = mapping.map(|mapping| {
            let verilog = device.verilog();
            digest_of([verilog.text.as_str(), &mapping.recipe(device.name())])
        });
        Ok(Claim {
            key: Key::of(design, mapping),
            lemmas: theorem::module(design).map_err(Error::failure)?,
            design,
            device,
            mapping,
            source,
        })
    }

    /// Whether a line is of the same claim.
    pub fn is_on(&self, line: &TheoremLine) -> bool {
        let has = |lemma: &Lemma| line.lemmas.get(&lemma.name) == Some(&lemma.digest());
        // Those of a netlist come on top, which the source stands for.
        let has_more = line.lemmas.len() > self.lemmas.len();
        self.lemmas.iter().all(has)
            && has_more == self.mapping.is_some()
            && line.source == self.source
            && line.made_by.as_deref() == self.mapping.map(|_| YOSYS)
    }

    /// Its lemmas, and those of the netlist that Yosys makes now.
    pub fn all_lemmas(&mut self) -> Result<Vec<Lemma>, Error> {
        let mut lemmas = std::mem::take(&mut self.lemmas);
        if let Some(mapping) = self.mapping {
            lemmas.extend(theorem::netlist(self.design, self.device, mapping).map_err(Error::failure)?);
        }
        Ok(lemmas)
    }

    /// What makes its netlist, with its version, where it is about one.
    pub fn made_by(&self) -> Result<Option<String>, Error> {
        if self.mapping.is_none() {
            return Ok(None);
        }
        let version = Tool::Yosys.version().map_err(Error::failure)?;
        Ok(Some(format!("Yosys {}", version.unwrap_or_default())))
    }
}
