//! Simulation of cores under Verilator against the golden model, with random gaps, stalls, flushes and resets.

use halfpipe_faults::text::replaced;
use halfpipe_hdl::zfh::{parts, Divider, Encoding, Part, ZfhSpec, CODES};
use halfpipe_isa::{ElementType, Instruction, Operation};
use halfpipe_simulation::model;
use halfpipe_simulation::stimulus::{Conversions, Stimulus};
use halfpipe_test_support::{seed, share};
use halfpipe_testbench::engine::verilator::{side_by_side, DriverProgram, Instance, DRIVER_OPTIONS};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::faults::{Form, FAULTS};
use super::{drawn, specs, verilog};

/// The number of drawn cores; a commit has one.
const DRAWN: usize = 3;

/// The number of operations that each core computes; on commits a quarter of them.
const OPERATIONS: usize = 4000;

/// The part of an operation that a core lacks.
const LACKING: u64 = 255;

/// The width of a port for an operand in the design of all cores.
const PORT_BITS: u32 = 64;

/// Inputs besides the clock, with their widths. An operand has as many bits as the core's.
const INPUTS: [(&str, u32); 14] = [
    ("reset_n", 1),
    ("flush", 1),
    ("in_valid", 1),
    ("op", 4),
    ("op_mod", 1),
    ("rm", 3),
    ("src_fmt", 3),
    ("dst_fmt", 3),
    ("int_fmt", 2),
    ("a", PORT_BITS),
    ("b", PORT_BITS),
    ("c", PORT_BITS),
    ("tag_in", TAG_BITS),
    ("out_ready", 1),
];

const OUTPUTS: [(&str, u32); 6] = [
    ("in_ready", 1),
    ("out_valid", 1),
    ("result", PORT_BITS),
    ("flags", 5),
    ("tag_out", TAG_BITS),
    ("busy", 1),
];

const TAG_BITS: u32 = 16;

/// Several cores in one simulated design.
pub struct Simulation {
    program: DriverProgram,
    cores: Vec<ZfhSpec>,
}

impl Simulation {
    /// Compiles cores with their Verilog. Each has a name of its own.
    fn compile(cores: Vec<(ZfhSpec, String)>) -> Simulation {
        Simulation::compile_with(cores, include_str!("drive.cpp"))
    }

    /// Compiles cores with a program that drives them.
    pub fn compile_with(cores: Vec<(ZfhSpec, String)>, program: &str) -> Simulation {
        let mut design: String = cores.iter().map(|(_, text)| text.as_str()).collect();
        let cores: Vec<ZfhSpec> = cores.into_iter().map(|(spec, _)| spec).collect();
        let width = |own: u32, core: &ZfhSpec| if own == PORT_BITS { core.width() } else { own };
        let instance = |core: &ZfhSpec| Instance {
            module: format!("{} #(.TAG_BITS({TAG_BITS}))", core.name()),
            widths: INPUTS
                .iter()
                .chain(&OUTPUTS)
                .map(|(_, own)| width(*own, core))
                .collect(),
        };
        let instances: Vec<Instance> = cores.iter().map(instance).collect();
        design += &side_by_side("cores", &INPUTS, &OUTPUTS, &instances);
        let files = [("cores.v", design.as_str()), ("drive.cpp", program)];
        // The program runs for less time than optimisation would take.
        let program = DriverProgram::build("cores", DRIVER_OPTIONS, "-O0", &files).unwrap();
        Simulation { program, cores }
    }

    /// Runs operations on one of the cores. Returns whether every rule was kept, and the program's output.
    fn drive(&self, core: usize, seed: u64, interrupts: bool, operations: &[[u64; 7]]) -> (bool, String) {
        let parts = parts(&self.cores[core]).unwrap();
        let mut words = vec![seed, core as u64, u64::from(interrupts), parts.len() as u64];
        for part in &parts {
            words.extend([part.module.latency.into(), u64::from(part.lane.iteration.is_some())]);
        }
        words.push(operations.len() as u64);
        words.extend(operations.iter().flatten());
        self.run(&words)
    }

    /// Runs the program on some words. Returns whether it succeeds, and its output.
    pub fn run(&self, words: &[u64]) -> (bool, String) {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.program.drive(&bytes).unwrap()
    }
}

/// An encoded operation with its operands at the ports, and the expected result.
struct Offer {
    encoding: Encoding,
    op_mod: u64,
    rm: u64,
    src_fmt: u64,
    dst_fmt: u64,
    int_fmt: u64,
    operands: [u64; 3],
    result: u64,
    flags: u64,
    part: u64,
}

impl Offer {
    fn words(&self) -> [u64; 7] {
        let [a, b, c] = self.operands;
        let formats = self.src_fmt << 8 | self.dst_fmt << 11 | self.int_fmt << 14;
        let control = self.encoding.op | self.op_mod << 4 | self.rm << 5 | formats;
        [control, a, b, c, self.result, self.flags, self.part]
    }
}

/// A source of operations of a core.
struct Operations<'s> {
    spec: &'s ZfhSpec,
    parts: Vec<Part>,
    random: ChaCha8Rng,
}

impl<'s> Operations<'s> {
    fn new(spec: &'s ZfhSpec, seed: u64) -> Operations<'s> {
        Operations {
            spec,
            parts: parts(spec).unwrap(),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Returns the place of the part that computes an instruction.
    fn part(&self, instruction: Instruction) -> u64 {
        let encoding = Encoding::from_instruction(instruction);
        let place = self.parts.iter().position(|part| self.spec.computes(part, &encoding));
        place.unwrap_or_else(|| panic!("no part computes {instruction}")) as u64
    }

    /// Returns a random value of a register in place of one of `bits` bits.
    fn above(&mut self, bits: u32, value: u64) -> u64 {
        match bits {
            PORT_BITS => value,
            _ => value | self.random.random::<u64>() << bits,
        }
    }

    /// Returns an operand at its port, and the value that the instruction computes with. `is_boxed` says whether the
    /// register has ones above a number.
    fn operand(&mut self, instruction: Instruction, element: ElementType, value: u64, is_boxed: bool) -> (u64, u64) {
        let Some(format) = element.format() else {
            // An instruction reads the low bits of an integer register.
            return (self.above(element.bits(), value), value);
        };
        let register = self.spec.register_bits();
        if !self.spec.boxes() || element.bits() >= register || instruction.operation() == Operation::Fmv {
            return (self.above(element.bits(), value), value);
        }
        if is_boxed {
            let word = self.spec.operand_word(element, value) & u64::MAX >> (PORT_BITS - register);
            return (self.above(register, word), value);
        }
        let ones = (u64::MAX >> (PORT_BITS - register)) & !(u64::MAX >> (PORT_BITS - element.bits()));
        // Either one bit of the box is 0, or any.
        let bit = 1u64 << self.random.random_range(element.bits()..register);
        let box_bits = match self.random.random_range(0..3) {
            0 => ones & !bit,
            1 => 0,
            _ => self.random.random::<u64>() & ones & !bit,
        };
        (self.above(register, value | box_bits), format.canonical_nan().into())
    }

    /// Returns an operation with its operands, of which `unboxed` have no box.
    fn offer(&mut self, instruction: Instruction, vector: &[u64], unboxed: u32) -> Offer {
        let encoding = Encoding::from_instruction(instruction);
        let operands = instruction.signature().operands();
        let has_rounding = instruction.has_rounding_port();
        let count = operands.len() - usize::from(has_rounding);
        let mut at_ports = [(); 3].map(|()| self.random.random::<u64>());
        let mut values = vector.to_vec();
        for place in 0..count {
            let element = operands[place].element_type;
            let (word, value) = self.operand(instruction, element, vector[place], unboxed >> place & 1 == 0);
            let port = ["a", "b", "c"].iter().position(|port| *port == encoding.ports[place]);
            at_ports[port.expect("a port is a, b or c")] = word;
            values[place] = value;
        }
        // An operation ignores some ports, which hold anything.
        let mut code = |port: &str, bits: u32| {
            if encoding.ignored.contains(&port) {
                self.random.random_range(0..1 << bits)
            } else {
                encoding.required(port).unwrap_or_else(|| vector[count])
            }
        };
        let [rm, src_fmt, dst_fmt] = ["rm", "src_fmt", "dst_fmt"].map(|port| code(port, 3));
        let int_fmt = code("int_fmt", 2);
        let outcome = model::results(instruction.with_flags().unwrap_or(instruction), &values);
        let mut result = self.spec.result_word(instruction, outcome[0]);
        let mut op_mod = encoding.op_mod;
        let has_variant = |all: &[Operation]| all.contains(&instruction.operation());
        let format = instruction.ty().operand_format();
        // The places above a number.
        let unused = PORT_BITS - format.width();
        if has_variant(&[Operation::Feq, Operation::Flt, Operation::Fle]) && self.random.random_bool(0.4) {
            op_mod = 1;
            let is_nan = |value: &u64| value & u64::MAX >> (unused + 1) > u64::from(format.infinity());
            result = if values[..2].iter().any(is_nan) {
                u64::from(instruction.operation() == Operation::Feq)
            } else {
                1 - result
            };
        }
        if has_variant(&[Operation::Fsgnj, Operation::Fsgnjn, Operation::Fsgnjx]) && self.random.random_bool(0.4) {
            op_mod = 1;
            let sign_extended = ((outcome[0] << unused) as i64 >> unused) as u64;
            result = sign_extended & u64::MAX >> (PORT_BITS - self.spec.width());
        }
        Offer {
            encoding,
            op_mod,
            rm,
            src_fmt,
            dst_fmt,
            int_fmt,
            operands: at_ports,
            result,
            flags: outcome.get(1).copied().unwrap_or(0),
            part: self.part(instruction),
        }
    }

    /// Returns an operation that the core lacks, if the drawn one is such: one that differs from another in one port, or any.
    fn lacking(&mut self) -> Option<[u64; 7]> {
        let operations = self.spec.operations();
        let drawn = self.random.random::<u64>();
        let place = self.random.random_range(0..operations.len());
        let kept = self.random.random_range(0..=CODES.len());
        let mut low = 0;
        let codes: Vec<u64> = CODES
            .iter()
            .enumerate()
            .map(|(port, (name, width))| {
                let any = drawn >> low & ((1 << width) - 1);
                low += width;
                if port == kept || kept == CODES.len() {
                    any
                } else {
                    operations[place].encoding.required(name).unwrap_or(any)
                }
            })
            .collect();
        let is_there = operations.iter().any(|operation| {
            let mut ports = CODES.iter().zip(&codes);
            ports.all(|((name, _), code)| operation.encoding.required(name).is_none_or(|value| value == *code))
        });
        let mut low = 0;
        let control = CODES.iter().zip(codes).fold(0, |control, ((_, width), code)| {
            low += width;
            control | code << (low - width)
        });
        (!is_there).then_some([control, 0, 0, 0, 0, 0, LACKING])
    }

    /// Draws operations of all instructions.
    fn draw(&mut self, count: usize) -> Vec<[u64; 7]> {
        let instructions = self.spec.instructions();
        let mut sources: Vec<_> = instructions
            .iter()
            .map(|instruction| Source::new(*instruction, self.random.random()))
            .collect();
        let mut drawn = Vec::new();
        let mut place = 0;
        while drawn.len() < count {
            if self.random.random_range(0..12) == 0 {
                drawn.extend(self.lacking());
                continue;
            }
            // Runs of one part fill its pipeline.
            if self.random.random_range(0..3) == 0 {
                place = self.random.random_range(0..sources.len());
            }
            let vector = sources[place].any();
            let unboxed = match self.random.random_range(0..4) {
                0 => self.random.random_range(0..8),
                _ => 0,
            };
            let instruction = instructions[place];
            drawn.push(self.offer(instruction, &vector, unboxed).words());
        }
        drawn
    }
}

/// A source of operands of an instruction.
enum Source {
    Conversion(Box<Conversions>),
    Arithmetic(Box<Stimulus>),
}

impl Source {
    fn new(instruction: Instruction, seed: u64) -> Source {
        let takes_any_bits = matches!(instruction.operation(), Operation::Fmv | Operation::Fli);
        if instruction.operation().is_conversion() || takes_any_bits {
            Source::Conversion(Box::new(Conversions::new(instruction, seed)))
        } else {
            Source::Arithmetic(Box::new(Stimulus::new(instruction, seed)))
        }
    }

    /// Returns the operands, and a rounding if there is a port for it.
    fn any(&mut self) -> Vec<u64> {
        match self {
            Source::Conversion(source) => source.any().to_vec(),
            Source::Arithmetic(source) => source.any().to_vec(),
        }
    }
}

/// Draws operations for a core, and asserts that it computes them.
fn assert_sound(simulation: &Simulation, core: usize, seed: u64) {
    let spec = &simulation.cores[core];
    let operations = Operations::new(spec, seed).draw(share::count(OPERATIONS / 4, OPERATIONS));
    let (is_sound, output) = simulation.drive(core, seed, true, &operations);
    assert!(is_sound, "{spec:?}: {output}");
}

#[test]
fn cores_answer_every_operation_in_order_at_any_seed() {
    let seed = seed::seed();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let drawn = (0..share::count(1, DRAWN)).map(|place| ZfhSpec {
        name: Some(format!("zfh_drawn_{place}")),
        ..drawn(&mut random)
    });
    let cores = specs().into_iter().chain(drawn);
    let simulation = Simulation::compile(cores.map(|spec| (spec.clone(), verilog(&spec))).collect());
    for core in 0..simulation.cores.len() {
        assert_sound(&simulation, core, seed);
    }
}

/// The number of operations that find a fault.
const OPERATIONS_OF_FAULT: usize = 6000;

#[test]
fn faults_of_a_core_are_found() {
    // The faulty modules share the parts of the sound ones.
    let mut cores = Vec::new();
    for form in [Form::Together, Form::Apart] {
        let name = format!("{form:?}").to_lowercase();
        let spec = ZfhSpec {
            name: Some(name.clone()),
            ..form.spec()
        };
        cores.push((spec.clone(), verilog(&spec)));
        let (top, _) = cores[cores.len() - 1].1.split_once("\n// Part of the core").unwrap();
        let top = top.to_owned();
        // The test of a commit compiles every other one.
        let tried = FAULTS
            .iter()
            .enumerate()
            .filter(|(place, _)| share::is_tried(*place, 2));
        for (place, fault) in tried.filter(|(_, fault)| fault.form == form) {
            let own = format!("{name}_{place}");
            let text = replaced(
                &fault.text.inject(&top),
                &format!("module {name} "),
                &format!("module {own} "),
            );
            cores.push((
                ZfhSpec {
                    name: Some(own),
                    ..form.spec()
                },
                text,
            ));
        }
    }
    let simulation = Simulation::compile(cores);
    for (core, spec) in simulation.cores.iter().enumerate() {
        let operations = Operations::new(spec, 1).draw(OPERATIONS_OF_FAULT);
        let (is_sound, output) = simulation.drive(core, 1, true, &operations);
        let fault = spec
            .name()
            .split_once('_')
            .map(|(_, place)| &FAULTS[place.parse::<usize>().unwrap()]);
        match fault {
            None => assert!(is_sound, "{}: {output}", spec.name()),
            Some(fault) => assert!(!is_sound, "{}: {output}", fault.text.wrong),
        }
    }
}

/// Returns an operation of a core by the mnemonic, with whole words at the ports.
fn exact_offer(spec: &ZfhSpec, mnemonic: &str, operands: [u64; 3], rounding: u64, result: u64, flags: u64) -> [u64; 7] {
    let instruction: Instruction = mnemonic.parse().unwrap();
    let encoding = Encoding::from_instruction(instruction);
    Offer {
        encoding,
        op_mod: encoding.op_mod,
        rm: encoding.rm.unwrap_or(rounding),
        src_fmt: encoding.src_fmt,
        dst_fmt: encoding.dst_fmt,
        int_fmt: encoding.int_fmt,
        operands,
        result,
        flags,
        part: Operations::new(spec, 0).part(instruction),
    }
    .words()
}

/// The faults that CVA6's users reported as #3123 to #3125: a divider that looks at no box.
#[test]
fn an_operand_without_its_box_is_a_nan_for_fdiv_and_fsqrt() {
    let dividers = [("small", Divider::Small), ("fast", Divider::Fast(2))].map(|(name, divider)| ZfhSpec {
        name: Some(format!("zfh_{name}")),
        divider,
        ..ZfhSpec::default()
    });
    let simulation = Simulation::compile(
        dividers
            .into_iter()
            .map(|spec| (spec.clone(), verilog(&spec)))
            .collect(),
    );
    const NAN: u64 = 0xFFFF_7E00;
    const ONE: u64 = 0xFFFF_3C00;
    for (core, spec) in simulation.cores.iter().enumerate() {
        let mut operations = Vec::new();
        for rounding in 0..5 {
            let mut offer = |mnemonic: &str, a: u64, b: u64, result: u64| {
                operations.push(exact_offer(spec, mnemonic, [a, b, 0], rounding, result, 0));
            };
            // 4 in halves, its box missing in one bit, in all bits, and replaced by its sign.
            for unboxed in [0x7FFF_4400, 0xFFFE_4400, 0x4400, 0xFF00_C400, 0x4080_4400] {
                offer("fdiv.h", unboxed, ONE, NAN);
                offer("fdiv.h", ONE, unboxed, NAN);
                offer("fdiv.h", unboxed, unboxed, NAN);
                offer("fsqrt.h", unboxed, ONE, NAN);
            }
            // The canonical NaN is quiet, though the low bits are a signalling NaN, a zero or an infinity.
            for low in [0x7D00, 0, 0x7C00, 0xFC00] {
                offer("fdiv.h", low, ONE, NAN);
                offer("fdiv.h", ONE, low, NAN);
                offer("fsqrt.h", low, ONE, NAN);
            }
            offer("fdiv.h", 0xFFFF_4400, 0xFFFF_4000, 0xFFFF_4000);
            offer("fsqrt.h", 0xFFFF_4400, 0, 0xFFFF_4000);
        }
        let (is_sound, output) = simulation.drive(core, 1, false, &operations);
        match spec.name() {
            "zfh_faulty" => assert!(output.contains("the result is not the model's"), "{output}"),
            name => assert!(is_sound, "{name}: {output}"),
        }
    }
}
