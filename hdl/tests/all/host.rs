//! Our units in rust-hdl designs: what they compute, what rust-hdl's checks say, what its waveforms show.

use std::collections::BTreeSet;

use halfpipe_hdl::design::{Design, Role};
use halfpipe_hdl::host::{BinaryUnit, DesignBlock, HostError, MixedAddUnit, MixedFmaUnit, TernaryUnit, UnaryUnit};
use halfpipe_hdl::net::simulate::NetlistSimulator;
use halfpipe_isa::Instruction;
use rust_hdl::prelude::*;

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().expect("a PTX instruction")
}

/// A repeatable sequence of words that looks random (xorshift).
fn words(mut seed: u64) -> impl Iterator<Item = u64> {
    std::iter::repeat_with(move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed >> 16
    })
}

/// The inputs of a pipelined unit in one clock cycle.
#[derive(Clone, Copy)]
struct Cycle {
    reset: bool,
    enable: bool,
    valid: bool,
    operands: [u64; 3],
}

/// Cycles with stalls, gaps and a few resets.
fn cycles(count: usize, width: u32) -> Vec<Cycle> {
    let mut random = words(0x1234_5678_9ABC_DEF1);
    let mut next = || random.next().expect("an endless sequence");
    let mut operand = || next() & ((1 << width) - 1);
    let mut cycles = Vec::with_capacity(count);
    for _ in 0..count {
        let control = operand();
        cycles.push(Cycle {
            reset: control & 0xF0 == 0,
            enable: control & 3 != 0,
            valid: control & 4 != 0,
            operands: [operand(), operand(), operand()],
        });
    }
    cycles
}

/// `out_valid` and `d` after each clock edge, from our simulator.
fn expected(unit: &Design, cycles: &[Cycle]) -> Vec<(bool, u64)> {
    let mut simulator = NetlistSimulator::new(unit.module());
    let mut seen = Vec::with_capacity(cycles.len());
    for cycle in cycles {
        for position in 0..unit.instruction().signature().operands().len() {
            simulator.set_input(position, cycle.operands[position]);
        }
        simulator.set_valid(cycle.valid);
        simulator.settle();
        simulator.tick(cycle.enable, cycle.reset);
        simulator.settle();
        seen.push((simulator.valid(unit.latency() as usize), simulator.output(0) as u64));
    }
    seen
}

/// A product that a sum takes up one register later: two of our units around one of rust-hdl's.
#[derive(LogicBlock)]
struct MultiplyThenAdd {
    pub clock: Signal<In, Clock>,
    pub a: Signal<In, Bits<16>>,
    pub b: Signal<In, Bits<16>>,
    pub c: Signal<In, Bits<16>>,
    pub d: Signal<Out, Bits<16>>,
    product: BinaryUnit<16>,
    between: DFF<Bits<16>>,
    sum: BinaryUnit<16>,
}

impl MultiplyThenAdd {
    fn new() -> Result<MultiplyThenAdd, HostError> {
        Ok(MultiplyThenAdd {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            d: Default::default(),
            product: BinaryUnit::new(instruction("mul.rn.bf16"), 0)?,
            between: Default::default(),
            sum: BinaryUnit::new(instruction("add.rn.bf16"), 0)?,
        })
    }
}

impl Logic for MultiplyThenAdd {
    #[hdl_gen]
    fn update(&mut self) {
        self.product.a.next = self.a.val();
        self.product.b.next = self.b.val();
        self.between.clock.next = self.clock.val();
        self.between.d.next = self.product.d.val();
        self.sum.a.next = self.between.q.val();
        self.sum.b.next = self.c.val();
        self.d.next = self.sum.d.val();
    }
}

#[test]
fn combinational_units_compute_between_rust_hdl_registers() {
    let value = |mnemonic: &str, a: u64, b: u64| {
        let unit = Design::unit(instruction(mnemonic), 0).expect("latency 0");
        let mut simulator = NetlistSimulator::new(unit.module());
        simulator.set_input(0, a);
        simulator.set_input(1, b);
        simulator.settle();
        simulator.output(0) as u64
    };
    let steps: Vec<([u64; 3], u64)> = cycles(100, 16)
        .into_iter()
        .map(|cycle| {
            let [a, b, c] = cycle.operands;
            (cycle.operands, value("add.rn.bf16", value("mul.rn.bf16", a, b), c))
        })
        .collect();
    let mut simulation = simple_sim!(MultiplyThenAdd, clock, 1_000_000, ep, {
        let mut x = ep.init()?;
        for ([a, b, c], d) in &steps {
            x.a.next = (*a).into();
            x.b.next = (*b).into();
            x.c.next = (*c).into();
            wait_clock_cycle!(ep, clock, x);
            sim_assert_eq!(ep, x.d.val(), Bits::<16>::from(*d), x);
        }
        ep.done(x)
    });
    let design = MultiplyThenAdd::new().expect("both instructions fit");
    simulation
        .run(Box::new(design), SIMULATION_TIME_ONE_SECOND)
        .expect("every sum as expected");
}

/// A pipelined unit behind a level of hierarchy, so that its clock passes through another module.
#[derive(LogicBlock)]
struct Pipeline {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub in_valid: Signal<In, Bit>,
    pub a: Signal<In, Bits<32>>,
    pub b: Signal<In, Bits<32>>,
    pub c: Signal<In, Bits<32>>,
    pub out_valid: Signal<Out, Bit>,
    pub d: Signal<Out, Bits<32>>,
    unit: TernaryUnit<32>,
}

impl Pipeline {
    fn new(mnemonic: &str, latency: u32) -> Result<Pipeline, HostError> {
        Ok(Pipeline {
            clock: Default::default(),
            reset: Default::default(),
            enable: Default::default(),
            in_valid: Default::default(),
            a: Default::default(),
            b: Default::default(),
            c: Default::default(),
            out_valid: Default::default(),
            d: Default::default(),
            unit: TernaryUnit::new(instruction(mnemonic), latency)?,
        })
    }
}

impl Logic for Pipeline {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, unit);
        self.unit.reset.next = self.reset.val();
        self.unit.enable.next = self.enable.val();
        self.unit.in_valid.next = self.in_valid.val();
        self.unit.a.next = self.a.val();
        self.unit.b.next = self.b.val();
        self.unit.c.next = self.c.val();
        self.out_valid.next = self.unit.out_valid.val();
        self.d.next = self.unit.d.val();
    }
}

/// Runs the pipeline in rust-hdl's simulator against ours; gives the waves.
fn simulate_pipeline(mnemonic: &str, latency: u32) -> String {
    let unit = Design::unit(instruction(mnemonic), latency).expect("a latency it has");
    let cycles = cycles(60, 32);
    let steps: Vec<(Cycle, (bool, u64))> = cycles.iter().copied().zip(expected(&unit, &cycles)).collect();
    let mut simulation = simple_sim!(Pipeline, clock, 1_000_000, ep, {
        let mut x = ep.init()?;
        for (cycle, (out_valid, d)) in &steps {
            x.reset.next = cycle.reset;
            x.enable.next = cycle.enable;
            x.in_valid.next = cycle.valid;
            x.a.next = cycle.operands[0].into();
            x.b.next = cycle.operands[1].into();
            x.c.next = cycle.operands[2].into();
            wait_clock_cycle!(ep, clock, x);
            sim_assert_eq!(ep, x.out_valid.val(), *out_valid, x);
            sim_assert_eq!(ep, x.d.val(), Bits::<32>::from(*d), x);
        }
        ep.done(x)
    });
    let design = Pipeline::new(mnemonic, latency).expect("it fits");
    let mut waves = Vec::new();
    simulation
        .run_traced(Box::new(design), SIMULATION_TIME_ONE_SECOND, &mut waves)
        .expect("every cycle as in our simulator");
    String::from_utf8(waves).expect("a VCD file is text")
}

#[test]
fn pipelined_units_follow_the_clock_of_their_design() {
    for latency in [1, 3] {
        simulate_pipeline("fma.rn.relu.f16x2", latency);
    }
}

#[test]
fn waves_show_stages_within_lanes() {
    let waves = simulate_pipeline("fma.rn.bf16x2", 2);
    let mut path: Vec<&str> = Vec::new();
    let mut variables: BTreeSet<String> = BTreeSet::new();
    for line in waves.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["$scope", "module", name, "$end"] => path.push(name),
            ["$upscope", "$end"] => drop(path.pop()),
            ["$var", _, _, _, name, ..] => {
                let variable = format!("{}.{name}", path.join("."));
                assert!(variables.insert(variable.clone()), "{variable} appears twice");
            }
            _ => {}
        }
    }
    for variable in [
        "uut.clock",
        "uut.unit.d",
        "uut.unit.valid_1",
        "uut.unit.lane0.unpack_a.sign",
        "uut.unit.lane1.unpack_c.exponent",
    ] {
        assert!(variables.contains(variable), "{variable} is not among {variables:#?}");
    }
}

#[test]
fn rust_hdl_finds_nothing_wrong_and_an_open_operand_at_once() {
    let mut design = Pipeline::new("fma.rn.f16x2", 3).expect("it fits");
    design.connect_all();
    check_all(&design).expect("everything is connected");

    let unit = BinaryUnit::<16>::new(instruction("mul.rn.f16"), 0).expect("it fits");
    let mut open = TopWrap::new(unit);
    open.connect_all();
    assert!(check_all(&open).is_err(), "nothing drives its operands");
}

#[test]
fn a_dynamic_block_equals_our_simulator() {
    for mnemonic in ["add.rn.f16", "sub.rn.bf16x2", "mul.rn.sat.f16", "fma.rn.oob.relu.bf16"] {
        for latency in 0..=3 {
            let unit = Design::unit(instruction(mnemonic), latency).expect("a latency it has");
            let cycles = cycles(50, unit.instruction().signature().result_width());
            let expected = expected(&unit, &cycles);
            let mut block = DesignBlock::new(&unit);
            block.connect_all();
            check_all(&block).expect("everything is connected");
            for (cycle, (out_valid, d)) in cycles.iter().zip(expected) {
                let mut drive = |role: Role, value: u64| {
                    if let Some(port) = block.port(role) {
                        block.drive(port, value);
                    }
                };
                drive(Role::Clock, 0);
                drive(Role::Reset, cycle.reset.into());
                drive(Role::Enable, cycle.enable.into());
                drive(Role::InValid, cycle.valid.into());
                for (position, value) in cycle.operands.into_iter().enumerate() {
                    drive(Role::Operand(position), value);
                }
                block.update_all();
                if let Some(clock) = block.port(Role::Clock) {
                    block.drive(clock, 1);
                    block.update_all();
                }
                let result = block.port(Role::Result(0)).expect("every unit has a result");
                assert_eq!(block.output(result), d, "{mnemonic} at latency {latency}");
                if let Some(port) = block.port(Role::OutValid) {
                    assert_eq!(block.output(port) == 1, out_valid, "{mnemonic} at {latency}");
                }
            }
        }
    }
}

#[test]
fn a_dynamic_block_settles() {
    let unit = Design::unit(instruction("add.rn.f16"), 0).expect("latency 0");
    let mut block = DesignBlock::new(&unit);
    block.update_all();
    assert!(!block.has_changed());
    block.drive(0, 0x3C00);
    block.update_all();
    assert!(block.has_changed());
    block.update_all();
    assert!(!block.has_changed());
}

#[test]
fn operands_changed_with_the_clock_reach_the_next_edge() {
    let unit = Design::unit(instruction("add.rn.f16"), 1).expect("latency 1");
    let mut block = DesignBlock::new(&unit);
    let port = |role: Role| DesignBlock::new(&unit).port(role).expect("a pipelined module has it");
    let [clock, enable, a, d] = [Role::Clock, Role::Enable, Role::Operand(0), Role::Result(0)].map(port);
    block.drive(enable, 1);
    block.update_all();
    block.drive(clock, 1);
    block.drive(a, 0x3C00);
    block.update_all();
    assert_eq!(block.output(d), 0);
    block.drive(clock, 0);
    block.update_all();
    block.drive(clock, 1);
    block.update_all();
    assert_eq!(block.output(d), 0x3C00);
}

#[test]
fn every_instance_brings_its_module_under_a_guard() {
    let mut design = MultiplyThenAdd::new().expect("both instructions fit");
    design.connect_all();
    let verilog = generate_verilog(&design);
    for text in [
        "`ifndef HALFPIPE_MUL_RN_BF16_LATENCY0",
        "module mul_rn_bf16_latency0 (",
        "mul_rn_bf16_latency0 unit (",
        "module add_rn_bf16_latency0 (",
    ] {
        assert_eq!(verilog.matches(text).count(), 1, "{text} in\n{verilog}");
    }
}

#[test]
fn an_instruction_of_other_operands_is_refused() {
    let refused = |result: Option<HostError>| result.expect("it does not fit").to_string();
    assert_eq!(
        refused(BinaryUnit::<16>::new(instruction("fma.rn.f16"), 0).err()),
        "fma.rn.f16 does not fit BinaryUnit<16>: it has a[16], b[16], c[16], d[16], \
         the block has a[16], b[16], d[16]; use TernaryUnit<16>"
    );
    assert_eq!(
        refused(UnaryUnit::<16>::new(instruction("neg.bf16x2"), 0).err()),
        "neg.bf16x2 does not fit UnaryUnit<16>: it has a[32], d[32], \
         the block has a[16], d[16]; use UnaryUnit<32>"
    );
    assert_eq!(
        refused(MixedFmaUnit::new(instruction("add.rn.f32.f16"), 0).err()),
        "add.rn.f32.f16 does not fit MixedFmaUnit: it has a[16], c[32], d[32], \
         the block has a[16], b[16], c[32], d[32]; use MixedAddUnit"
    );
    let latency = BinaryUnit::<16>::new(instruction("mul.rn.f16"), 99).err();
    assert!(matches!(latency, Some(HostError::Design(_))));
}

#[test]
fn each_kind_of_block_computes() {
    let mut negation = UnaryUnit::<32>::new(instruction("neg.f16x2"), 0).expect("it fits");
    negation.a.next = 0x3C00_C000_u64.into();
    settle(&mut negation);
    assert_eq!(negation.d.val(), Bits::<32>::from(0xBC00_4000));

    let mut sum = MixedAddUnit::new(instruction("add.rn.f32.f16"), 0).expect("it fits");
    sum.a.next = 0x3C00.into();
    sum.c.next = 0x3F80_0000.into();
    settle(&mut sum);
    assert_eq!(sum.d.val(), Bits::<32>::from(0x4000_0000));

    let mut fma = MixedFmaUnit::new(instruction("fma.rn.f32.bf16"), 0).expect("it fits");
    fma.a.next = 0x4000.into();
    fma.b.next = 0x4040.into();
    fma.c.next = 0x3F80_0000.into();
    settle(&mut fma);
    assert_eq!(fma.d.val(), Bits::<32>::from(0x40E0_0000));
}

/// Updates until nothing changes any more, as rust-hdl's simulator does.
fn settle(block: &mut impl Block) {
    block.connect_all();
    block.update_all();
    while block.has_changed() {
        block.update_all();
    }
}
