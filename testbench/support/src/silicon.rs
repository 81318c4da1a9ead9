//! Dot products measured on GPUs, and those of Spike; `testbench/silicon/README.md` has their source and licence.

use std::path::Path;

/// One file of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredSet {
    /// The name of the file without its ending.
    pub name: &'static str,
    /// The instruction that computes what the GPU computed.
    pub mnemonic: &'static str,
    /// The number of products.
    pub products: usize,
    /// Width of an element of a and b in bits.
    pub element_bits: usize,
    /// Width of c and d in bits.
    pub result_bits: usize,
}

/// One dot product and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredDot {
    /// The encodings of the elements of a.
    pub a: Vec<u32>,
    /// The encodings of the elements of b.
    pub b: Vec<u32>,
    /// The encoding of c.
    pub c: u32,
    /// The encoding of the result that the GPU returned.
    pub d: u32,
}

const fn set(
    name: &'static str,
    mnemonic: &'static str,
    products: usize,
    element_bits: usize,
    result_bits: usize,
) -> MeasuredSet {
    MeasuredSet {
        name,
        mnemonic,
        products,
        element_bits,
        result_bits,
    }
}

/// Every file of measurements.
pub const SETS: [MeasuredSet; 20] = [
    set("v100_f16_f32", "dot4.volta.f32.f16", 4, 16, 32),
    set("v100_f16_f16", "dot4.volta.f16.f16", 4, 16, 16),
    set("a100_f16_f32", "dot8.ampere.f32.f16", 8, 16, 32),
    set("a100_bf16_f32", "dot8.ampere.f32.bf16", 8, 16, 32),
    set("ada_f16_f32", "dot8.ada.f32.f16", 8, 16, 32),
    set("ada_e4m3_f32", "dot32.ada.f32.e4m3", 32, 8, 32),
    set("ada_e5m2_f32", "dot32.ada.f32.e5m2", 32, 8, 32),
    set("ada_e4m3_e5m2_f32", "dot16.ada.f32.e4m3.e5m2", 16, 8, 32),
    set("ada_e5m2_e4m3_f32", "dot16.ada.f32.e5m2.e4m3", 16, 8, 32),
    set("a100_tf32_f32", "dot4.ampere.f32.tf32", 4, 32, 32),
    set("ada_tf32_f32", "dot4.ada.f32.tf32", 4, 32, 32),
    set("h100_tf32_f32", "dot4.hopper.f32.tf32", 4, 32, 32),
    set("b200_tf32_f32", "dot4.blackwell.f32.tf32", 4, 32, 32),
    set("h100_f16_f32", "dot16.hopper.f32.f16", 16, 16, 32),
    set("h100_bf16_f32", "dot16.hopper.f32.bf16", 16, 16, 32),
    set("h100_e4m3_f32", "dot32.hopper.f32.e4m3", 32, 8, 32),
    set("spike_e4m3_f32", "dot4.bulk.f32.e4m3", 4, 8, 32),
    set("spike_e4m3_e5m2_f32", "dot8.bulk.f32.e4m3.e5m2", 8, 8, 32),
    set("spike_e5m2_e4m3_f32", "dot16.bulk.f32.e5m2.e4m3", 16, 8, 32),
    set("spike_e5m2_f32", "dot32.bulk.f32.e5m2", 32, 8, 32),
];

impl MeasuredSet {
    /// Returns the measurements of the file, in its order.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be read or has another length than whole records.
    pub fn measurements(&self) -> Vec<MeasuredDot> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../silicon");
        self.read(&folder.join(self.name).with_extension("bin"))
    }

    /// Returns the measurements of another file with the same products and formats, in its order.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be read or has another length than whole records.
    pub fn read(&self, path: &Path) -> Vec<MeasuredDot> {
        let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let element_bytes = self.element_bits / 8;
        let result_bytes = self.result_bits / 8;
        let register_bytes = self.products * element_bytes;
        let records = bytes.chunks_exact(2 * (register_bytes + result_bytes));
        assert!(records.remainder().is_empty(), "{} ends in a record", path.display());
        records
            .map(|record| {
                let (a, rest) = record.split_at(register_bytes);
                let (b, rest) = rest.split_at(register_bytes);
                let (c, d) = rest.split_at(result_bytes);
                let [a, b] = [a, b].map(|register| register.chunks(element_bytes).map(number).collect());
                MeasuredDot {
                    a,
                    b,
                    c: number(c),
                    d: number(d),
                }
            })
            .collect()
    }

    /// Returns the operands as words in the order of the instruction's signature. A register of more than 64 bits is
    /// several words, its lowest bits first.
    pub fn operands(&self, measured: &MeasuredDot) -> Vec<u64> {
        let in_word = 64 / self.element_bits;
        let registers = [&measured.a, &measured.b];
        let words = registers.into_iter().flat_map(|register| register.chunks(in_word));
        let join = |elements: &[u32]| {
            let highest_first = elements.iter().rev();
            highest_first.fold(0, |word, element| word << self.element_bits | u64::from(*element))
        };
        words.map(join).chain([u64::from(measured.c)]).collect()
    }
}

/// Returns a number of at most four bytes, the lowest byte first.
fn number(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_1900_measurements() {
        for set in SETS {
            assert_eq!(set.measurements().len(), 1900, "{}", set.name);
        }
    }

    #[test]
    fn the_first_measurement_of_v100_is_that_of_the_source() {
        let [set, ..] = SETS;
        let measured = set.measurements().swap_remove(0);
        let expected = MeasuredDot {
            a: vec![0x3BD5, 0x3C3E, 0xB534, 0x3DF8],
            b: vec![0x38CA, 0xB935, 0x36BF, 0x34EC],
            c: 0x3F7F_418C,
            d: 0x3F9B_7DEC,
        };
        assert_eq!(measured, expected);
        let words = [0x3DF8_B534_3C3E_3BD5, 0x34EC_36BF_B935_38CA, 0x3F7F_418C];
        assert_eq!(set.operands(&measured), words);
    }
}
