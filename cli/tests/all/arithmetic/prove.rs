//! `prove`: theorems, counterexamples and the ledger.

use std::path::Path;

use crate::common::{check_arguments, files_in, halfpipe};
use expect_test::{expect, Expect};
use halfpipe_faults::text::edit;

/// Returns the output of a run in a folder, without times, and its exit status.
fn run(folder: &Path, arguments: &str) -> (String, i32) {
    let output = halfpipe(arguments).current_dir(folder).output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let printed = String::from_utf8(output.stdout).unwrap() + &complaint;
    let lines = printed.lines().map(|line| match line.split_once(" CPU s") {
        Some((before, after)) => {
            let time = before.rfind(' ').unwrap();
            format!("{} T CPU s{after}\n", &before[..time])
        }
        None => format!("{line}\n"),
    });
    (lines.collect(), output.status.code().unwrap())
}

fn proven(arguments: &str, expected: Expect) {
    let folder = tempfile::tempdir().unwrap();
    let (printed, status) = run(folder.path(), arguments);
    assert_eq!(status, 0, "{printed}");
    expected.assert_eq(&printed);
}

#[test]
fn a_theorem_is_told_with_its_lemmas() {
    proven(
        "prove min.ftz.xorsign.abs.f16x2 --latency 1",
        expect![[r#"
            min.ftz.xorsign.abs.f16x2 at latency 1: holds, 3 lemmas, T CPU s
            min.ftz.xorsign.abs.f16x2 at latency 1 is correct for all 2^32 operands of each lane:
              result    the result is correct
              datapath  at latency 1 the module equals the datapath whose function is proven
              ranks     every path from an operand to the result passes 1 register
        "#]],
    );
    proven(
        "prove tanh.approx.bf16 --latency 0",
        expect![[r#"
            tanh.approx.bf16 at latency 0: holds, 2 lemmas, T CPU s
            tanh.approx.bf16 at latency 0 is correct for all 2^16 operands of each lane:
              every value  the result is correct for each of the 65536 values of the operand
              datapath     at latency 0 the module equals the datapath whose function is proven
        "#]],
    );
    proven(
        "prove mul.rn.bf16 --latency 3",
        expect![[r#"
            mul.rn.bf16 at latency 3: holds, 9 lemmas, T CPU s
            mul.rn.bf16 at latency 3 is correct for all 2^32 operands of each lane:
              factor a          the factor of a is its significand
              factor b          the factor of b is its significand
              product           the property that the cases assume of a product is true of every product of 8 by 8 bits
              case coverage     the 2 cases cover all operands
              special operands  the result is correct if an operand is infinite or NaN
              finite operands   the result is correct if both operands are finite
              rows 8            the sum of partial products is the product, for all factors of 8 bits
              datapath          at latency 3 the module equals the datapath whose function is proven
              ranks             every path from an operand to the result passes 3 registers
        "#]],
    );
    proven(
        "prove add.rn.f16 --latency 2",
        expect![[r#"
            add.rn.f16 at latency 2: holds, 63 lemmas, T CPU s
            add.rn.f16 at latency 2 is correct for all 2^32 operands of each lane:
              case coverage     the 60 cases cover all operands
              special operands  the result is correct if an operand is infinite or NaN
              alignment         the result is correct for each alignment distance of the terms (59 lemmas)
              datapath          at latency 2 the module equals the datapath whose function is proven
              ranks             every path from an operand to the result passes 2 registers
        "#]],
    );
}

#[test]
fn a_dot_product_is_told_with_its_lemmas() {
    proven(
        "prove dot2.volta.f32.f16 --latency 2",
        expect![[r#"
        dot2.volta.f32.f16 at latency 2: holds, 19 lemmas, T CPU s
        dot2.volta.f32.f16 at latency 2 is correct for all 2^96 operands:
          product                 each product is that of the significands, and zero if a factor is
          term signs              a term is subtracted if its sign differs from that of c
          anchor bound            no term other than zero is above the anchor
          anchor                  the anchor is the exponent of a term other than zero, or the floor
          specified anchor bound  no term other than zero is above the anchor of the specification
          specified anchor        the anchor of the specification is the exponent of a term other than zero, or the floor
          term 0                  product 0 is shifted to the anchor and cut, for any product and anchor
          term 1                  product 1 is shifted to the anchor and cut, for any product and anchor
          term c                  c is shifted to the anchor and cut, for any anchor
          addition 1              sum 1 is that of 2 terms
          addition 2              sum 2 is that of 1 term and 1 earlier sum
          sum                     the sum has each term once, and one increment for each that is subtracted
          rounding                the result is the rounded sum, for any sum and anchor
          lone subnormal          the result is correct if all products are zero, and c is subnormal or zero
          special operands        the result is correct if an operand is infinite or NaN
          composition             the steps, one after the other, are the specification
          rows 11                 the sum of partial products is the product, for all factors of 11 bits
          datapath                at latency 2 the module equals the datapath whose function is proven
          ranks                   every path from an operand to the result passes 2 registers
    "#]],
    );
    proven(
        "prove dot8.volta.f16.f16 --latency 0",
        expect![[r#"
        dot8.volta.f16.f16 at latency 0: holds, 23 lemmas, T CPU s
        dot8.volta.f16.f16 at latency 0 is correct for all 2^272 operands:
          product                 each product is that of the significands, and zero if a factor is
          term signs              a term is subtracted if its sign differs from that of c
          anchor bound            no term other than zero is above the anchor
          anchor                  the anchor is the exponent of a term other than zero, or the floor
          specified anchor bound  no term other than zero is above the anchor of the specification
          specified anchor        the anchor of the specification is the exponent of a term other than zero, or the floor
          term 0                  product 0 is shifted to the anchor and cut, for any product and anchor
          term 1                  product 1 is shifted to the anchor and cut, for any product and anchor
          term 2                  product 2 is shifted to the anchor and cut, for any product and anchor
          term 3                  product 3 is shifted to the anchor and cut, for any product and anchor
          term c                  c is shifted to the anchor and cut, for any anchor
          addition 1              sum 1 is that of 2 terms
          addition 2              sum 2 is that of 2 terms and 1 increment
          addition 3              sum 3 is that of 2 earlier sums and 1 increment
          addition 4              sum 4 is that of 1 term and 1 earlier sum
          sum                     the sum has each term once, and one increment for each that is subtracted
          rounding                the result is the rounded sum, for any sum and anchor
          lone subnormal          the result is correct if all products are zero, and c is subnormal or zero
          special operands        the result is correct if an operand is infinite or NaN
          composition             the steps, one after the other, are the specification
          blocks                  the 2 blocks are those of dot4.volta.f16.f16, each with the result of the one before it as c
          rows 11                 the sum of partial products is the product, for all factors of 11 bits
          datapath                at latency 0 the module equals the datapath whose function is proven
    "#]],
    );
    proven(
        "prove dot2.rn.f16.e4m3 --latency 0",
        expect![[r#"
        dot2.rn.f16.e4m3 at latency 0: holds, 17 lemmas, T CPU s
        dot2.rn.f16.e4m3 at latency 0 is correct for all 2^48 operands:
          product           each product is that of the significands
          term exponents    the sign and the exponent of each product are those of its factors
          term 0            product 0 is at its place in the fixed point, for any digits and exponent
          term 1            product 1 is at its place in the fixed point, for any digits and exponent
          term c            c is at its place in the fixed point
          addition 1        sum 1 adds product 0 with its increment
          addition 2        sum 2 adds product 1 with its increment
          addition 3        the last sum adds the increment of c
          magnitude         the magnitude is that of the sum, for any sum
          leading one 0     the result is the rounded magnitude, for any with its leading one at a place from 0 to 31
          leading one 1     the result is the rounded magnitude, for any with its leading one at a place from 32 to 44
          sign of zero      the sign of a zero sum is that of the specification
          special operands  the result is correct if an operand is infinite or NaN, and no net says so if none is
          composition       the steps, one after the other, are the specification
          sum               the sums have each term once, and do not wrap
          rows 4            the sum of partial products is the product, for all factors of 4 bits
          datapath          at latency 0 the module equals the datapath whose function is proven
    "#]],
    );
}

#[test]
fn every_latency_has_a_line() {
    proven(
        "prove neg.bf16 abs.f16x2 --latency all",
        expect![[r#"
        neg.bf16 at latency 0: holds, 2 lemmas, T CPU s
        neg.bf16 at latency 1: holds, 3 lemmas, T CPU s
        abs.f16x2 at latency 0: holds, 2 lemmas, T CPU s
        abs.f16x2 at latency 1: holds, 3 lemmas, T CPU s
    "#]],
    );
}

#[test]
fn a_netlist_is_the_module_and_keeps_the_contract() {
    proven(
        "prove max.f16 --latency 1 --target ice40",
        expect![[r#"
            max.f16 at latency 1, ice40 netlist: holds, 7 lemmas, T CPU s
            max.f16 at latency 1 is correct for all 2^32 operands of each lane:
              result         the result is correct
              datapath       at latency 1 the module equals the datapath whose function is proven
              ranks          every path from an operand to the result passes 1 register
              ice40 valid    out_valid is in_valid behind 1 register that loads while enable is 1 and that reset clears
              ice40 hold     after the first clock edge every data register holds while enable is 0, for any reset and in_valid
              ice40 control  while enable is 1 the next data depend on no control signal, and the data outputs never depend on one
              ice40 netlist  1 enabled cycle after operands the netlist shows the module's result, for any earlier register contents and any other inputs
        "#]],
    );
    proven(
        "prove mul.rn.f16 --latency 2 --multiplier block --target ecp5",
        expect![[r#"
            mul.rn.f16 at latency 2, block, ecp5 netlist: holds, 12 lemmas, T CPU s
            mul.rn.f16 at latency 2 is correct for all 2^32 operands of each lane:
              factor a          the factor of a is its significand
              factor b          the factor of b is its significand
              product           the property that the cases assume of a product is true of every product of 11 by 11 bits
              case coverage     the 2 cases cover all operands
              special operands  the result is correct if an operand is infinite or NaN
              finite operands   the result is correct if both operands are finite
              datapath          at latency 2 the module equals the datapath whose function is proven
              ranks             every path from an operand to the result passes 2 registers
              ecp5 valid        out_valid is in_valid behind 2 registers that load while enable is 1 and that reset clears
              ecp5 hold         after the first clock edge every data register holds while enable is 0, for any reset and in_valid
              ecp5 control      while enable is 1 the next data depend on no control signal, and the data outputs never depend on one
              ecp5 netlist      2 enabled cycles after operands the netlist shows the module's result, for any earlier register contents and any other inputs
        "#]],
    );
    proven(
        "prove mul.rn.bf16 --latency 2 --multiplier block",
        expect![[r#"
            mul.rn.bf16 at latency 2, block: holds, 8 lemmas, T CPU s
            mul.rn.bf16 at latency 2 is correct for all 2^32 operands of each lane:
              factor a          the factor of a is its significand
              factor b          the factor of b is its significand
              product           the property that the cases assume of a product is true of every product of 8 by 8 bits
              case coverage     the 2 cases cover all operands
              special operands  the result is correct if an operand is infinite or NaN
              finite operands   the result is correct if both operands are finite
              datapath          at latency 2 the module equals the datapath whose function is proven
              ranks             every path from an operand to the result passes 2 registers
        "#]],
    );
}

#[test]
fn each_operation_of_a_core_is_proven() {
    proven(
        "prove fpu --instructions add.rn.f16,neg.bf16x2,tanh.approx.f16 --latency 2",
        expect![[r#"
            fpu-e453b055 at latency 2: holds, 70 lemmas, T CPU s
            fpu at latency 2 is correct for all operands of each instruction and any other op:
              tag                                tag_out is tag_in
              unknown op                         an unassigned op gives 0x7fffffff
              add.f16, lane 0: case coverage     the 60 cases cover all operands
              add.f16, lane 0: special operands  the result is correct if an operand is infinite or NaN
              add.f16, lane 0: alignment         the result is correct for each alignment distance of the terms (59 lemmas)
              neg.bf16, lane 0: result           the result is correct
              neg.bf16, lane 1: result           the result is correct
              tanh.f16, lane 0: every value      the result is correct for each of the 65536 values of the operand
              add.rn.f16: unused bits            the bits beside the result are 0
              tanh.approx.f16: unused bits       the bits beside the result are 0
              datapath                           at latency 2 the module equals the datapath whose function is proven
              ranks                              every path from an operand to the result passes 2 registers
        "#]],
    );
}

/// Writes the module of abs.bf16 at latency 1, with one piece of its text replaced.
fn edited(folder: &Path, before: &str, after: &str) {
    let (_, status) = run(folder, "generate abs.bf16 --latency 1");
    assert_eq!(status, 0);
    edit(&folder.join("abs_bf16.v"), before, after);
}

#[test]
fn an_edited_file_is_refuted_by_operands_that_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let command = "prove abs.bf16 --verilog abs_bf16.v --latency 1";
    edited(folder.path(), "`default_nettype none", "`default_nettype none");
    let (printed, status) = run(folder.path(), command);
    assert_eq!(status, 0, "{printed}");
    edited(folder.path(), "assign d = ", "assign d = 16'd1 ^ ");
    let (printed, status) = run(folder.path(), command);
    assert_eq!(status, 1, "{printed}");
    assert_refuted(folder.path(), &printed, "simulation");
    let (right, _) = run(folder.path(), "eval abs.bf16 0x0001");
    assert_eq!(right.trim(), "0x0001");
}

/// Checks a report on a wrong file: it names the lemma, and its last command shows a wrong result of the report.
fn assert_refuted(folder: &Path, printed: &str, lemma: &str) {
    assert!(printed.contains(": fails, "), "{printed}");
    assert!(printed.contains(&format!("CPU s: lemma {lemma}\n")), "{printed}");
    let again = printed.lines().find_map(|line| line.split_once("again: halfpipe "));
    let (again, _) = run(folder, again.expect("there is a command").1);
    assert!(again.starts_with("0x"), "{again}{printed}");
    let actual = printed.lines().find(|line| line.trim_start().starts_with("actual"));
    let actual = actual.unwrap().to_lowercase();
    assert!(actual.contains(again.trim()), "{again}{printed}");
}

#[test]
fn an_edited_dot_product_is_refuted_by_operands_that_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let name = "dot2.volta.f32.f16";
    let (_, status) = run(folder.path(), &format!("generate {name} --latency 2 --no-check"));
    assert_eq!(status, 0);
    let sum = "magnitude_part_of_magnitude_2 <= add_sum_2[26:0] ";
    let module = folder.path().join("dot2_volta_f32_f16.v");
    edit(&module, &format!("{sum}+"), &format!("{sum}-"));
    let command = format!("prove {name} --latency 2 --verilog dot2_volta_f32_f16.v");
    let (printed, status) = run(folder.path(), &command);
    assert_eq!(status, 1, "{printed}");
    assert_refuted(folder.path(), &printed, "generic netlist");
}

#[test]
fn the_latency_of_a_file_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    for latency in [0, 2] {
        run(folder.path(), &format!("generate abs.bf16 --latency {latency}"));
        let (printed, status) = run(folder.path(), "prove abs.bf16 --verilog abs_bf16.v");
        assert_eq!(status, 0, "{printed}");
        let verdict = format!("abs.bf16 at latency {latency}, generic netlist: holds, ");
        assert!(printed.starts_with(&verdict), "{printed}");
    }
    edited(folder.path(), "valid <= in_valid;", "valid <= 1'd0;");
    let (printed, status) = run(folder.path(), "prove abs.bf16 --verilog abs_bf16.v");
    assert!(printed.ends_with("after it; state it with --latency N\n"), "{printed}");
    assert_eq!(status, 2);
}

#[test]
fn a_stuck_enable_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    edited(folder.path(), "if (enable)", "if (1'b1)");
    let (printed, status) = run(
        folder.path(),
        "prove abs.bf16 --verilog abs_bf16.v --latency 1 --target plain",
    );
    assert_eq!(status, 1, "{printed}");
    assert!(printed.contains(": fails, "), "{printed}");
}

#[test]
fn a_block_that_moves_in_a_stall_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let (_, status) = run(folder.path(), "generate mul.rn.bf16 --latency 2 --multiplier block");
    assert_eq!(status, 0);
    let file = folder.path().join("mul_rn_bf16.v");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(".CE0(enable)"), "{text}");
    let command = "prove mul.rn.bf16 --latency 2 --multiplier block --target ecp5 --verilog mul_rn_bf16.v";
    let (printed, status) = run(folder.path(), command);
    assert_eq!(status, 0, "{printed}");
    std::fs::write(&file, text.replace(".CE0(enable)", ".CE0(1'b1)")).unwrap();
    let (printed, status) = run(folder.path(), command);
    assert_eq!(status, 1, "{printed}");
    assert!(printed.contains("lemma generic hold"), "{printed}");
}

/// Returns the output of `--check` for a ledger in a folder, and its status.
fn checked(folder: &Path) -> (String, i32) {
    run(folder, "prove neg.f16 neg.f16x2 --latency all --ledger proofs --check")
}

#[test]
fn a_ledger_is_held_against_the_modules_of_today() {
    let folder = tempfile::tempdir().unwrap();
    let (printed, status) = checked(folder.path());
    assert_eq!(status, 1);
    assert!(printed.lines().all(|line| line.contains(": missing")), "{printed}");
    let (_, status) = run(folder.path(), "prove neg.f16 neg.f16x2 --latency all --ledger proofs");
    assert_eq!(status, 0);
    let (printed, status) = checked(folder.path());
    assert_eq!(status, 0, "{printed}");
    assert!(printed.lines().all(|line| line.ends_with(": holds")), "{printed}");
    assert_eq!(
        files_in(&folder.path().join("proofs")),
        ["neg_f16.jsonl", "neg_f16x2.jsonl"]
    );
}

#[test]
fn an_edited_line_is_noticed_and_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let prove = || {
        run(
            folder.path(),
            "prove neg.f16 neg.f16x2 --latency all --ledger proofs --stale",
        )
    };
    assert_eq!(prove().1, 0);
    let file = folder.path().join("proofs/neg_f16.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    // The test changes every string in the ledger: all keys and values except times.
    let pieces: Vec<&str> = whole.split('"').collect();
    let mut edits = 0;
    for (place, piece) in pieces.iter().enumerate().filter(|(place, _)| place % 2 == 1) {
        if *piece == "milliseconds" {
            continue;
        }
        let mut other = pieces.clone();
        let changed = format!("{}x", &piece[..piece.len() - 1]);
        other[place] = &changed;
        if changed == *piece {
            continue;
        }
        std::fs::write(&file, other.join("\"")).unwrap();
        let (printed, status) = checked(folder.path());
        assert_ne!(status, 0, "{piece}: {printed}");
        edits += 1;
    }
    assert!(edits > 20, "{edits}");
    let without_last: String = whole.lines().rev().skip(1).map(|line| format!("{line}\n")).collect();
    std::fs::write(&file, without_last).unwrap();
    assert!(checked(folder.path()).0.contains(": missing"));
    let (printed, status) = prove();
    assert_eq!(status, 0, "{printed}");
    assert_eq!(checked(folder.path()).1, 0);
}

#[test]
fn a_netlist_with_the_same_formulas_is_not_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let prove = |options: &str| {
        let command = format!("prove neg.f16 --latency 1 --target ice40 --ledger proofs {options}");
        run(folder.path(), &command)
    };
    assert_eq!(prove("").1, 0);
    let file = folder.path().join("proofs/neg_f16.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    let theorem = whole.lines().last().unwrap();
    let line: serde_json::Value = serde_json::from_str(theorem).unwrap();
    // The time of the earlier proof is kept if nothing is proven again.
    let edit = |key: &str| {
        let digest = line[key].as_str().unwrap();
        let time = format!("\"milliseconds\":{}", line["milliseconds"]);
        let edited = theorem.replace(digest, &"0".repeat(32));
        let edited = edited.replace(&time, "\"milliseconds\":123456");
        std::fs::write(&file, whole.replace(theorem, &edited)).unwrap();
        assert!(prove("--check").0.contains(": stale"), "{key}");
        let (printed, status) = prove("--stale");
        assert_eq!(status, 0, "{printed}");
        assert_eq!(prove("--check").1, 0);
        std::fs::read_to_string(&file).unwrap().contains("123456")
    };
    assert!(edit("source"), "the formulas are the same");
    assert!(!edit("formulas"), "the formulas are others");
}

#[test]
fn the_ledger_has_iterative_units_beside_pipelines() {
    let folder = tempfile::tempdir().unwrap();
    let prove = |words: &str| run(folder.path(), &format!("prove {words} --ledger proofs"));
    let units = [
        "sqrt.rn.bf16 sqrt.rn.bf16x2 --iterative",
        "sqrt.rn.bf16 --iterative --target ice40",
    ];
    for words in units {
        let (printed, status) = prove(&format!("{words} --check"));
        assert!(
            status == 1 && printed.lines().all(|line| line.ends_with(": missing")),
            "{printed}"
        );
        assert_eq!(prove(&format!("{words} --stale")).1, 0);
    }
    // The longest pipeline has fewer cycles than the unit.
    assert_eq!(prove("sqrt.rn.bf16 --latency all --stale").1, 0);
    for words in units {
        let (printed, status) = prove(&format!("{words} --check"));
        assert!(
            status == 0 && printed.lines().all(|line| line.ends_with(": holds")),
            "{printed}"
        );
    }
    let file = folder.path().join("proofs/sqrt_rn_bf16.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    let is_unit = |line: &&str| line.contains("\"iterative\":true");
    assert_eq!(whole.lines().filter(is_unit).count(), 2);
    for line in whole.lines().filter(is_unit) {
        let edited = line.replace("\"formulas\":\"", "\"formulas\":\"0");
        std::fs::write(&file, whole.replace(line, &edited)).unwrap();
        let checked = units.map(|words| prove(&format!("{words} --check")).0);
        assert_eq!(checked.concat().matches(": stale").count(), 1, "{checked:?}");
    }
}

#[test]
fn a_line_names_flags_in_a_key_and_an_earlier_line_without_it_stays_valid() {
    let folder = tempfile::tempdir().unwrap();
    let prove = |words: &str| run(folder.path(), &format!("prove min.f16 --flags --ledger proofs {words}"));
    assert_eq!(prove("").1, 0);
    let file = folder.path().join("proofs/min_f16_flags.jsonl");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.matches("\"flags\":true,").count(), 1, "{written}");
    std::fs::write(&file, written.replace("\"flags\":true,", "")).unwrap();
    let (printed, status) = prove("--check");
    assert_eq!(status, 0, "{printed}");
}

#[test]
fn shards_have_every_instruction_once() {
    let folder = tempfile::tempdir().unwrap();
    for shard in ["1/3", "2/3", "3/3"] {
        let (_, status) = run(
            folder.path(),
            &format!("prove neg.f16 neg.f16x2 abs.f16 abs.bf16 min.bf16 --latency 0 --ledger proofs --shard {shard}"),
        );
        assert_eq!(status, 0);
    }
    assert_eq!(files_in(&folder.path().join("proofs")).len(), 5);
}

#[test]
fn a_certificate_is_a_pair_of_files_for_each_formula() {
    let folder = tempfile::tempdir().unwrap();
    let (_, status) = run(folder.path(), "prove mul.rn.bf16 --latency 0 --certificates made");
    assert_eq!(status, 0);
    let files = files_in(&folder.path().join("made/mul_rn_bf16"));
    expect![[r#"
        case_coverage.cnf
        case_coverage.drat
        factor_a.cnf
        factor_a.drat
        factor_b.cnf
        factor_b.drat
        finite_operands.cnf
        finite_operands.drat
        special_operands.cnf
        special_operands.drat"#]]
    .assert_eq(&files.join("\n"));
    let clauses = std::fs::read_to_string(folder.path().join("made/mul_rn_bf16/finite_operands.cnf")).unwrap();
    assert!(clauses.starts_with("p cnf "), "{clauses}");
}

#[test]
fn theorems_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let (printed, status) = run(folder.path(), "prove neg.f16 --latency 0 --json");
    assert_eq!(status, 0);
    let told: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(told[0]["theorem"], "neg.f16");
    assert_eq!(told[0]["result"], "holds");
    assert!(told[0]["lemmas"].as_u64().unwrap() >= 2);
}

#[test]
fn what_cannot_be_proven_is_refused() {
    for (arguments, complaint) in [
        (
            "prove",
            expect![[r#"
            ! error: the following required arguments were not provided: <MNEMONIC>...; `halfpipe prove --help` says what is allowed
            status 2
        "#]],
        ),
        (
            "prove neg.f16 --latency some",
            expect![[r#"
            ! error: invalid value 'some' for '--latency <N|all>': it takes a whole number, or all
            status 2
        "#]],
        ),
        (
            "prove neg.f16 --check --stale",
            expect![[r#"
            ! error: the argument '--check' cannot be used with '--stale'; `halfpipe prove --help` says what is allowed
            status 2
        "#]],
        ),
        (
            "prove neg.f16 --target xilinx",
            expect![[r#"
            ! error: invalid value 'xilinx' for '--target <TARGET>' [possible values: plain, ice40, ecp5, nexus, gowin]
            status 2
        "#]],
        ),
        (
            "prove mul.rn.f16 --multiplier block --target nexus",
            expect![[r#"
            ! error: --multiplier block with --target nexus cannot be proven; use one of the targets ice40, ecp5
            status 2
        "#]],
        ),
        (
            "prove neg.f16 abs.f16 --verilog x.v",
            expect![[r#"
            ! error: --verilog reads the module of one instruction, but 2 are named
            status 2
        "#]],
        ),
    ] {
        check_arguments(arguments, complaint);
    }
}
