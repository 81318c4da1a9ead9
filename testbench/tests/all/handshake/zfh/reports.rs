//! Faults that users of CVFPU and CVA6 reported there, in registers of cores with single and half precision and Zfa: each
//! test is named after the reports.

use halfpipe_hdl::zfh::{Divider, Extension, Sharing, ZfhSpec};
use halfpipe_isa::Instruction;
use halfpipe_simulation::zfh::{CoreModel, RegisterEvaluator, SimulatedCore};

/// Returns cores with wide registers: each divider, with one datapath for both formats and with one for each.
fn specs() -> [ZfhSpec; 2] {
    let forms = [
        (Divider::Small, Sharing::Formats, [3, 1, 2]),
        (Divider::Fast(2), Sharing::None, [0, 0, 0]),
    ];
    forms.map(|(divider, sharing, latencies)| ZfhSpec {
        extensions: vec![Extension::F, Extension::Zfh, Extension::Zfa],
        xlen: 64,
        flen: 64,
        divider,
        sharing,
        latencies,
        ..ZfhSpec::default()
    })
}

/// An instruction with registers and the register and flags that it gives.
type Case<'a> = (&'a str, &'a [u64], u64, u64);

/// Expects results and flags from the hardware and from the model.
#[track_caller]
fn expect(cases: &[Case]) {
    for spec in specs() {
        let (mut core, mut model) = (SimulatedCore::new(&spec).unwrap(), CoreModel::new(&spec));
        for &(mnemonic, registers, result, flags) in cases {
            let instruction: Instruction = mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"));
            let due = Some((result, flags));
            let described = || format!("{mnemonic} {registers:x?} gives {result:x} with flags {flags:x}: {spec:?}");
            assert_eq!(model.evaluate(instruction, registers), due, "{}", described());
            assert_eq!(core.evaluate(instruction, registers), due, "{}", described());
        }
    }
}

/// Returns a number in single precision with its box.
const fn s(bits: u32) -> u64 {
    0xFFFF_FFFF << 32 | bits as u64
}

/// Returns a half with its box.
const fn h(bits: u16) -> u64 {
    0xFFFF_FFFF_FFFF << 16 | bits as u64
}

const ONE: u64 = s(0x3F80_0000);
const NAN: u64 = s(0x7FC0_0000);

/// 1 without its box: a bit is missing, or all are.
const UNBOXED: [u64; 3] = [0x7FFF_FFFF_3F80_0000, 0xFFFF_FFFE_3F80_0000, 0x3F80_0000];

#[test]
fn quotients_and_roots_look_at_boxes_as_cva6_1071_1192_and_3123_to_3125() {
    for unboxed in UNBOXED {
        expect(&[
            ("fdiv.s.rne", &[unboxed, ONE], NAN, 0),
            ("fdiv.s.rne", &[ONE, unboxed], NAN, 0),
            ("fsqrt.s.rne", &[unboxed], NAN, 0),
        ]);
    }
    // The lower halves of these registers are zeros, whose quotient would be invalid.
    let registers = [0x49A3_E80E_0000_0000, 0xA81A_D477_0000_0000];
    expect(&[
        ("fdiv.s.rne", &registers, NAN, 0),
        ("fdiv.h.rne", &[0x7FFF_FFFF_FFFF_3C00, h(0x3C00)], h(0x7E00), 0),
        ("fdiv.h.rne", &[h(0x3C00), s(0x3C00)], h(0x7E00), 0),
        ("fsqrt.h.rne", &[0x4400], h(0x7E00), 0),
        ("fsqrt.h.rne", &[h(0x4400)], h(0x4000), 0),
    ]);
}

#[test]
fn every_operation_of_single_precision_looks_at_boxes() {
    for unboxed in UNBOXED {
        expect(&[
            ("fadd.s.rne", &[unboxed, ONE], NAN, 0),
            ("fmul.s.rne", &[ONE, unboxed], NAN, 0),
            ("fmadd.s.rne", &[ONE, ONE, unboxed], NAN, 0),
            ("fmin.s", &[unboxed, ONE], ONE, 0),
            ("fminm.s", &[unboxed, ONE], NAN, 0),
            ("fsgnjn.s", &[unboxed, ONE], s(0xFFC0_0000), 0),
            ("fclass.s", &[unboxed], 0x200, 0),
            ("fround.s.rne", &[unboxed], NAN, 0),
            ("fcvt.w.s.rne", &[unboxed], 0x7FFF_FFFF, 0x10),
            ("fcvt.h.s.rne", &[unboxed], h(0x7E00), 0),
            ("fmv.x.w", &[unboxed], 0x3F80_0000, 0),
        ]);
    }
}

#[test]
fn feq_of_a_register_without_a_box_is_quiet_as_cva6_2504() {
    for unboxed in UNBOXED {
        expect(&[
            ("feq.s", &[unboxed, unboxed], 0, 0),
            ("flt.s", &[unboxed, ONE], 0, 0x10),
        ]);
    }
}

#[test]
fn narrowing_underflows_as_cvfpu_165_and_166() {
    let [rdn, rup] = [2, 3];
    expect(&[
        ("fcvt.h.s.rne", &[s(0xB87F_E000)], h(0x8400), 3),
        ("fcvt.h.s.rtz", &[s(0xB87F_E000)], h(0x83FF), 3),
        ("fcvt.h.s", &[s(0x387F_EFFF), rdn], h(0x03FF), 3),
        ("fcvt.h.s", &[s(0x387F_EFFF), rup], h(0x0400), 1),
    ]);
}

#[test]
fn an_overflow_is_inexact_as_cvfpu_139() {
    let largest = s(0x7F7F_FFFF);
    expect(&[
        ("fdiv.s.rne", &[largest, s(0x3F00_0000)], s(0x7F80_0000), 5),
        ("fdiv.s.rtz", &[largest, s(0x3F7F_FFFF)], largest, 5),
        ("fmul.s.rup", &[largest, s(0x4000_0000)], s(0x7F80_0000), 5),
        ("fmadd.s.rdn", &[largest, largest, ONE], largest, 5),
        ("fadd.s.rmm", &[largest, largest], s(0x7F80_0000), 5),
    ]);
}

#[test]
fn a_quotient_that_rounds_to_the_smallest_normal_number_underflows_as_cva6_3274() {
    expect(&[
        ("fdiv.s.rne", &[s(0x00FF_FFFF), s(0xC000_0000)], s(0x8080_0000), 3),
        ("fdiv.h.rne", &[h(0x07FF), h(0xC000)], h(0x8400), 3),
    ]);
}

#[test]
fn a_number_that_rounds_to_an_integer_in_range_is_inexact_as_cva6_3275() {
    expect(&[
        ("fcvt.wu.s.rne", &[s(0xBF00_0000)], 0, 1),
        ("fcvt.wu.s.rdn", &[s(0xBF00_0000)], 0, 0x10),
        ("fcvt.wu.s.rmm", &[s(0xBF00_0000)], 0, 0x10),
        ("fcvt.w.s.rdn", &[s(0xBF00_0000)], u64::MAX, 1),
        ("fcvt.wu.s.rne", &[s(0x4F00_0000)], 0xFFFF_FFFF_8000_0000, 0),
        ("fcvt.l.s.rtz", &[s(0xDF00_0000)], 1 << 63, 0),
    ]);
}

#[test]
fn quiet_comparisons_are_right_as_cva6_3145_3156_3158_3159_and_3172() {
    let quiet = h(0x7E00);
    expect(&[
        // These bits are a NaN in both formats.
        ("fleq.s", &[quiet, quiet], 0, 0),
        ("fleq.h", &[quiet, quiet], 0, 0),
        ("fltq.s", &[s(0xFFFF_FFFF), s(0xFFC0_0000)], 0, 0),
        ("fltq.h", &[h(0xFFFF), h(0xFE00)], 0, 0),
        // 21 is equal to itself.
        ("fleq.s", &[s(0x41A8_0000), s(0x41A8_0000)], 1, 0),
        ("fleq.h", &[h(0x4D40), h(0x4D40)], 1, 0),
        // A register without a box is a quiet NaN.
        ("fleq.s", &[0x4035_0000_0000_0000, 0x4035_0000_0000_0000], 0, 0),
        ("fltq.h", &[s(0x3C00), s(0x4000)], 0, 0),
        ("fleq.s", &[0x7DB3_0525_BC6B_6A36, 0x39D1_6358_AC50_1C87], 0, 0),
        // Finite numbers, and a signalling NaN.
        ("fleq.s", &[s(0xBC6B_6A36), s(0xAC50_1C87)], 1, 0),
        ("fleq.s", &[s(0x7F80_0001), ONE], 0, 0x10),
        ("fltq.h", &[h(0x3C00), h(0xFC01)], 0, 0x10),
    ]);
}
