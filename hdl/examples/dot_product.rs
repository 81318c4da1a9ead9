//! A dot product in half precision: our fma in a rust-hdl design, with rust-hdl's own register as its accumulator.
//!
//!     cargo run -p halfpipe-hdl --example dot_product [FILE.vcd]
//!
//! The design runs in rust-hdl's simulator, and the waves, those within the fma included, go to the VCD file
//! (target/dot_product.vcd where none is named).

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use halfpipe_hdl::host::{HostError, TernaryUnit};
use rust_hdl::prelude::*;

/// Adds a·b to the sum in every clock cycle in which `valid` is 1.
#[derive(LogicBlock)]
struct DotProduct {
    pub clock: Signal<In, Clock>,
    pub valid: Signal<In, Bit>,
    pub a: Signal<In, Bits<16>>,
    pub b: Signal<In, Bits<16>>,
    pub sum: Signal<Out, Bits<16>>,
    fma: TernaryUnit<16>,
    accumulator: DFF<Bits<16>>,
}

impl DotProduct {
    fn new() -> Result<DotProduct, HostError> {
        let fma = "fma.rn.f16".parse().expect("a PTX instruction");
        Ok(DotProduct {
            clock: Default::default(),
            valid: Default::default(),
            a: Default::default(),
            b: Default::default(),
            sum: Default::default(),
            fma: TernaryUnit::new(fma, 0)?,
            accumulator: Default::default(),
        })
    }
}

impl Logic for DotProduct {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, accumulator);
        self.fma.a.next = self.a.val();
        self.fma.b.next = self.b.val();
        self.fma.c.next = self.accumulator.q.val();
        if self.valid.val() {
            self.accumulator.d.next = self.fma.d.val();
        }
        self.sum.next = self.accumulator.q.val();
    }
}

/// Values of a and b, and the sum after each pair: 1·2, + 3·4, + 0.5·(-8), + 2⁻²⁴·1.
///
/// The last product is lost in the rounding: f16 has no number between 10 and 10 + 2⁻⁷.
const STEPS: [(u64, u64, u64); 4] = [
    (0x3C00, 0x4000, 0x4000),
    (0x4200, 0x4400, 0x4B00),
    (0x3800, 0xC800, 0x4900),
    (0x0001, 0x3C00, 0x4900),
];

const CLOCK_HZ: u64 = 100_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os()
        .nth(1)
        .map_or("target/dot_product.vcd".into(), PathBuf::from);
    let waves = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;

    let mut simulation = simple_sim!(DotProduct, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for (a, b, sum) in STEPS {
            x.a.next = a.into();
            x.b.next = b.into();
            x.valid.next = true;
            wait_clock_cycle!(ep, clock, x);
            sim_assert_eq!(ep, x.sum.val(), Bits::<16>::from(sum), x);
        }
        ep.done(x)
    });
    let design = Box::new(DotProduct::new()?);
    simulation
        .run_traced(design, sim_time::ONE_MICROSECOND, BufWriter::new(waves))
        .map_err(|error| format!("the simulation failed: {error:?}"))?;
    println!(
        "1·2 + 3·4 + 0.5·(-8) + 2⁻²⁴·1 = 10; the waves are in {}",
        path.display()
    );
    Ok(())
}
