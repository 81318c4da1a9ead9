//! The subcommand `bulk`: Spike as the judge of bulk-normalised dot products.

#![allow(unsafe_code)]

use std::path::PathBuf;

use anyhow::Context as _;
use halfpipe_isa::{DotFormats, FloatFormat, Instruction};
use halfpipe_model::results;
use halfpipe_simulation::stimulus::DotProducts;
use libloading::Library;

/// Compare bulk-normalised dot products in eight bits with Spike, on drawn vectors.
///
/// The model computes the results. The status is 1 if a result differs.
#[derive(clap::Args)]
pub struct Arguments {
    /// Spike's shared library, libriscv.so.
    #[arg(value_name = "LIBRARY")]
    path: PathBuf,
    /// The number of vectors of each instruction.
    #[arg(long, default_value_t = 1_000_000)]
    vectors: usize,
    /// The seed of the vectors.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder for samples of Spike's results, in the format of testbench/silicon.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// The instructions that have a sample, and its file: every pair of formats, and every number of products from 4 on.
const SAMPLES: [(&str, &str); 4] = [
    ("dot4.bulk.f32.e4m3", "spike_e4m3_f32.bin"),
    ("dot8.bulk.f32.e4m3.e5m2", "spike_e4m3_e5m2_f32.bin"),
    ("dot16.bulk.f32.e5m2.e4m3", "spike_e5m2_e4m3_f32.bin"),
    ("dot32.bulk.f32.e5m2", "spike_e5m2_f32.bin"),
];

/// The number of records of a sample.
const RECORDS: usize = 1900;

/// A number of single precision, as C passes it.
#[derive(Clone, Copy)]
#[repr(C)]
struct Single {
    word: u32,
}

/// A vector of bytes of the C++ library: its first byte, the end of its bytes and that of its room.
#[repr(C)]
struct ByteVector {
    first: *const u8,
    end: *const u8,
    room: *const u8,
}

impl ByteVector {
    fn new(bytes: &[u8]) -> ByteVector {
        let bytes = bytes.as_ptr_range();
        ByteVector {
            first: bytes.start,
            end: bytes.end,
            room: bytes.end,
        }
    }
}

type DotFunction = unsafe extern "C" fn(*const ByteVector, *const ByteVector, Single) -> Single;

/// Returns the name of Spike's function for elements of these formats.
fn symbol(elements: [FloatFormat; 2]) -> &'static str {
    match elements {
        [FloatFormat::E4M3, FloatFormat::E4M3] => {
            "_Z18zvfqbdot8f_dot_accI9ofp8_e4m3S0_E9float32_tRKSt6vectorIhSaIhEES6_S1_"
        }
        [FloatFormat::E5M2, FloatFormat::E5M2] => {
            "_Z18zvfqbdot8f_dot_accI9ofp8_e5m2S0_E9float32_tRKSt6vectorIhSaIhEES6_S1_"
        }
        [FloatFormat::E4M3, _] => "_Z18zvfqbdot8f_dot_accI9ofp8_e4m39ofp8_e5m2E9float32_tRKSt6vectorIhSaIhEES7_S2_",
        _ => "_Z18zvfqbdot8f_dot_accI9ofp8_e5m29ofp8_e4m3E9float32_tRKSt6vectorIhSaIhEES7_S2_",
    }
}

/// The elements of a dot product's registers in eight bits, and c.
struct ByteElements {
    a: Vec<u8>,
    b: Vec<u8>,
    c: u32,
}

impl ByteElements {
    /// Reads the operands of the signature: the words of a, those of b, and c.
    fn new(products: usize, operands: &[u64]) -> ByteElements {
        let words = products.div_ceil(8);
        let bytes = |words: &[u64]| {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            bytes.take(products).collect()
        };
        ByteElements {
            a: bytes(&operands[..words]),
            b: bytes(&operands[words..2 * words]),
            c: operands[2 * words] as u32,
        }
    }
}

impl Arguments {
    /// Compares the results. Returns true if none differs.
    pub fn run(&self) -> anyhow::Result<bool> {
        let path = self
            .path
            .canonicalize()
            .with_context(|| self.path.display().to_string())?;
        // SAFETY: the caller names the library, and its initialisers may do what a program of his may do.
        let library = unsafe { Library::new(&path) }?;
        let has_bytes = |one: &&Instruction| one.is_bulk() && one.ty().operand_format().width() == 8;
        for instruction in Instruction::dots().iter().filter(has_bytes) {
            let products = instruction.operation().products().expect("a dot product") as usize;
            let name = symbol(DotFormats::from_instruction(*instruction).elements);
            // SAFETY: Spike declares the function with this type.
            let function = unsafe { library.get::<DotFunction>(name.as_bytes()) }?;
            let mut source = DotProducts::new(*instruction, self.seed);
            let mut sample = Vec::new();
            for (number, vector) in source.fill(self.vectors).iter().enumerate() {
                let ByteElements { a, b, c } = ByteElements::new(products, vector);
                // SAFETY: the function reads both vectors, which live until it returns.
                let wanted = unsafe { function(&ByteVector::new(&a), &ByteVector::new(&b), Single { word: c }) }.word;
                let found = results(*instruction, vector)[0] as u32;
                if found != wanted {
                    println!("{instruction}: a {a:02x?}, b {b:02x?} and c {c:08x} give {found:08x}, and {wanted:08x} in Spike");
                    return Ok(false);
                }
                // Record i is vector ⌊i · vectors / records⌋.
                if sample.len() < RECORDS && number == sample.len() * self.vectors / RECORDS {
                    sample.push([&a[..], &b, &c.to_le_bytes(), &wanted.to_le_bytes()].concat());
                }
            }
            let file = SAMPLES.iter().find(|(name, _)| instruction.mnemonic() == *name);
            if let (Some(folder), Some((_, file))) = (&self.out, file) {
                std::fs::write(folder.join(file), sample.concat())?;
            }
            println!("{instruction}: {} vectors, no mismatch", self.vectors);
        }
        Ok(true)
    }
}
