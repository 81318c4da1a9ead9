//! Facts of the formats, against the specifications.

use halfpipe_isa::{FloatFormat, Instruction, Rounding};

#[test]
fn the_oob_nan_is_the_one_of_the_instruction_set() {
    let constant = u32::from(halfpipe_isa::OOB_NAN_MAGNITUDE);
    assert_eq!(FloatFormat::F16.out_of_bounds_nan(), constant);
    assert_eq!(FloatFormat::BF16.out_of_bounds_nan(), constant);
    assert_eq!(FloatFormat::SMALL.out_of_bounds_nan(), 0x7B);
}

#[test]
fn names_are_those_of_ptx_and_of_riscv() {
    let names: Vec<String> = FloatFormat::ALL.iter().map(FloatFormat::to_string).collect();
    let expected = [
        "f16", "bf16", "f32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "ue8m0", "ue5m3", "h", "bf16", "s",
    ];
    assert_eq!(names, expected);
    // It has the widths of e4m3, and other special values.
    assert_eq!(FloatFormat::SMALL.name(), None);
    assert_eq!(FloatFormat::new(3, 4).to_string(), "e3m4");
    assert_eq!(FloatFormat::new(5, 10), FloatFormat::F16);
}

#[test]
fn encodings_and_registers_have_these_widths() {
    let widths = FloatFormat::ALL.map(|format| (format.width(), format.register_bits()));
    let expected = [
        (16, 16),
        (16, 16),
        (32, 32),
        (8, 8),
        (8, 8),
        (6, 8),
        (6, 8),
        (4, 4),
        (8, 8),
        (8, 8),
        (16, 16),
        (16, 16),
        (32, 32),
    ];
    assert_eq!(widths, expected);
    let signs = FloatFormat::ALL.map(FloatFormat::sign_mask);
    assert_eq!(
        signs,
        [
            0x8000,
            0x8000,
            1 << 31,
            0x80,
            0x80,
            0x20,
            0x20,
            0x8,
            0,
            0,
            0x8000,
            0x8000,
            1 << 31
        ]
    );
}

/// Returns the value of a positive finite encoding.
fn value(format: FloatFormat, magnitude: u32) -> f64 {
    let (field, fraction) = (
        magnitude >> format.fraction_bits,
        magnitude % (1 << format.fraction_bits),
    );
    let hidden = u32::from(field != 0) << format.fraction_bits;
    let exponent = field.max(1) as i32 - format.bias() as i32 - format.fraction_bits as i32;
    f64::from(hidden + fraction) * f64::from(exponent).exp2()
}

#[test]
fn the_largest_and_the_smallest_numbers_are_those_of_the_specifications() {
    let limits =
        |format: FloatFormat| [1, 1 << format.fraction_bits, format.largest_finite()].map(|at| value(format, at));
    assert_eq!(
        limits(FloatFormat::E5M2),
        [0.000_015_258_789_062_5, 0.000_061_035_156_25, 57_344.0]
    );
    assert_eq!(limits(FloatFormat::E4M3), [0.001_953_125, 0.015_625, 448.0]);
    assert_eq!(limits(FloatFormat::E3M2), [0.0625, 0.25, 28.0]);
    assert_eq!(limits(FloatFormat::E2M3), [0.125, 1.0, 7.5]);
    assert_eq!(limits(FloatFormat::E2M1), [0.5, 1.0, 6.0]);
    assert_eq!(
        limits(FloatFormat::UE5M3),
        [0.000_007_629_394_531_25, 0.000_061_035_156_25, 114_688.0]
    );
    let [f16, f32] = [FloatFormat::F16, FloatFormat::F32];
    assert_eq!(value(f16, f16.largest_finite()), 65_504.0);
    assert_eq!(value(f32, f32.largest_finite()), f64::from(f32::MAX));
}

#[test]
fn exponents_belong_to_the_smallest_normal_and_the_largest_number() {
    let exponents = FloatFormat::ALL.map(|format| (format.min_exponent(), format.max_exponent()));
    let expected = [
        (-14, 15),
        (-126, 127),
        (-126, 127),
        (-6, 8),
        (-14, 15),
        (0, 2),
        (-2, 4),
        (0, 2),
        (-127, 127),
        (-14, 16),
        (-14, 15),
        (-126, 127),
        (-126, 127),
    ];
    assert_eq!(exponents, expected);
}

#[test]
fn a_format_without_a_special_value_has_a_substitute() {
    let substitutes = FloatFormat::ALL.map(|format| (format.overflow_encoding(), format.nan_encoding()));
    let expected = [
        (0x7C00, 0x7FFF),
        (0x7F80, 0x7FFF),
        (0x7F80_0000, 0x7FFF_FFFF),
        (0x7F, 0x7F),
        (0x7C, 0x7F),
        (0x1F, 0x1F),
        (0x1F, 0x1F),
        (0x7, 0x7),
        (0xFF, 0xFF),
        (0xFF, 0xFF),
        (0x7C00, 0x7E00),
        (0x7F80, 0x7FC0),
        (0x7F80_0000, 0x7FC0_0000),
    ];
    assert_eq!(substitutes, expected);
}

#[test]
fn impossible_formats_are_refused() {
    for (exponent_bits, fraction_bits) in [(1, 4), (17, 2), (5, 0), (8, 24), (u32::MAX, 2), (5, u32::MAX)] {
        let refused = std::panic::catch_unwind(|| FloatFormat::new(exponent_bits, fraction_bits));
        assert!(refused.is_err(), "{exponent_bits} {fraction_bits}");
    }
}

#[test]
fn every_width_has_a_name() {
    let formats: Vec<FloatFormat> = FloatFormat::ieee().collect();
    assert_eq!(formats.len(), 7 * 23);
    for format in formats {
        let widths = format!("e{}m{}", format.exponent_bits, format.fraction_bits);
        let printed = format.to_string();
        assert_eq!(FloatFormat::from_name(&printed), Some(format), "{printed}");
        assert_eq!(format.word(), printed);
        // PTX and OCP have other special values in some formats of the same widths.
        let is_marked = printed == format!("{widths}i");
        assert_eq!(FloatFormat::from_name(&widths) != Some(format), is_marked, "{widths}");
    }
    let marked = ["e4m3i", "e3m2i", "e2m3i", "e2m1i"];
    let found = FloatFormat::ieee().map(|format| format.to_string());
    let mut found: Vec<String> = found.filter(|name| name.ends_with('i')).collect();
    found.sort_by(|one, other| other.cmp(one));
    assert_eq!(found, marked);
}

#[test]
fn what_is_no_name_of_a_format() {
    for name in [
        "", "e", "em", "e1m2", "e9m3", "e2m0", "e2m24", "e02m3", "e+2m3", "e5m10i", "e3m4i", "e3m4ii", "E3m4", "h",
        "s", "tf32", "f64", "e3m4x2",
    ] {
        assert_eq!(FloatFormat::from_name(name), None, "{name}");
    }
}

#[test]
fn names_of_instructions_in_any_format() {
    for (text, name) in [
        ("add.f32", "add.rn.f32"),
        ("add.e8m23", "add.rn.f32"),
        ("add.e5m10", "add.rn.f16"),
        ("fma.e8m7x2", "fma.rn.bf16x2"),
        ("mul.sat.rz.e5m6", "mul.rz.sat.e5m6"),
        ("fma.relu.oob.e3m4x4", "fma.rn.oob.relu.e3m4x4"),
        ("add.f32.e3m4", "add.rn.f32.e3m4"),
        ("fma.rm.e8m15.e5m6", "fma.rm.e8m15.e5m6"),
        ("div.e5m2", "div.rn.e5m2"),
        ("cvt.rn.e3m4.e8m23", "cvt.rn.e3m4.f32"),
        ("cvt.rzi.s32.f32", "cvt.rzi.s32.f32"),
        ("set.lt.u32.e4m3i", "set.lt.u32.e4m3i"),
        ("setp.lt.and.e5m6x2", "setp.lt.and.e5m6x2"),
        ("cvt.e8m23.f16", "cvt.f32.f16"),
        ("cvt.rn.satfinite.e4m3.f32", "cvt.rn.satfinite.e4m3.f32"),
        (
            "cvt.rz.relu.satfinite.e2m1x4.e3m4x4",
            "cvt.rz.satfinite.relu.e2m1x4.e3m4x4",
        ),
        ("cvt.rn.e5m6.e2m3", "cvt.rn.e5m6.e2m3"),
        ("cvt.rni.s8.e3m2", "cvt.rni.s8.e3m2"),
        ("dot4.rn.f32.e3m4", "dot4.rn.f32.e3m4"),
        ("dot32.rz.f32.f32", "dot32.rz.f32.f32"),
        ("dot8.rn.e5m10.e2m1", "dot8.rn.f16.e2m1"),
    ] {
        let instruction: Instruction = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(instruction.mnemonic(), name);
        assert_eq!(name.parse(), Ok(instruction));
    }
    for text in [
        "add.e2m1",
        "mul.e3m2x2",
        "tanh.approx.f32",
        "add.e5m18x2",
        "fma.oob.e5m1",
        "add.e5m6.e3m4x2",
        "add.e3m4.f32",
        "cvt.rn.e4m3.f32",
        "cvt.rn.f32.f16",
        "cvt.rni.e2m1.e2m1",
        "fma.rn.f32.e2m1",
        "dot4.rn.e3m4.f32",
        "add.rn.f32 --flags",
    ] {
        assert!(text.parse::<Instruction>().is_err(), "{text}");
    }
}

#[test]
fn instructions_in_any_format_follow_those_of_the_table() {
    let last = *Instruction::all().last().unwrap();
    let [one, other]: [Instruction; 2] = ["mul.rn.e3m4", "add.rn.e3m4"].map(|name| name.parse().unwrap());
    assert!(last < one && other < one && other > last);
    let roundings = Rounding::ALL.map(|rounding| one.with_rounding_port().unwrap().with_fixed_rounding(rounding));
    assert_eq!(roundings[1].to_string(), "mul.rz.e3m4");
}
