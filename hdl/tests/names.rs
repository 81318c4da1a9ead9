//! What a reader of the Verilog finds: every wire and register has a name of the datapath, none a number.

use std::collections::BTreeSet;

use halfpipe_hdl::design::{Design, Options};
use halfpipe_hdl::fpu;
use halfpipe_hdl::net::verilog::module_text;
use halfpipe_hdl::net::Module;
use halfpipe_hdl::stage::Multiplier;
use halfpipe_hdl::unit::max_latency;
use halfpipe_isa::Instruction;

/// The identifiers that the writer made up: `net` and a number, behind a stage's name.
fn numbered(module: &Module) -> BTreeSet<String> {
    let text = module_text(module);
    let words = text.as_str().split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_numbered = |word: &&str| {
        word.split('_').any(|part| {
            let digits = part.strip_prefix("net").unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        })
    };
    words.filter(is_numbered).map(str::to_owned).collect()
}

#[test]
fn every_net_of_every_unit_has_a_name() {
    for instruction in Instruction::all() {
        for latency in 0..=max_latency(*instruction) {
            for multiplier in [Multiplier::Rows, Multiplier::Block(&[])] {
                let unit = Design::unit_with(
                    *instruction,
                    &Options {
                        latency,
                        multiplier,
                        ..Options::default()
                    },
                )
                .unwrap();
                let found = numbered(unit.module());
                assert!(found.is_empty(), "{instruction} at latency {latency}: {found:?}");
            }
        }
    }
}

#[test]
fn every_net_of_the_core_has_a_name() {
    let all = Instruction::all();
    for multiplier in [Multiplier::Rows, Multiplier::Block(&[])] {
        for latency in 0..=fpu::max_latency(all, multiplier).unwrap() {
            let options = Options {
                latency,
                multiplier,
                ..Options::default()
            };
            let found = numbered(Design::core(all, &options).unwrap().module());
            assert!(found.is_empty(), "latency {latency}: {found:?}");
        }
    }
}
