//! Dot products: names, operands and meaning.

use std::collections::BTreeSet;

use expect_test::{expect, Expect};
use halfpipe_isa::{meaning, Instruction, Rounding};

fn instruction(mnemonic: &str) -> Instruction {
    mnemonic.parse().unwrap_or_else(|error| panic!("{mnemonic}: {error}"))
}

#[test]
fn each_number_of_products_has_the_same_modes_and_formats() {
    // Two of Volta and of Turing, three of each of four generations, four in eight bits of two, four with two element types of two,
    // tf32 of four, five formats of 8, 6 and 4 bits in pairs of Blackwell, without and with scales, seven formats in four
    // roundings, and five of RISC-V.
    let of_each = 2 * 2 + 3 * 4 + 4 * 2 + 4 * 2 + 4 + 2 * 5 * 5 + 7 * 4 + 5;
    // ue4m3 has 16 products and more, and mxf4 has 64.
    assert_eq!(Instruction::dots().len(), 5 * of_each + 3 + 1);
    for products in [2, 4, 8, 16, 32] {
        let own = |one: &&Instruction| one.operation().products() == Some(products);
        let more = usize::from(products >= 16);
        assert_eq!(
            Instruction::dots().iter().filter(own).count(),
            of_each + more,
            "{products}"
        );
    }
    for one in Instruction::dots() {
        assert_eq!(one.to_string().parse(), Ok(*one), "{one}");
        assert!(!one.is_ptx() && !one.is_riscv() && !one.has_eight_bits(), "{one}");
        assert!(
            one.with_flags().is_none() && one.with_rounding_port().is_none(),
            "{one}"
        );
        assert!(
            meaning::extension(*one).starts_with("not an instruction of PTX; "),
            "{one}"
        );
        assert!(!meaning::special_cases(*one).is_empty(), "{one}");
    }
}

#[test]
fn a_sample_has_each_mode_and_type_once() {
    let kinds = |dots: &[Instruction]| -> BTreeSet<String> {
        let names = dots.iter().map(|one| one.to_string());
        names.map(|name| name.split_once('.').unwrap().1.to_owned()).collect()
    };
    let sample = Instruction::dot_sample();
    assert_eq!(kinds(sample), kinds(Instruction::dots()));
    assert_eq!(kinds(sample).len(), sample.len());
    let counts = [2, 4, 8].map(|products| {
        let own = |one: &&Instruction| one.operation().products() == Some(products);
        sample.iter().filter(own).count()
    });
    assert_eq!(counts, [40, 40, 39]);
}

#[test]
fn a_wide_register_is_several_operands_and_one_name() {
    let signature = |mnemonic| instruction(mnemonic).signature().to_string();
    assert_eq!(signature("dot2.volta.f32.f16"), "d:f32, a:f16x2, b:f16x2, c:f32");
    assert_eq!(signature("dot4.rn.f16.f16"), "d:f16, a:f16x4, b:f16x4, c:f16");
    assert_eq!(signature("dot8.ampere.f32.bf16"), "d:f32, a:bf16x8, b:bf16x8, c:f32");
    assert_eq!(signature("dot4.ada.f32.e4m3.e5m2"), "d:f32, a:e4m3x4, b:e5m2x4, c:f32");
    assert_eq!(signature("dot2.hopper.f32.tf32"), "d:f32, a:tf32x2, b:tf32x2, c:f32");
    let parsed: Instruction = "dot8.ampere.f32.bf16 d, a, b, c".parse().unwrap();
    assert_eq!(parsed, instruction("dot8.ampere.f32.bf16"));
    let refused = "dot8.ampere.f32.bf16 d, a0, a1, b0, b1, c".parse::<Instruction>();
    let message = refused.unwrap_err().to_string();
    assert_eq!(
        message,
        "dot8.ampere.f32.bf16 takes the operands d, a, b, c; found `d, a0, a1, b0, b1, c`"
    );
}

#[test]
fn a_dot_product_names_its_mode() {
    let check = |names: &[&str], expected: Expect| {
        let lines = names.iter().map(|name| match name.parse::<Instruction>() {
            Ok(one) => format!("{name} is {one}\n"),
            Err(error) => format!("{error}\n"),
        });
        expected.assert_eq(&lines.collect::<String>());
    };
    check(
        &[
            "dot4",
            "dot4.volta",
            "dot4.f32.f16",
            "dot4.f16",
            "dot4.volta.f16",
            "dot4.f16.f32.volta",
            "dot4.f32.volta.f16",
            "dot4.volta.rn.f32.f16",
            "dot4.volta.f32.bf16",
            "dot4.blackwell.f16.e4m3",
            "dot4.rn.f32.e2m1",
            "dot4.ada.f32.e2m1",
            "dot4.rna.f32.f16",
            "dot4.ada.f32.e4m3.e5m2",
            "dot4.ada.f32.e4m3.e4m3",
            "dot4.rn.f32.e3m4.e3m4",
            "dot4.ada.f32.e4m3.e5m2.e5m2",
            "dot4.ampere.f32.e4m3.e5m2",
            "dot4.rn.f32.e4m3.e5m2",
            "dot4.ada.f32.e4m3.f16",
            "dot4.rn.f32.tf32",
            "dot4.blackwell.f32.e4m3.ue8m0",
            "dot4.blackwell.f32.e2m1.e2m1.ue4m3",
            "dot64.blackwell.f32.e4m3.e4m3.ue8m0",
            "dot4.hopper.f32.e4m3.e4m3.ue8m0",
            "dot4.ampere.f32.e8m10",
            "fma.rn.f32.tf32",
            "dot3.rn.f32.f16",
            "fma.volta.f16",
        ],
        expect![[r#"
            `dot4` has no type; dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            `dot4.volta` has no type; dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            one of .volta, .turing is missing in dot4.f32.f16; write dot4.{volta,turing}.f32.f16
            dot4 has no type `.f16`; dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot4 has no type `.f16`; dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot4 has no type `.f16.f32` (did you mean `f32.f16`?); dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot4.f32.volta.f16 is dot4.volta.f32.f16
            `.rn` and `.volta` do not go together in dot4.f32.f16; write dot4.{volta,turing}.f32.f16 or dot4.{ampere,ada,hopper,blackwell}.f32.f16 or dot4.{rn,rz,rm,rp}.f32.f16
            `.volta` is not allowed in dot4.f32.bf16; dot4.f32.bf16 takes .rn, .rz, .rm, .rp, .ampere, .ada, .hopper, .blackwell, .bulk
            `.blackwell` is not allowed in dot4.f16.e4m3; dot4.f16.e4m3 takes .rn, .rz, .rm, .rp, .ada, .hopper
            dot4.rn.f32.e2m1 is dot4.rn.f32.e2m1
            `.ada` is not allowed in dot4.f32.e2m1; dot4.f32.e2m1 takes .rn, .rz, .rm, .rp, .rna, .blackwell
            `.rna` is not allowed in dot4.f32.f16; dot4.f32.f16 takes .rn, .rz, .rm, .rp, .volta, .turing, .ampere, .ada, .hopper, .blackwell
            dot4.ada.f32.e4m3.e5m2 is dot4.ada.f32.e4m3.e5m2
            dot4.ada.f32.e4m3.e4m3 is dot4.ada.f32.e4m3
            dot4.rn.f32.e3m4.e3m4 is dot4.rn.f32.e3m4
            `.f32.e4m3.e5m2` and `.e5m2` are two types; dot4 takes one of .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            `.ampere` is not allowed in dot4.f32.e4m3.e5m2; dot4.f32.e4m3.e5m2 takes .ada, .hopper, .blackwell, .bulk
            `.rn` is not allowed in dot4.f32.e4m3.e5m2; dot4.f32.e4m3.e5m2 takes .ada, .hopper, .blackwell, .bulk
            `.f32.e4m3` and `.f16` are two types; dot4 takes one of .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot4.rn.f32.tf32 is dot4.rn.f32.tf32
            dot4 has no type `.f32.e4m3.ue8m0` (did you mean `f32.e4m3.e4m3.ue8m0`?); dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot4 has no type `.f32.e2m1.e2m1.ue4m3`; dot4 takes .f32.f16, .f32.bf16, .f16.f16, .f32.e4m3, .f32.e5m2, .f16.e4m3, .f16.e5m2, .f32.tf32, .f32.e3m2, .f32.e2m3, .f32.e2m1, in some modes two element types such as .f32.e4m3.e5m2, in blackwell scales behind them such as .f32.e4m3.e4m3.ue8m0, or two formats .eXmY (X 2 to 8, Y 1 to 23), the result's first, such as .f32.e3m4
            dot64 has no type `.f32.e4m3.e4m3.ue8m0`; dot64 takes .f32.e2m1.e2m1.ue8m0, .f32.e2m1.e2m1.ue4m3
            `.hopper` is not allowed in dot4.f32.e4m3.e4m3.ue8m0; dot4.f32.e4m3.e4m3.ue8m0 takes .blackwell
            `.ampere` is not allowed in dot4.f32.e8m10; dot4.f32.e8m10 takes .rn, .rz, .rm, .rp, .rna
            fma has no type `.f32.tf32`; fma takes .f16, .f16x2, .bf16, .bf16x2, .f32.f16, .f32.bf16, .e4m3, .e4m3x2, .e4m3x4, .e5m2, .e5m2x2, .e5m2x4, or any format .eXmY (X 2 to 8, Y 1 to 23) such as .f32 and .e5m6x2
            unknown operation `dot3`; the operations are add, sub, mul, fma, neg, abs, min, max, tanh, ex2, set, setp, cvt, div, rcp, sqrt, rsqrt, lg2, exp, log, sigmoid, silu, gelu, erf, sin, cos, dot2, dot4, dot8, dot16, dot32, dot64, fadd, fsub, fmul, fmadd, fmin, fmax, fcvt, fdiv, fsqrt, fmsub, fnmsub, fnmadd, fsgnj, fsgnjn, fsgnjx, feq, flt, fle, fclass, fmv, fli, fminm, fmaxm, fround, froundnx, fleq, fltq
            `.volta` is not allowed in fma.f16; fma.f16 takes .rn, .rz, .rm, .rp, .rna, .ftz, .oob, .sat, .relu
        "#]],
    );
}

#[test]
fn tensor_cores_cut_off_single_precision() {
    let rounding = |mnemonic| instruction(mnemonic).rounding();
    assert_eq!(rounding("dot4.volta.f32.f16"), Rounding::TowardZero);
    assert_eq!(rounding("dot4.volta.f16.f16"), Rounding::NearestEven);
    assert_eq!(rounding("dot4.rp.f32.f16"), Rounding::TowardPositive);
}

#[test]
fn the_rule_is_explained() {
    let check = |mnemonic: &str, expected: Expect| {
        let own = instruction(mnemonic);
        let mut lines = vec![
            format!("{mnemonic}: {}", meaning::extension(own)),
            meaning::formula(own),
            meaning::registers(own),
        ];
        let modifiers = own.modifiers();
        lines.extend(modifiers.map(|modifier| format!("{modifier}: {}", meaning::modifier(own, modifier))));
        lines.extend(meaning::edge_cases(own));
        expected.assert_eq(&format!("{}\n", lines.join("\n")));
    };
    check(
        "dot4.volta.f32.f16",
        expect![[r#"
            dot4.volta.f32.f16: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + ... + a[3] * b[3] + c
            a and b have 4 elements of f16, element 0 in the lowest bits. c and d are f32.
            volta: Computes as the tensor cores of NVIDIA's Volta.
            One block adds the 4 products and c.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -131.
            Each term is truncated toward zero: its digits below 2^(anchor - 23) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 23 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            Measured with ordinary numbers on V100; the rule gives every result. The formats were f16 to f32 and to f16.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero. Neither changes a result in these formats.
        "#]],
    );
    check(
        "dot32.ampere.f16.f16",
        expect![[r#"
            dot32.ampere.f16.f16: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + ... + a[31] * b[31] + c
            a and b have 32 elements of f16, element 0 in the lowest bits. c and d are f16.
            ampere: Computes as the tensor cores of NVIDIA's Ampere.
            A block adds 8 products and c. 32 products are 4 blocks, in order; each result is c of the next block.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -20.
            Each term is truncated toward zero: its digits below 2^(anchor - 24) are lost. The terms are then added exactly.
            The sum is rounded to nearest even.
            Every NaN result is the canonical NaN, 0x7fff.
            A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            Measured with ordinary numbers on A100 and A2; the rule gives every result. The formats were f16 to f32 and to f16, and bf16 to f32.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; the order of the blocks.
        "#]],
    );
    check(
        "dot2.hopper.f32.e4m3",
        expect![[r#"
            dot2.hopper.f32.e4m3: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + a[1] * b[1] + c
            a and b have 2 elements of e4m3, element 0 in the lowest bits. c and d are f32.
            hopper: Computes as the tensor cores of NVIDIA's Hopper.
            One block adds 32 products and c; 30 of the products are zero.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -134.
            Each term is truncated toward zero: its digits below 2^(anchor - 13) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 13 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand gives NaN. Otherwise an infinite c wins; the elements have no infinity.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            Measured with ordinary numbers on H100 and H200; the rule gives every result. Those of f16, bf16 and e4m3 to f32 are among the tests.
            This is wgmma. In eight bits, mma.sync of Hopper computes otherwise.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; fewer products than a block has. The first two change no result in these formats.
        "#]],
    );
    check(
        "dot8.turing.f32.f16",
        expect![[r#"
        dot8.turing.f32.f16: not an instruction of PTX; dot products as tensor cores compute them
        d = a[0] * b[0] + ... + a[7] * b[7] + c
        a and b have 8 elements of f16, element 0 in the lowest bits. c and d are f32.
        turing: Computes as the tensor cores of NVIDIA's Turing.
        One block adds the 8 products and c.
        The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
        The anchor is the largest exponent among the products and c, without the zeros. It is at least -132.
        Each term is truncated toward zero: its digits below 2^(anchor - 24) are lost. The terms are then added exactly.
        The sum is rounded toward zero to 23 fraction bits.
        Every NaN result is the canonical NaN, 0x7fffffff.
        A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
        A result of zero is +0.
        Overflow gives infinity of the result's sign.
        Subnormal operands and results are numbers like any other.
        No measured result is published; the rule is that of MMA-Sim, a model of tensor cores.
        Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero. Neither changes a result in these formats.
    "#]],
    );
    check(
        "dot4.blackwell.f32.e4m3.e5m2.ue8m0",
        expect![[r#"
        dot4.blackwell.f32.e4m3.e5m2.ue8m0: not an instruction of PTX; dot products as tensor cores compute them
        d = (a[0] * b[0] + ... + a[3] * b[3]) * scale_a * scale_b + c
        a has 4 elements of e4m3, b as many of e5m2, element 0 in the lowest bits. c and d are f32. scale_a and scale_b are one scale of ue8m0 each, which all elements share.
        blackwell: Computes as the tensor cores of NVIDIA's Blackwell.
        One block adds 32 products and c; 28 of the products are zero.
        The exponent of a product is the sum of its factors' exponents and of those of both scales; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
        The anchor is the largest exponent among the products and c, without the zeros. It is at least -134.
        Each term is truncated toward zero: its digits below 2^(anchor - 25) are lost. The terms are then added exactly.
        The sum is rounded toward zero to 23 fraction bits.
        Every NaN result is the canonical NaN, 0x7fffffff.
        A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
        A scale of 0xff is NaN, and so is the result then.
        A result of zero is +0.
        Overflow gives infinity of the result's sign.
        Subnormal operands and results are numbers like any other.
        No measured result is published; the rule is that of MMA-Sim, a model of tensor cores. The formats of the scales are those of PTX.
        In PTX, this is the kind mxf8f6f4.
        Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; fewer products than a block has.
    "#]],
    );
    check(
        "dot64.blackwell.f32.e2m1.e2m1.ue8m0",
        expect![[r#"
            dot64.blackwell.f32.e2m1.e2m1.ue8m0: not an instruction of PTX; dot products as tensor cores compute them
            d = (a[0] * b[0] + ... + a[31] * b[31]) * scale_a[0] * scale_b[0] + (a[32] * b[32] + ... + a[63] * b[63]) * scale_a[1] * scale_b[1] + c
            a and b have 64 elements of e2m1, element 0 in the lowest bits. c and d are f32. scale_a and scale_b have 2 scales of ue8m0, each for 32 elements, that of element 0 in the lowest bits.
            blackwell: Computes as the tensor cores of NVIDIA's Blackwell.
            One block adds 4 groups of 16 products, and c.
            The products of a group are added exactly. The term is this sum times the significands of both scales; it is not normalised. Its exponent is the sum of those of the scales.
            The anchor is the largest exponent among the groups and c. A group with a zero scale does not count, nor does a zero c; a group with a zero sum does. The anchor is at least -135.
            Each term is truncated toward zero: its digits below 2^(anchor - 35) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 23 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand gives NaN. Otherwise an infinite c wins; the elements have no infinity.
            A scale of 0xff is NaN, and so is the result then.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            No measured result is published; the rule is that of MMA-Sim, a model of tensor cores. The formats of the scales are those of PTX.
            In PTX, this is the kind mxf4. With fewer products, it is the kind mxf8f6f4, which rounds otherwise.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero.
        "#]],
    );
    check(
        "dot16.blackwell.f32.e2m1.e2m1.ue4m3",
        expect![[r#"
            dot16.blackwell.f32.e2m1.e2m1.ue4m3: not an instruction of PTX; dot products as tensor cores compute them
            d = (a[0] * b[0] + ... + a[15] * b[15]) * scale_a * scale_b + c
            a and b have 16 elements of e2m1, element 0 in the lowest bits. c and d are f32. scale_a and scale_b are one scale of ue4m3 each, which all elements share. The top bit of a scale does not matter.
            blackwell: Computes as the tensor cores of NVIDIA's Blackwell.
            One block adds 4 groups of 16 products, and c; 3 of the groups are absent.
            The products of a group are added exactly. The term is this sum times the significands of both scales; it is not normalised. Its exponent is the sum of those of the scales.
            The anchor is the largest exponent among the groups and c. A group with a zero scale does not count, nor does a zero c; a group with a zero sum does. The anchor is at least -135.
            Each term is truncated toward zero: its digits below 2^(anchor - 35) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 23 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand gives NaN. Otherwise an infinite c wins; the elements have no infinity.
            A scale of 0x7f is NaN, and so is the result then.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            No measured result is published; the rule is that of MMA-Sim, a model of tensor cores. The formats of the scales are those of PTX.
            In PTX, this is the kind mxf4nvf4 (NVFP4).
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; fewer products than a block has.
        "#]],
    );
    check(
        "dot16.ampere.f32.tf32",
        expect![[r#"
        dot16.ampere.f32.tf32: not an instruction of PTX; dot products as tensor cores compute them
        d = a[0] * b[0] + ... + a[15] * b[15] + c
        a and b have 16 elements of tf32, element 0 in the lowest bits. Bits 12 to 0 of an element of tf32 do not matter. c and d are f32.
        ampere: Computes as the tensor cores of NVIDIA's Ampere.
        A block adds 4 products and c. 16 products are 4 blocks, in order; each result is c of the next block.
        The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
        The anchor is the largest exponent among the products and c, without the zeros. It is at least -131.
        Each term is truncated toward zero: its digits below 2^(anchor - 24) are lost. The terms are then added exactly.
        The sum is rounded toward zero to 23 fraction bits.
        Every NaN result is the canonical NaN, 0x7fffffff.
        A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
        A result of zero is +0.
        Overflow gives infinity of the result's sign.
        Subnormal operands and results are numbers like any other.
        Measured with four products of ordinary numbers on A100 and A2; the rule gives every result.
        Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; the order of the blocks.
    "#]],
    );
    check(
        "dot32.blackwell.f32.e3m2.e2m1",
        expect![[r#"
            dot32.blackwell.f32.e3m2.e2m1: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + ... + a[31] * b[31] + c
            a has 32 elements of e3m2, b as many of e2m1, element 0 in the lowest bits. c and d are f32.
            blackwell: Computes as the tensor cores of NVIDIA's Blackwell.
            One block adds the 32 products and c.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -134.
            Each term is truncated toward zero: its digits below 2^(anchor - 25) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 23 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand gives NaN. Otherwise an infinite c wins; the elements have no infinity.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            No measured result is published; the rule is that of MMA-Sim, a model of tensor cores.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero. Neither changes a result in these formats.
        "#]],
    );
    check(
        "dot16.ada.f32.e4m3.e5m2",
        expect![[r#"
            dot16.ada.f32.e4m3.e5m2: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + ... + a[15] * b[15] + c
            a has 16 elements of e4m3, b as many of e5m2, element 0 in the lowest bits. c and d are f32.
            ada: Computes as the tensor cores of NVIDIA's Ada Lovelace.
            One block adds the 16 products and c.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -133.
            Each term is truncated toward zero: its digits below 2^(anchor - 13) are lost. The terms are then added exactly.
            The sum is rounded toward zero to 13 fraction bits.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            Recorded with both element types to f32 on an RTX 4060; the rule gives every result.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero. Neither changes a result in these formats.
        "#]],
    );
    check(
        "dot4.hopper.f16.e5m2.e4m3",
        expect![[r#"
            dot4.hopper.f16.e5m2.e4m3: not an instruction of PTX; dot products as tensor cores compute them
            d = a[0] * b[0] + ... + a[3] * b[3] + c
            a has 4 elements of e5m2, b as many of e4m3, element 0 in the lowest bits. c and d are f16.
            hopper: Computes as the tensor cores of NVIDIA's Hopper.
            One block adds 32 products and c; 28 of the products are zero.
            The exponent of a product is the sum of its factors' exponents; the product, below 4, is not normalised. A subnormal number has the least exponent of its format.
            The anchor is the largest exponent among the products and c, without the zeros. It is at least -22.
            Each term is truncated toward zero: its digits below 2^(anchor - 13) are lost. The terms are then added exactly.
            The sum is rounded to nearest even.
            Every NaN result is the canonical NaN, 0x7fff.
            A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
            A result of zero is +0.
            Overflow gives infinity of the result's sign.
            Subnormal operands and results are numbers like any other.
            No measurement has two element types; the rule is that of one.
            This is wgmma. In eight bits, mma.sync of Hopper computes otherwise.
            Decided without a measurement: the least anchor; +0 for a negative sum that rounds to zero; fewer products than a block has.
        "#]],
    );
    check(
        "dot8.rm.f32.e5m2",
        expect![[r#"
            dot8.rm.f32.e5m2: not an instruction of PTX; an exact dot product, rounded once
            d = a[0] * b[0] + ... + a[7] * b[7] + c
            a and b have 8 elements of e5m2, element 0 in the lowest bits. c and d are f32.
            rm: Rounds towards negative infinity.
            The sum of all products and c is exact and is rounded once.
            Every NaN result is the canonical NaN, 0x7fffffff.
            A NaN operand, inf * 0 and opposite infinities give NaN. Otherwise an infinity wins.
            An exact cancellation gives -0; the sum of zeros of one sign keeps the sign.
            Overflow gives the largest number, or -inf.
            Subnormal operands and results are numbers like any other.
        "#]],
    );
}
