//! Unit tests of `src/operands/mod.rs`.

use halfpipe_isa::{ElementType, Instruction, Signature};
use halfpipe_simulation::vector;

use super::*;

fn reader(mnemonic: &str) -> OperandReader {
    let instruction: Instruction = mnemonic.parse().unwrap();
    OperandReader::new(&Interface::from_function("module", instruction, 0))
}

/// Reads a line of a stream.
fn read_with(reader: &OperandReader, line: &str) -> Result<Option<Vector>, String> {
    let read = reader.read_line(line.as_bytes(), WordSource::Stream, &mut Vec::new());
    read.map_err(|error| error.to_string())
}

fn read(mnemonic: &str, line: &str) -> Result<Option<Vector>, String> {
    read_with(&reader(mnemonic), line)
}

/// Reads the words of a command line. Returns the operands or the error message.
fn given(mnemonic: &str, line: &str) -> Result<Vec<u64>, String> {
    let read = reader(mnemonic).read_line(line.as_bytes(), WordSource::CommandLine, &mut Vec::new());
    let vector = read.map_err(|error| error.to_string())?.unwrap();
    let operands = mnemonic.parse::<Instruction>().unwrap().signature().operands().len();
    Ok(vector[..operands].to_vec())
}

#[test]
fn on_a_command_line_bits_have_all_their_digits_or_a_prefix() {
    for (line, operands) in [
        ("3c00 4000", [0x3C00, 0x4000]),
        ("0x1 0X02", [1, 2]),
        ("0 00000", [0, 0]),
        ("3c00 10e5", [0x3C00, 0x10E5]),
        ("1.0 -2", [0x3C00, 0xC000]),
        ("-inf nan", [0xFC00, 0x7FFF]),
        ("0x1p-3 0x1.", [0x3000, 0x3C00]),
        ("1e-3 +1", [0x1419, 0x3C00]),
    ] {
        assert_eq!(given("add.f16", line), Ok(operands.to_vec()), "{line}");
    }
    for (line, message) in [
        ("2 2", "operand a of add.rn.f16 is `2`: write 2.0 for the number, 0x0002 for the bits"),
        ("1.5 1e5", "operand b of add.rn.f16 is `1e5`: write 1.0e5 for the number, 0x01e5 for the bits"),
        ("3c0 0", "operand a of add.rn.f16 is `3c0`, which has 3 of 4 digits: write 0x03c0 for the bits"),
        (
            "100000 0",
            "operand a of add.rn.f16 is `100000`, but it has 16 bits: at most 0xffff; write 100000.0 for the number",
        ),
        ("3c00 03c00", "operand b of add.rn.f16 is `03c00`, which has 5 digits in place of 4: write 0x3c00 for the bits"),
        (
            "0b101 0",
            "operand a of add.rn.f16 is `0b101`, but bits are hexadecimal: write 0x0005 for this binary number",
        ),
        ("0x10000 0", "operand a of add.rn.f16 is `0x10000`, but it has 16 bits: at most 0xffff"),
        (
            "1.5 one",
            "operand b of add.rn.f16 is `one`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001",
        ),
        (
            "∞ 0",
            "operand a of add.rn.f16 is `\\xe2\\x88\\x9e`, which is neither a number such as 1.5, -2 or inf nor 16 bits such as 0x0001",
        ),
        ("1.5 2.5 3.5", "add.rn.f16 takes 2 operands (a, b), and `3.5` is left over"),
    ] {
        assert_eq!(given("add.f16", line), Err(message.to_owned()), "{line}");
    }
    // An operand of 32 bits has twice as many digits.
    assert_eq!(given("add.f32.f16", "3c00 3f800000"), Ok(vec![0x3C00, 0x3F80_0000]));
    assert!(given("add.f32.f16", "3c00 3c00").unwrap_err().contains("4 of 8 digits"));
    assert_eq!(given("add.f32.bf16", "0.1 0.1"), Ok(vec![0x3DCD, 0x3DCC_CCCD]));
}

#[test]
fn in_a_stream_hexadecimal_digits_are_bits_and_all_else_is_a_number() {
    assert_eq!(read("add.f16", "2 1e5"), Ok(Some(vector([0x2, 0x1E5]))));
    assert_eq!(read("add.f16", "1.5,-2"), Ok(Some(vector([0x3E00, 0xC000]))));
    assert_eq!(read("add.f16", "inf 0x1p0"), Ok(Some(vector([0x7C00, 0x3C00]))));
}

#[test]
fn a_register_of_many_bits_is_one_operand() {
    let dot = "dot8.ampere.f32.f16";
    let ones = "1.0,1.0,1.0,1.0,1.0,1.0,1.0,-2.0";
    let words = vec![0x3C00_3C00_3C00_3C00, 0xC000_3C00_3C00_3C00, 0x12, 0, 0x3F80_0000];
    for line in [
        format!("{ones} 0x12 1.0"),
        format!("c0003c003c003c003c003c003c003c00 {:032x} 3f800000", 0x12),
        "0xC0003C003C003C003C003C003C003C00,0x00012 0x3f800000".to_owned(),
    ] {
        assert_eq!(given(dot, &line), Ok(words.clone()), "{line}");
    }
    assert_eq!(read(dot, "12 0 1"), Ok(Some(vector([0x12, 0, 0, 0, 1]))));
    let wide = format!("{ones},0x0001");
    for (line, message) in [
        ("2 0 0", "operand a of dot8.ampere.f32.f16 is `2`: write 2.0 for the number, 0x2 for the bits"),
        (
            "0c0003c003c003c003c003c003c003c00 0 0",
            "operand a of dot8.ampere.f32.f16 is `0c0003c003c003c003c003c0…`, which has 33 digits in place of 32: write 0x in front of it for the bits",
        ),
        ("3c0 0 0", "operand a of dot8.ampere.f32.f16 is `3c0`, which has 3 of 32 digits: write 0x3c0 for the bits"),
        ("0 0", "dot8.ampere.f32.f16 takes 3 operands (a, b, c) of 8 lanes, but 2 are given"),
        (
            "0 1.0 0",
            "operand b of dot8.ampere.f32.f16 is `1.0`, one number for 8 lanes; write one for each, such as 1.5,1.5,1.5,1.5,...",
        ),
        (
            "0x100000000000000000000000000000000 0 0",
            "operand a of dot8.ampere.f32.f16 is `0x1000000000000000000000…`, which has 33 digits, but it has 128 bits: at most 32 digits",
        ),
        (
            "x 0 0",
            "operand a of dot8.ampere.f32.f16 is `x`, which is neither a number for each lane such as 1.5,1.5,1.5,1.5,... nor 128 bits such as 0x1",
        ),
        (wide.as_str(), "dot8.ampere.f32.f16 takes 3 operands (a, b, c) of 8 lanes, but 2 are given"),
    ] {
        assert_eq!(given(dot, line), Err(message.to_owned()), "{line}");
    }
}

#[test]
fn two_lanes_take_their_bits_or_two_numbers_lane_0_first() {
    for line in ["1.5,-2.0 40003c00", "1.5 -2 1.0,2.0", "0xc0003e00 1.,0x1p1"] {
        assert_eq!(given("add.f16x2", line), Ok(vec![0xC000_3E00, 0x4000_3C00]), "{line}");
    }
    assert_eq!(given("neg.bf16x2", "-inf,0"), Ok(vec![0x0000_FF80]));
    for (line, message) in [
        (
            "1.5",
            "`1.5`, one number for 2 lanes; write one for each, such as 1.5,1.5",
        ),
        (
            "1.5,2",
            "`2` behind the number of lane 0, where it takes another number: 2.0",
        ),
        (
            "1.5,3c00",
            "`3c00` behind the number of lane 0, where it takes another number",
        ),
        ("3c00", "`3c00`, which has 4 of 8 digits: write 0x00003c00 for the bits"),
        (
            "x",
            "`x`, which is neither a number for each lane such as 1.5,1.5 nor 32 bits such as 0x00000001",
        ),
    ] {
        let message = format!("operand a of neg.f16x2 is {message}");
        assert_eq!(given("neg.f16x2", line), Err(message), "{line}");
    }
    let some = "add.rn.f16x2 takes 2 operands (a, b) of 2 lanes, a number for each lane, but 3 of 4 numbers are given";
    assert_eq!(given("add.f16x2", "1.5 0.25,inf"), Err(some.to_owned()));
    let few = "add.rn.f16x2 takes 2 operands (a, b) of 2 lanes, but 1 is given";
    assert_eq!(given("add.f16x2", "1.5 2.5"), Err(few.to_owned()));
}

#[test]
fn a_number_that_was_rounded_is_told() {
    let mut inexact = Vec::new();
    let line = b"0.1,1.0e6 1.5,-0x1p-30";
    reader("add.f16x2")
        .read_line(line, WordSource::Stream, &mut inexact)
        .unwrap();
    let told: Vec<String> = inexact.iter().map(Inexact::to_string).collect();
    assert_eq!(
        told,
        [
            "0.1 is not representable in f16; using 0x2e66 (0.0999755859375)",
            "1.0e6 is not representable in f16; using 0x7c00 (inf)",
            "-0x1p-30 is not representable in f16; using 0x8000 (-0)",
        ]
    );
}

#[test]
fn words_are_hexadecimal_with_or_without_a_prefix() {
    let expected = Ok(Some(vector([0x3C00, 0x1, 0xFFFF])));
    for line in ["3c00 1 ffff", "0x3C00, 0X1,0xffff", "\t3C00  0001\t0000000000ffff\r"] {
        assert_eq!(read("fma.rn.f16", line), expected, "{line:?}");
    }
    assert_eq!(read("neg.f16x2", "ffffffff"), Ok(Some(vector([0xFFFF_FFFF]))));
    assert_eq!(read("neg.f16x2", " , \t"), Ok(None));
}

#[test]
fn mixed_precision_operands_have_their_own_widths() {
    assert_eq!(
        read("add.f32.f16", "3c00 3f800000"),
        Ok(Some(vector([0x3C00, 0x3F80_0000])))
    );
    assert!(read("add.f32.f16", "13c00 3f800000").unwrap_err().contains("operand a"));
}

#[test]
fn no_set_bit_is_lost() {
    for word in [
        "10000",
        "100000000",
        "10000000000000000",
        "100000000000000000000000000000000000",
    ] {
        assert!(read("neg.f16", word).unwrap_err().contains("at most 0xffff"), "{word}");
    }
}

#[test]
fn operands_and_results_have_the_widths_of_the_signature() {
    let [a, b] = [
        Operand::new("a", ElementType::Bits(64)),
        Operand::new("b", ElementType::Unsigned(4)),
    ];
    let [p, d] = [
        Operand::new("p", ElementType::Predicate),
        Operand::new("d", ElementType::Signed(8)),
    ];
    let function = Function::new("find.b8.b64", Signature::new(&[a, b], &[p, d]).unwrap()).unwrap();
    let interface = Interface::from_function("find", function, 0);
    let reader = OperandReader::new(&interface);
    let read = |line: &str| read_with(&reader, line);
    assert_eq!(read("ffffffffffffffff f"), Ok(Some(vector([u64::MAX, 0xF]))));
    assert_eq!(
        read("0 10"),
        Err("operand b of find.b8.b64 is `10`, but it has 4 bits: at most 0xf; write +10 for the number".to_owned())
    );
    assert_eq!(reader.example(), "0000000000000000 0");
    assert_eq!(results(&interface), [(0, 1), (1, 8)]);
}

#[test]
fn a_core_takes_an_operation_and_its_operands_at_their_ports() {
    let operations: Vec<Instruction> = ["neg.f16", "add.f32.f16"].map(|name| name.parse().unwrap()).to_vec();
    let reader = OperandReader::new(&Interface::from_operations("core", operations, 0, 8));
    let read = |line: &str| read_with(&reader, line);
    assert_eq!(read("neg.f16 3c00"), Ok(Some(vector([0, 0, 0x3C00, 0, 0]))));
    assert_eq!(read("0 3c00"), Ok(Some(vector([0, 0, 0x3C00, 0, 0]))));
    assert_eq!(
        read("add.f32.f16, 3c00 3f800000"),
        Ok(Some(vector([1, 0, 0x3C00, 0, 0x3F80_0000])))
    );
    assert_eq!(read(" "), Ok(None));
    let wrong = [
        ("neg.f16", "neg.f16 takes 1 operand (a), but 0 are given"),
        (
            "abs.f16 0",
            "this core does not have abs.f16; `halfpipe explain fpu` lists its instructions",
        ),
        ("2 0", "the op of fpu is `2`, but it is at most 0x1"),
    ];
    for (line, message) in wrong {
        assert_eq!(read(line), Err(message.to_owned()));
    }
    assert!(read("nag.f16 0")
        .unwrap_err()
        .starts_with("the operation of fpu is `nag.f16`: "));
}
