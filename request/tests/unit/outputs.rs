//! Unit tests of `src/outputs.rs`.

use halfpipe_hdl::design::{DesignKind, DesignSpec};

use super::*;
use crate::multiplier::MultiplierArg;

/// Returns the names of the modules in Verilog files.
fn defined(files: &[File]) -> Vec<String> {
    let verilog = files.iter().filter(|file| file.name.ends_with(VERILOG));
    let lines = verilog.flat_map(|file| file.text.lines());
    let modules = lines.filter_map(|line| line.strip_prefix("module "));
    let mut names: Vec<String> = modules
        .map(|rest| rest.trim_end_matches([' ', '(', ';']).to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn names_are_those_of_what_is_written() {
    let [fma, neg] = ["fma.rn.f16", "neg.f16"].map(|name| name.parse().unwrap());
    let design = |kind: DesignKind| {
        let spec = DesignSpec {
            name: Some("some".to_owned()),
            ..DesignSpec::new(kind, 3).with_multiplier(MultiplierArg::Block.resolve(&[fma]).unwrap())
        };
        Design::from_spec(&spec).unwrap()
    };
    let unit = design(DesignKind::Unit(fma));
    let core = design(DesignKind::Core {
        instructions: vec![fma, neg],
        tag_bits: Bus::TAG_BITS,
    });
    let every = OutputOptions {
        stream: Some(StreamPorts::default()),
        package: true,
        ..OutputOptions::default()
    };
    let buses = OutputOptions {
        cfu: true,
        pcpi: true,
        ..every
    };
    let plain = Design::unit(neg, 0).unwrap();
    for (design, outputs) in [
        (&unit, OutputOptions::default()),
        (&unit, every),
        (&plain, every),
        (&core, buses),
    ] {
        let files = files(design, outputs).unwrap();
        let mut names = OutputNames::new(design, outputs);
        assert_eq!(
            names.files,
            files.iter().map(|file| file.name.clone()).collect::<Vec<_>>()
        );
        names.modules.sort();
        assert_eq!(names.modules, defined(&files));
    }
    assert!(OutputNames::new(&unit, every)
        .modules
        .contains(&"some_multiplier_11x11".to_owned()));
}
