//! Unit tests of `src/replay.rs`.

use halfpipe_isa::Instruction;
use halfpipe_request::operands::{LineReader, OperandReader};
use halfpipe_simulation::vector;

use super::*;

#[test]
fn the_command_that_a_mismatch_ends_with_is_read_as_its_vector() {
    for mnemonic in ["fma.rn.f16", "neg.bf16x2", "add.f32.f16", "max.NaN.f16x2"] {
        let instruction: Instruction = mnemonic.parse().unwrap();
        let interface = Interface::from_function("module", instruction, 2);
        let words = [0x0002, 0x01E5, 0x3F80_0000];
        let widths = instruction.signature().operands().iter().map(|operand| operand.width());
        let inputs = vector(
            words
                .iter()
                .zip(widths)
                .map(|(word, width)| word & (u64::MAX >> (64 - width))),
        );
        let mismatch = Mismatch {
            interface: interface.clone(),
            engine: EngineKind::Simulator,
            file_options: Vec::new(),
            inputs: inputs.clone(),
            expected: vector([0]),
            actual: vector([1]),
        };
        let command = eval_command(&mismatch).unwrap();
        let words: Vec<String> = command.split(' ').skip(3).map(str::to_owned).collect();
        let options = words.iter().position(|word| word.starts_with("--")).unwrap();
        let words = words[..options].to_vec();
        assert_eq!(
            OperandReader::new(&interface).read_given(&words),
            Ok(Some(inputs)),
            "{command}"
        );
    }
}
