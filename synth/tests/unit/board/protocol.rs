//! Unit tests of `src/board/protocol.rs`.

use halfpipe_isa::{ElementType, Signature};

use super::*;

const SEQUENCE: NonZeroU16 = NonZeroU16::new(0x1234).unwrap();

fn function(mnemonic: &str) -> Function {
    mnemonic.parse::<Instruction>().unwrap().into()
}

fn adder() -> Request {
    Request::new(&function("add.rn.f16"), SEQUENCE, &[0x3C00, 0x4000])
}

/// Returns the bytes of the request that its check covers.
fn covered(request: &Request) -> &[u8] {
    &request.bytes[..request.bytes.len() - CHECK]
}

#[test]
fn the_check_is_the_known_one() {
    // The check value of CRC-32/ISO-HDLC in catalogues of CRCs.
    assert_eq!(check(b"123456789"), 0xCBF4_3926_u32.to_le_bytes());
}

#[test]
fn statuses_are_numbered_in_order() {
    for (number, status) in Status::ALL.iter().enumerate() {
        assert_eq!(usize::from(status.number()), number);
    }
}

#[test]
fn a_request_has_each_operand_at_its_width() {
    let add = function("add.f32.f16");
    let request = Request::new(&add, SEQUENCE, &[0x3C01, 0x3F80_0002]);
    let expected = [REQUEST, 0x34, 0x12, number(&add), 0x01, 0x3C, 0x02, 0x00, 0x80, 0x3F];
    assert_eq!(covered(&request), expected);
    assert_eq!(request.bytes[expected.len()..], check(&expected));
}

#[test]
fn registers_of_any_width_take_the_bytes_that_they_touch() {
    let operand = |name, width| Operand::new(name, ElementType::Bits(width));
    let operands = [operand("a", 64), operand("b", 3), operand("c", 9)];
    let signature = Signature::new(&operands, &[operand("p", 1), operand("d", 33)]).unwrap();
    let function = Function::new("odd.b64", signature).unwrap();
    let request = Request::new(&function, SEQUENCE, &[0x0807_0605_0403_0201, 5, 0x1FE]);
    let expected = [REQUEST, 0x34, 0x12, NO_INSTRUCTION, 1, 2, 3, 4, 5, 6, 7, 8, 5, 0xFE, 1];
    assert_eq!(covered(&request), expected);
    // The function's identity follows the results.
    let identity = identity(&function).unwrap();
    let results = [&[1, 0xF1, 0xF2, 0xF3, 0xF4, 1], &identity[..]].concat();
    let done = answer(&expected, 0x1234, Status::Done, &results);
    assert_eq!(done.len(), request.longest_answer());
    assert_eq!(request.find_answer(&done), Some(Ok(vec![1, 0x1_F4F3_F2F1])));
}

#[test]
fn an_answer_with_the_identity_of_another_function_is_refused() {
    let [div, mul] = ["div.rn.f16", "mul.rz.f16"].map(function);
    let request = Request::new(&div, SEQUENCE, &[0x4200, 0x4000]);
    let result = |function: &Function| [&[0x00, 0x3E], &identity(function).unwrap()[..]].concat();
    let done = |results: &[u8]| answer(covered(&request), 0x1234, Status::Done, results);
    assert_eq!(request.find_answer(&done(&result(&div))), Some(Ok(vec![0x3E00])));
    assert_eq!(
        request.find_answer(&done(&result(&mul))),
        Some(Err(Status::OtherInstruction))
    );
}

#[test]
fn an_answer_is_found_among_noise() {
    let request = adder();
    let done = answer(covered(&request), 0x1234, Status::Done, &[0x00, 0x42]);
    assert_eq!(done.len(), HEADER + 2 + CHECK);
    assert_eq!(request.find_answer(&done), Some(Ok(vec![0x4200])));
    // Bytes that could begin an answer come before it, and noise after it.
    let noise = [&[ANSWER, ANSWER, 0x34, 0x12, 0][..], &done, &[ANSWER, 7]].concat();
    assert_eq!(request.find_answer(&noise), Some(Ok(vec![0x4200])));
    for end in 0..done.len() {
        assert_eq!(request.find_answer(&done[..end]), None, "{end} bytes");
    }
}

#[test]
fn no_wrong_bit_is_let_through() {
    let request = adder();
    let done = answer(covered(&request), 0x1234, Status::Done, &[0x00, 0x42]);
    for bit in 0..8 * done.len() {
        let mut garbled = done.clone();
        garbled[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(request.find_answer(&garbled), None, "bit {bit}");
    }
}

#[test]
fn an_answer_fits_its_own_request_only() {
    let request = adder();
    let add = function("add.rn.f16");
    let (next, one) = (NonZeroU16::new(0x1235).unwrap(), &[0x3C00, 0x4001]);
    let others = [
        Request::new(&add, next, &[0x3C00, 0x4000]),
        // The same sequence number occurs again after many requests, or in another run.
        Request::new(&add, SEQUENCE, one),
        Request::new(&function("sub.rn.f16"), SEQUENCE, &[0x3C00, 0x4000]),
    ];
    for other in others {
        let foreign = answer(covered(&other), other.sequence.get(), Status::Done, &[0x00, 0x42]);
        assert_eq!(request.find_answer(&foreign), None, "{other:?}");
        let foreign = answer(covered(&other), other.sequence.get(), Status::Overrun, &[]);
        assert_eq!(request.find_answer(&foreign), None, "{other:?}");
    }
}

#[test]
fn a_refusal_fits_wherever_the_request_broke_off() {
    let request = adder();
    for taken in 0..=covered(&request).len() {
        let refusal = answer(&covered(&request)[..taken], 0x1234, Status::Incomplete, &[]);
        assert_eq!(request.find_answer(&refusal), Some(Err(Status::Incomplete)), "{taken}");
    }
    // The board has no such status.
    let mut unknown = vec![ANSWER, 0x34, 0x12, 7];
    unknown.extend(answer_check(covered(&request), &unknown));
    assert_eq!(request.find_answer(&unknown), None);
}
