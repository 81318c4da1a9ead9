//! `generate fpu` and `explain fpu`.

use std::path::Path;

use crate::common::{check, check_arguments, files_in, halfpipe, printed};
use expect_test::expect;
use halfpipe_isa::Instruction;

fn generate(folder: &Path, arguments: &str) -> assert_cmd::Command {
    let mut command = halfpipe(&format!("generate {arguments}"));
    command.current_dir(folder);
    command
}

#[test]
fn a_core_of_a_few_instructions_is_written_with_the_op_of_each() {
    let folder = tempfile::tempdir().unwrap();
    check(
        generate(
            folder.path(),
            "fpu --instructions min.f16,fma.f16x2,neg.bf16* --latency 3 --tag-width 5",
        ),
        expect![[r#"
            ./halfpipe_fpu.v
            ./halfpipe_fpu.json
            ./halfpipe_fpu.vh
            ./halfpipe_fpu.rs
            status 0
        "#]],
    );
    let read = |ending| std::fs::read_to_string(folder.path().join(format!("halfpipe_fpu.{ending}"))).unwrap();
    assert!(read("v").contains("module halfpipe_fpu"));
    let manifest: serde_json::Value = serde_json::from_str(&read("json")).unwrap();
    assert_eq!(manifest["module"], "halfpipe_fpu");
    assert_eq!(manifest["latency"], 3);
    let operations = manifest["operations"].as_array().unwrap();
    assert_eq!(operations.len(), 4);
    for (op, operation) in operations.iter().enumerate() {
        assert_eq!(operation["op"], op);
        let name = operation["mnemonic"].as_str().unwrap();
        let macro_name = format!("HALFPIPE_FPU_{}", name.replace('.', "_").to_uppercase());
        assert!(
            read("vh").contains(&format!("`define {macro_name} 2'd{op}\n")),
            "{name}"
        );
        assert!(read("rs").contains(&format!("/// `{name}`\n")), "{name}");
    }
    let ports = manifest["ports"].as_array().unwrap();
    let tag = ports.iter().find(|port| port["name"] == "tag_in").unwrap();
    assert_eq!(tag["width"], 5);
}

#[test]
fn the_core_of_all_instructions_is_written() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), "fpu --out rtl").assert().success();
    let rtl = folder.path().join("rtl");
    assert_eq!(
        files_in(&rtl),
        [
            "halfpipe_fpu.json",
            "halfpipe_fpu.rs",
            "halfpipe_fpu.v",
            "halfpipe_fpu.vh"
        ]
    );
    let manifest = std::fs::read_to_string(rtl.join("halfpipe_fpu.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let count = manifest["operations"].as_array().unwrap().len();
    assert_eq!(count, Instruction::arithmetic().len());
    assert_eq!(manifest["latency"], 4);
}

#[test]
fn what_cannot_be_a_core_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments, expected| check(generate(folder.path(), arguments), expected);
    refused(
        "fpu add.f16",
        expect![[r#"
            ! error: `fpu` cannot be combined with mnemonics; list its instructions with --instructions, separated by commas
            status 2
        "#]],
    );
    refused(
        "add.f16 --instructions all",
        expect![[r#"
            ! error: --instructions does not apply to add.f16: it is for fpu
            status 2
        "#]],
    );
    refused(
        "add.f16 --tag-width 4",
        expect![[r#"
            ! error: --tag-width does not apply to add.f16: it is for fpu
            status 2
        "#]],
    );
    refused(
        "fpu --tag-width 0",
        expect![[r#"
            ! error: invalid tag width 0: use 1 to 64 bits
            status 2
        "#]],
    );
    refused(
        "fpu --tag-width 65",
        expect![[r#"
            ! error: invalid tag width 65: use 1 to 64 bits
            status 2
        "#]],
    );
    refused(
        "fpu --instructions add.f16,,sub.f16",
        expect![[r#"
            ! error: --instructions has an empty name: it takes mnemonics or patterns separated by commas, or all
            status 2
        "#]],
    );
    refused(
        "fpu --instructions rem*",
        expect![[r#"
            ! error: no instruction matches `rem*`; `halfpipe list '*' riscv` prints all names of PTX and of RISC-V
            status 2
        "#]],
    );
    generate(folder.path(), "fpu --instructions add.f16,sub.f17")
        .assert()
        .code(2);
    generate(folder.path(), "fpu --instructions neg.f16 --latency 99")
        .assert()
        .code(2);
    assert!(files_in(folder.path()).is_empty());
}

#[test]
fn both_formats_share_one_table_of_a_function() {
    let folder = tempfile::tempdir().unwrap();
    let tables = |instructions: &str| {
        generate(folder.path(), &format!("fpu --instructions {instructions} --latency 0"))
            .assert()
            .success();
        let verilog = std::fs::read_to_string(folder.path().join("halfpipe_fpu.v")).unwrap();
        let bases = verilog.lines().filter(|line| line.contains("look_up_base ="));
        let entries = bases.filter(|line| line.contains("'d")).count();
        assert_ne!(entries, 0, "{instructions}");
        entries
    };
    for (f16, bf16) in [
        ("tanh.approx.f16", "tanh.approx.bf16"),
        ("ex2.approx.f16", "ex2.approx.ftz.bf16"),
    ] {
        assert_eq!(tables(&format!("{f16},{bf16}")), tables(f16));
        assert_ne!(tables(bf16), tables(f16));
    }
}

#[test]
fn a_core_is_explained_by_what_its_operations_share() {
    let explanation = printed(
        "explain fpu --stages --instructions add.f32.f16,mul.bf16x2,max.f16,abs.bf16,tanh.approx.f16,tanh.approx.bf16",
    );
    let (table, latencies) = explanation.split_once("\nLatencies\n").unwrap();
    assert!(
        latencies.starts_with("   0  combinational\n   1  registers after "),
        "{latencies}"
    );
    assert!(latencies.contains("(default)"), "{latencies}");
    expect![[r#"
        halfpipe_fpu: 6 instructions; those with the same datapath share it lane by lane

          op  mnemonic          lanes  datapath  computes
          0   mul.rn.bf16x2     0, 1   fma       a * b + 0
          1   abs.bf16          0      neg/abs   a, its sign 0
          2   max.f16           0      min/max   the larger of a, b
          3   tanh.approx.f16   0      tanh      tanh a
          4   tanh.approx.bf16  0      tanh      tanh a
          5   add.rn.f32.f16    0      fma       a * 1 + c
          Any other op gives 0x7FFFFFFF, the canonical NaN.

        Ports at latency 4
          port       direction  width
          clock      in         1
          reset      in         1
          enable     in         1
          in_valid   in         1
          op         in         3
          tag_in     in         8
          a          in         32
          b          in         32
          c          in         32
          out_valid  out        1
          tag_out    out        8
          d          out        32
          A 16-bit operand or result is in the low half. At latency 0 there is no clock, reset, enable or
          valid.
    "#]]
    .assert_eq(table);
}

#[test]
fn every_instruction_is_in_the_table_of_the_core() {
    let table = printed("explain fpu --stages");
    let explanation: serde_json::Value = serde_json::from_str(&printed("explain fpu --json")).unwrap();
    let operations = explanation["operations"].as_array().unwrap();
    assert_eq!(operations.len(), Instruction::arithmetic().len());
    for (op, operation) in operations.iter().enumerate() {
        assert_eq!(operation["op"], op);
        let name = operation["mnemonic"].as_str().unwrap();
        let row = table.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
        assert!(
            row.is_some_and(|row| row.contains(operation["datapath"].as_str().unwrap())),
            "{name}: {row:?}"
        );
    }
}

#[test]
fn only_the_core_is_explained_by_a_list_of_instructions() {
    check_arguments(
        "explain add.f16 --instructions all",
        expect![[r#"
            ! error: --instructions does not apply to add.f16: it is for fpu
            status 2
        "#]],
    );
}
