//! Unit tests of `src/command/archtest.rs`.

use super::*;

fn read(mnemonic: &str, comment: &str) -> Result<(Vec<u64>, &'static str), String> {
    let test = ArchTest::read(mnemonic.parse().unwrap(), comment)?;
    Ok((test.inputs, test.rounding.riscv_name()))
}

#[test]
fn a_test_has_its_own_rounding_or_that_of_fcsr() {
    let of = |fields: &str| {
        read(
            "fadd.h",
            &format!("opcode: fadd.h ; op1val:0x3c00; op2val:0x8001; {fields}"),
        )
    };
    assert_eq!(of("rmval:dyn; fcsr: 96"), Ok((vec![0x3C00, 0x8001, 3], "rup")));
    assert_eq!(of("rm_val:7; fcsr_val:0x9f"), Ok((vec![0x3C00, 0x8001, 4], "rmm")));
    assert_eq!(of("rmval:rtz; fcsr: 96"), Ok((vec![0x3C00, 0x8001, 1], "rtz")));
    assert_eq!(of("rmval:2"), Ok((vec![0x3C00, 0x8001, 2], "rdn")));
    let refused = |fields: &str| of(fields).unwrap_err();
    assert_eq!(refused("rmval:dyn"), "the field fcsr is missing");
    assert_eq!(
        refused("rmval:dyn; fcsr:160"),
        "fcsr 160 has the reserved rounding mode 5"
    );
    assert_eq!(refused("rmval:dyn; fcsr:256"), "fcsr '256' is no number of 8 bits");
    assert!(refused("rmval:5; fcsr:0").starts_with("rmval '5' is no rounding mode"));
    assert_eq!(refused("fcsr:0"), "the field rmval is missing");
}

#[test]
fn wrong_hardware_is_found() {
    let [add, sub] = ["fadd.h", "fsub.h"].map(|name| request::unit(name.parse().unwrap(), Some(0)).unwrap());
    let wrong = Design::from_lane(add.instruction(), 0, sub.lane().clone());
    let test =
        "/* opcode: fadd.h ; op1val:0x3c00; op2val:0x3c00; rmval:dyn; fcsr: 64 */\nTEST_FPRR_OP(fadd.h, f1, f2, f3)\n";
    let verified = |design: &Design| {
        let tests = ArchTestFile {
            instruction: add.instruction(),
            interface: design.interface(),
            name: "lines".to_owned(),
            input: Box::new(test.as_bytes()),
            number: 0,
            in_rounding: [0; 5],
        };
        let mut output = Vec::new();
        let result = verify_tests(design, EngineKind::Simulator, tests, &mut output);
        (result, String::from_utf8(output).unwrap())
    };
    let title = "fadd.h at latency 0, engine simulator: 1 test of riscv-arch-test (1 rdn), ";
    assert_eq!(verified(&add), (Ok(()), format!("{title}no mismatch\n")));
    let (result, output) = verified(&wrong);
    assert_eq!(result, Err(Error::Found));
    assert!(
        output.starts_with(&format!("{title}mismatches: 1, the first:\n")),
        "{output}"
    );
}

#[test]
fn operands_fit_their_registers() {
    let of =
        |value: &str| read("fcvt.h.w", &format!("opcode: fcvt.h.w; op1val:{value}; rmval:rne")).map(|read| read.0[0]);
    assert_eq!(of("-0x1"), Ok(0xFFFF_FFFF));
    assert_eq!(of("-0x80000000"), Ok(0x8000_0000));
    assert_eq!(of("12"), Ok(12));
    for value in ["-0x80000001", "0x100000000", "", "0x", "-", "+1", "0x+1", "--1", "1.5"] {
        assert_eq!(of(value), Err(format!("op1val '{value}' is no number of 32 bits")));
    }
    assert_eq!(
        read("flt.h", "opcode: flt.h; op1val:0x1; op2val:0x2; fcsr: 0"),
        Ok((vec![1, 2], "rne"))
    );
}
