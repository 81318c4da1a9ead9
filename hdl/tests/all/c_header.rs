//! The C header of a core: names that programs call its instructions by.

use std::collections::BTreeMap;

use halfpipe_hdl::export::{c_header, twins_header};
use halfpipe_isa::{FloatFormat, Instruction};

/// Those whose registers a core has room for.
fn instructions() -> Vec<Instruction> {
    let fits = |instruction: &Instruction| {
        let signature = instruction.signature();
        let mut registers = signature.operands().iter().chain(signature.results());
        signature.operands().len() <= 3 && registers.all(|register| register.width() <= 32)
    };
    Instruction::all().iter().copied().filter(fits).collect()
}

/// CUDA's names and what each stands for: by the type of the first argument, a function.
fn names(header: &str) -> BTreeMap<String, Vec<(String, String)>> {
    let mut names = BTreeMap::new();
    for line in header.lines().filter(|line| line.contains("_Generic(")) {
        let name = line.strip_prefix("#define ").unwrap().split('(').next().unwrap();
        let choices = line.split("_Generic((a), ").nth(1).unwrap().split(')').next().unwrap();
        let choices = choices.split(", ").map(|choice| {
            let (ty, function) = choice.split_once(": ").unwrap();
            (ty.to_owned(), function.to_owned())
        });
        assert!(
            names.insert(name.to_owned(), choices.collect::<Vec<_>>()).is_none(),
            "{name}"
        );
    }
    names
}

#[test]
fn a_name_of_cuda_is_one_instruction_for_each_type() {
    let header = c_header("core", &instructions());
    let names = names(&header);
    for (name, choices) in &names {
        assert!(choices.len() <= 2, "{name}: {choices:?}");
        if let [(first, _), (second, _)] = &choices[..] {
            assert_ne!(first, second, "{name}");
        }
        for (_, function) in choices {
            assert!(header.contains(&format!(" {function}(")), "{name}: {function}");
        }
    }
    let is = |name: &str, functions: &[&str]| {
        let found: Vec<&str> = names[name].iter().map(|(_, function)| function.as_str()).collect();
        assert_eq!(found, functions, "{name}");
    };
    is("__hfma2", &["fma_rn_f16x2", "fma_rn_bf16x2"]);
    is(
        "__hfma2_accumulate",
        &["fma_rn_f16x2_accumulate", "fma_rn_bf16x2_accumulate"],
    );
    is("__hmul", &["mul_rn_f16", "mul_rn_bf16"]);
    is("__hadd_sat", &["add_rn_sat_f16"]);
    is("__hmax_nan", &["max_NaN_f16", "max_NaN_bf16"]);
    is("__hltu", &["setp_ltu_f16", "setp_ltu_bf16"]);
    is("__hge2", &["set_ge_f16x2_f16x2", "set_ge_bf16x2_bf16x2"]);
    is("__float2half_rn", &["cvt_rn_f16_f32"]);
    is("__half2float", &["cvt_f32_f16"]);
    is("__half2ushort_rd", &["cvt_rmi_u16_f16"]);
    is("__int2bfloat16_ru", &["cvt_rp_bf16_s32"]);
    is("hceil", &["cvt_rpi_f16_f16", "cvt_rpi_bf16_bf16"]);
    // CUDA's lower half is PTX's second operand.
    assert!(header.contains("#define __floats2half2_rn(a, b) _Generic((a), float: cvt_rn_f16x2_f32)((b), (a))\n"));
}

#[test]
fn every_function_has_a_twin() {
    let instructions = instructions();
    let (header, twins) = (c_header("core", &instructions), twins_header("core", &instructions));
    for instruction in instructions {
        let name = instruction.module_name();
        assert!(header.contains(&format!(" halfpipe_{name}(uint32_t a")), "{name}");
        assert!(twins.contains(&format!(" halfpipe_{name}_twin(uint32_t a")), "{name}");
        assert!(
            header.contains(&format!(" {name}(")) && twins.contains(&format!(" {name}_twin(")),
            "{name}"
        );
    }
    let of_twins: Vec<String> = names(&twins).into_keys().collect();
    for name in names(&header).into_keys() {
        let is_mode = name.ends_with("_accumulate") || name.ends_with("_accumulator");
        assert!(is_mode || of_twins.contains(&format!("{name}_twin")), "{name}");
    }
}

#[test]
fn the_soft_model_has_every_operation_of_arithmetic() {
    let header = twins_header("core", Instruction::arithmetic());
    let is_list = |line: &&str| line.starts_with("enum { HALFPIPE_ADD, ");
    let list = header.lines().find(is_list).expect("the header lists the operations");
    for instruction in Instruction::arithmetic() {
        let operation = instruction.operation().name().to_uppercase();
        assert!(
            list.contains(&format!(" HALFPIPE_{operation}")),
            "hdl/src/export/processor/twins.h has no HALFPIPE_{operation}; add it to the enum, and its case to \
             `halfpipe_arithmetic`"
        );
    }
}

/// The table of the C header is text that users read. Its order and its numbers are those of the instruction set.
#[test]
fn formats_of_the_header_are_those_of_the_instruction_set() {
    let header = twins_header("core", &instructions());
    // The header is of PTX's core.
    let all = || FloatFormat::ALL.into_iter().filter(|format| !format.is_riscv());
    let names = all()
        .map(|format| format!("HALFPIPE_{}", format.to_string().to_uppercase()))
        .collect::<Vec<_>>()
        .join(", ");
    assert!(header.contains(&format!("enum {{ {names} }};")), "{names}");
    let table = header.split_once("halfpipe_formats[] = {").expect("it is there").1;
    let table = table.split_once("};").expect("it ends").0;
    let rows: Vec<&str> = table
        .split('{')
        .skip(1)
        .map(|row| row.split_once('}').expect("a row ends").0)
        .collect();
    let expected = all().map(|format| {
        let exponents = format!("{}, {}", format.min_exponent(), format.max_exponent());
        let largest = format.largest_finite();
        // The place of a sign is the highest bit of a row. Without a sign, it is above the encoding.
        let bits = match (format.has_sign, format.fraction_bits) {
            (false, 1..) => format.width() + 1,
            _ => format.width(),
        };
        format!("{exponents}, {}, {largest:#x}, {bits}", format.fraction_bits)
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
}
