//! `list` and `explain`.

use crate::common::printed;
use expect_test::expect;
use halfpipe_isa::{syntax_lines, Instruction, Operation};
use serde_json::Value;

#[test]
fn the_table_ends_with_the_number_of_instructions() {
    let listing = printed("list");
    let lines: Vec<&str> = listing.lines().collect();
    let count = Instruction::arithmetic().len();
    assert_eq!(lines.len(), count + 2);
    assert_eq!(lines[count + 1], format!("{count} instructions"));
    // The last column has the latencies of the datapath.
    let without_latencies = |line: usize| lines[line].rsplit_once("  ").unwrap().0.trim_end();
    let shown: String = [0, 1, 2, 60, 61]
        .map(|line| format!("{}\n", without_latencies(line)))
        .concat();
    expect![[r#"
        mnemonic                       PTX       operands        result
        add.rn.f16                     9.7.4.1   a:16 b:16       d:16
        add.rn.sat.f16                 9.7.4.1   a:16 b:16       d:16
        neg.bf16x2                     9.7.4.5   a:32            d:32
        abs.f16                        9.7.4.6   a:16            d:16
    "#]]
    .assert_eq(&shown);
}

#[test]
fn json_has_one_object_per_instruction() {
    let listing: Vec<Value> = serde_json::from_str(&printed("list --json")).unwrap();
    assert_eq!(listing.len(), Instruction::arithmetic().len());
    for row in &listing {
        assert!(row["mnemonic"].is_string(), "{row}");
        let latencies = row["latencies"].as_array().unwrap();
        for (position, latency) in latencies.iter().enumerate() {
            assert_eq!(latency.as_u64(), Some(position as u64), "{row}");
        }
    }
    let add = listing.iter().find(|row| row["mnemonic"] == "add.rn.f32.bf16").unwrap();
    let mut add = add.clone();
    add.as_object_mut().unwrap().remove("latencies");
    expect![[r#"
        {
          "longest_latency": 32,
          "mnemonic": "add.rn.f32.bf16",
          "module": "add_rn_f32_bf16",
          "operands": [
            {
              "format": "bf16",
              "lanes": 1,
              "name": "a",
              "width": 16
            },
            {
              "format": "f32",
              "lanes": 1,
              "name": "c",
              "width": 32
            }
          ],
          "result_width": 32,
          "results": [
            {
              "format": "f32",
              "lanes": 1,
              "name": "d",
              "width": 32
            }
          ],
          "section": "9.7.5.1"
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&add).unwrap());
}

#[test]
fn a_listing_of_a_family_or_a_pattern() {
    let fma = printed("list fma");
    let last = fma.lines().last().unwrap();
    assert_eq!(last, "40 instructions");
    assert!(fma.lines().skip(1).all(|line| line.starts_with("fma.") || line == last));
    let pairs: Vec<Value> = serde_json::from_str(&printed("list *.f16x2 tanh_approx_bf16 --json")).unwrap();
    let names: Vec<&str> = pairs.iter().map(|row| row["mnemonic"].as_str().unwrap()).collect();
    let (last, pairs) = names.split_last().unwrap();
    assert!(pairs.len() > 30 && pairs.iter().all(|name| name.ends_with(".f16x2")));
    assert_eq!(*last, "tanh.approx.bf16");
}

#[test]
fn a_listing_of_riscv_has_a_port_for_each_rounding_that_is_not_named() {
    let listed = printed("list riscv");
    assert_eq!(listed.lines().last(), Some("109 instructions"));
    let lines = |words: &str| -> Vec<String> {
        let listed = printed(&format!("list {words}"));
        let rows = listed.lines().skip(1).filter(|line| line.starts_with('f'));
        rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let without_latencies = |words: &str| -> Vec<String> {
        let rows = lines(words).into_iter();
        rows.map(|row| row.rsplit_once(" 0 to ").unwrap().0.to_owned())
            .collect()
    };
    assert_eq!(
        without_latencies("fmul"),
        [
            "fmul.h Zfh a:16 b:16 rm:3 d:16 flags:5",
            "fmul.bf16 bf16 as in Zfh a:16 b:16 rm:3 d:16 flags:5",
            "fmul.s F a:32 b:32 rm:3 d:32 flags:5"
        ]
    );
    assert_eq!(lines("fmul.*"), lines("fmul"));
    assert_eq!(
        without_latencies("fmul.*.rtz")[0],
        "fmul.h.rtz Zfh a:16 b:16 d:16 flags:5"
    );
    assert_eq!(
        without_latencies("fcvt.s.bf16 fcvt_h_lu fli.h fleq.s froundnx.bf16"),
        [
            "fcvt.s.bf16 Zfbfmin a:16 d:32 flags:5",
            "fcvt.h.lu Zfh a:64 rm:3 d:16 flags:5",
            "fli.h Zfa a:5 d:16 flags:5",
            "fleq.s Zfa a:32 b:32 d:32 flags:5",
            "froundnx.bf16 bf16 as in Zfa a:16 rm:3 d:16 flags:5",
        ]
    );
}

#[test]
fn an_explanation_of_a_family_has_its_lines_and_modifiers() {
    expect![[r#"
        max: 24 instructions; `halfpipe list max` lists them

        PTX section 9.7.4.8: Finds the maximum of two values.
          d = max(a, b)
          max{.ftz}{.NaN}{.xorsign.abs}.{f16,f16x2}
              since PTX ISA 7.0 on sm_80; with .xorsign.abs since PTX ISA 7.2 on sm_86
          max{.NaN}{.xorsign.abs}.{bf16,bf16x2}
              since PTX ISA 7.0 on sm_80; with .xorsign.abs since PTX ISA 7.2 on sm_86

        Modifiers
          .ftz          A subnormal operand counts as zero of its sign. A NaN is not flushed.
          .NaN          One NaN operand is enough to make the result the canonical NaN.
          .xorsign.abs  Compares magnitudes; the result's sign is the exclusive or of the operands' signs, a
                        NaN's sign included, unless the result is NaN.

        Edge cases, ports, stages and pipelines are those of an instruction: `halfpipe explain max.f16`.
    "#]]
    .assert_eq(&printed("explain max"));
    // Every syntax line and every modifier of every operation must appear.
    let of_riscv = Operation::ALL.into_iter().filter_map(|operation| {
        let name = operation.riscv_name()?;
        Some((operation, name, true))
    });
    let of_ptx = Operation::ALL
        .into_iter()
        .filter(|operation| !operation.is_riscv_only());
    let of_ptx = of_ptx.map(|operation| (operation, operation.name(), false));
    for (operation, name, is_riscv) in of_ptx.chain(of_riscv) {
        let family: Value = serde_json::from_str(&printed(&format!("explain {name} --json"))).unwrap();
        let sections = family["sections"].as_array().unwrap();
        let lines = sections.iter().flat_map(|section| section["lines"].as_array().unwrap());
        let shown: Vec<&str> = lines.clone().map(|line| line["syntax"].as_str().unwrap()).collect();
        let lines_of =
            || syntax_lines().filter(move |line| line.operation() == operation && line.is_riscv() == is_riscv);
        let has_some = lines_of().any(|line| line.is_ptx());
        let all = lines_of().filter(|line| line.is_ptx() || !has_some);
        assert_eq!(shown, all.map(|line| line.to_string()).collect::<Vec<_>>());
        let counted: u64 = lines.map(|line| line["instructions"].as_u64().unwrap()).sum();
        let names = family["instructions"].as_array().unwrap();
        assert_eq!(counted, names.len() as u64);
        for modifier in names.iter().flat_map(|name| {
            let instruction: Instruction = name.as_str().unwrap().parse().unwrap();
            instruction.modifiers().collect::<Vec<_>>()
        }) {
            let mut meanings = family["modifiers"].as_array().unwrap().iter();
            assert!(
                meanings.any(|meaning| meaning["modifier"] == format!(".{modifier}")),
                "{modifier}"
            );
        }
    }
}

#[test]
fn an_explanation_has_meaning_and_ports() {
    let explanation = printed("explain fma.oob.relu.bf16x2 --stages");
    // Stages and register places come from the datapath.
    let (meaning, _) = explanation.split_once("\nStages\n").unwrap();
    // The default latency comes from the measured curve.
    let json: Value = serde_json::from_str(&printed("explain fma.oob.relu.bf16x2 --json")).unwrap();
    let meaning = meaning.replace(&format!("at latency {}\n", json["default_latency"]), "at latency N\n");
    expect![[r#"
        fma.rn.oob.relu.bf16x2: PTX section 9.7.4.4, since PTX ISA 8.1 on sm_90

          Multiplies two values and adds a third, rounding once.
          d = a * b + c
          Two bf16 lanes, computed independently: bits 15 to 0 are lane 0, bits 31 to 16 lane 1.

        Modifiers
          .rn    Rounds to the nearest value, ties to the even significand.
          .oob   The result is +0 if a or b is the out-of-bounds NaN: magnitude 0x7ff7, either sign. c is
                 not tested, and 0x7fff is an ordinary NaN.
          .relu  A result with its sign bit set, -0 and -inf included, becomes +0; NaN stays canonical NaN.

        Edge cases
          - Every NaN result is the canonical NaN, 0x7fff.
          - inf * 0 is NaN for any c; inf - inf is NaN.
          - An exact cancellation gives +0; the sum of two zeros of one sign keeps the sign.
          - Subnormal operands and results are numbers like any other.
          - Order: test a and b for the out-of-bounds NaN, compute exactly, round once, clamp.

        Ports of fma_rn_oob_relu_bf16x2 at latency N
          port       direction  width
          clock      in         1
          reset      in         1
          enable     in         1
          in_valid   in         1
          a          in         32
          b          in         32
          c          in         32
          out_valid  out        1
          d          out        32
          At latency 0 there are only the operands and d.
    "#]]
    .assert_eq(&meaning);
}

#[test]
fn an_explanation_ends_with_the_pipelines() {
    let explanation = printed("explain add.f16 --stages");
    let (_, pipelines) = explanation.split_once("\nLatencies\n").unwrap();
    let lines: Vec<&str> = pipelines.lines().collect();
    let (beyond, lines) = lines.split_last().unwrap();
    assert_eq!(
        *beyond,
        "  Up to 32, each one more is a rank of registers that delays the result."
    );
    assert_eq!(lines[0], "  0  combinational");
    // Long lines continue below, with a larger indent.
    let numbered = lines.iter().filter(|line| !line.starts_with("   "));
    for (latency, line) in numbered.enumerate().skip(1) {
        assert!(line.starts_with(&format!("  {latency}  registers after ")), "{line}");
    }
    assert_eq!(lines.iter().filter(|line| line.ends_with(" (default)")).count(), 1);
}

#[test]
fn an_explanation_shows_area_and_clock_frequency_at_every_latency() {
    // A subtraction with two lanes is represented by an addition with one.
    let explanation = printed("explain sub.rn.sat.f16x2");
    let (_, measured) = explanation
        .split_once("\nArea and clock frequency, measured for add.rn.f16, one lane\n")
        .unwrap();
    let lines: Vec<&str> = measured.lines().take_while(|line| !line.is_empty()).collect();
    assert!(lines[0].starts_with("  latency  ice40-hx8k: LUT4"), "{}", lines[0]);
    let json: Value = serde_json::from_str(&printed("explain sub.rn.sat.f16x2 --json")).unwrap();
    assert_eq!(json["measured"]["mnemonic"], "add.rn.f16");
    let points = json["measured"]["points"].as_array().unwrap();
    // The latencies are those of the measured instruction, which may have fewer.
    let of_first = |point: &&Value| point["target"] == points[0]["target"];
    let latencies = points.iter().filter(of_first).count();
    assert!(latencies <= json["latencies"].as_array().unwrap().len());
    assert_eq!(lines.len(), latencies + 1, "{measured}");
    for (latency, point) in points.iter().take(latencies).enumerate() {
        assert_eq!(
            (&point["target"], &point["latency"]),
            (&"ice40-hx8k".into(), &latency.into())
        );
        assert!(point["mhz"].as_f64().unwrap() > 10.0, "{point}");
        let (luts, mhz) = (
            point["luts"].to_string(),
            format!("{:.1}", point["mhz"].as_f64().unwrap()),
        );
        let line: Vec<&str> = lines[latency + 1].split_whitespace().collect();
        assert_eq!(
            (line[0], line[1], line[3]),
            (latency.to_string().as_str(), luts.as_str(), mhz.as_str())
        );
    }
    assert!(!printed("explain neg.f16").contains("measured for"));
}

#[test]
fn multiplier_blocks_are_shown_where_a_measured_module_has_some() {
    let explanation = printed("explain mul.rn.f16 --stages");
    let titles = explanation.lines().find(|line| line.contains("LUT4")).unwrap();
    let columns = "LUT4  DSP  flip-flops  MHz";
    assert_eq!(titles.matches(columns).count(), 2, "{titles}");
    let words: Vec<&str> = explanation.split_whitespace().collect();
    let words = words.join(" ");
    assert!(
        words.contains("the module of `generate --multiplier block` is measured."),
        "{explanation}"
    );
    let short = printed("explain mul.rn.f16");
    assert!(short.contains("\nDSP: the module of --multiplier block\n"), "{short}");
    let without = printed("explain add.f16");
    assert!(
        !without.contains("DSP") && !without.contains("--multiplier"),
        "{without}"
    );
}

#[test]
fn modifiers_and_edge_cases_depend_on_the_instruction() {
    for (mnemonic, expected) in [
        (
            "mul.ftz.sat.f16",
            "flush the operands, compute exactly, flush the result, round once, clamp",
        ),
        ("add.rm.f32.bf16", "An exact cancellation gives -0"),
        ("max.f16", "With one NaN operand the result is the other operand"),
        ("max.NaN.f16", "One NaN operand is enough"),
        ("neg.ftz.f16x2", "The operand is flushed, then its sign changes"),
        ("fma.rp.f32.f16", "A tiny positive value rounds to 0x00000001"),
    ] {
        let explanation = printed(&format!("explain {mnemonic}"));
        let text = explanation.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{mnemonic}: {explanation}");
    }
}

#[test]
fn every_instruction_with_hardware_is_explained() {
    let listing: Vec<Value> = serde_json::from_str(&printed("list --json")).unwrap();
    let built = listing
        .iter()
        .filter(|row| !row["latencies"].as_array().unwrap().is_empty());
    // One instruction of each operation and type is tested. Other tests cover the modifiers.
    for row in built.step_by(7) {
        let mnemonic = row["mnemonic"].as_str().unwrap();
        let explanation: Value = serde_json::from_str(&printed(&format!("explain {mnemonic} --json"))).unwrap();
        let pipelines = explanation["latencies"].as_array().unwrap();
        assert_eq!(
            pipelines.len(),
            row["latencies"].as_array().unwrap().len(),
            "{mnemonic}"
        );
        for (latency, pipeline) in pipelines.iter().enumerate() {
            assert_eq!(
                pipeline["registers_after"].as_array().unwrap().len(),
                latency,
                "{mnemonic}"
            );
        }
        assert!(!explanation["stages"].as_array().unwrap().is_empty(), "{mnemonic}");
    }
}
