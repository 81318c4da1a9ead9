//! `verify --stratified`: its table, and what it refuses.

use crate::common::{check_arguments, printed};
use expect_test::expect;

#[test]
fn the_table_of_classes() {
    check_arguments(
        "verify fma.ftz.f16 --stratified --latency 2",
        expect![[r#"
            engine simulator, seed 1, every class
            fma.rn.ftz.f16 at latency 2: 40119 vectors, no mismatch
              class                                                        count  reached  needed  least  vectors
              exponents, addition                                          1800   1800     4       4      12443
              exponents, subtraction                                       1800   1800     4       4      17931
              alignment, addition, product below 2                         88     88       32      32     7236
              alignment, addition, product from 2 on                       88     88       32      32     5207
              alignment, subtraction, product below 2                      88     88       32      32     10002
              alignment, subtraction, product from 2 on                    88     88       32      32     7929
              cancellation                                                 23     23       256     256    17931
              rounding, normal, exact                                      8      8        64      64     3700
              rounding, normal, below half                                 6      6        64      68     8909
              rounding, normal, tie down to even                           6      6        64      64     384
              rounding, normal, tie up to even                             6      6        64      64     384
              rounding, normal, above half                                 6      6        64      70     8352
              rounding, up to the next binade, tie up to even              6      6        64      64     384
              rounding, up to the next binade, above half                  6      6        64      64     555
              rounding, down to the largest number, below half             6      6        64      64     392
              rounding, overflow by rounding, tie up to even               6      6        64      64     384
              rounding, overflow by rounding, above half                   6      6        64      64     396
              rounding, overflow, exact                                    6      6        64      64     384
              rounding, overflow, below half                               6      6        64      65     2812
              rounding, overflow, tie down to even                         6      6        64      64     384
              rounding, overflow, tie up to even                           6      6        64      64     384
              rounding, overflow, above half                               6      6        64      64     2219
              rounding, flushed, exact                                     4      4        64      64     1298
              rounding, flushed, below half                                4      4        64      64     684
              rounding, flushed, tie down to even                          4      4        64      64     256
              rounding, flushed, tie up to even                            4      4        64      64     256
              rounding, flushed, above half                                4      4        64      64     258
              rounding, flushed below the smallest normal, tie up to even  4      4        64      64     256
              rounding, flushed below the smallest normal, above half      4      4        64      64     256
              just above a number                                          8      8        256     256    2517
              just below a midpoint                                        8      8        256     256    2048
              just above a midpoint                                        8      8        256     256    2048
              just below a number                                          8      8        256     256    2504
              operands                                                     1728   1728     4       4      40119
              special                                                      18     18       32      32     10288
              hole: none
              class that should be impossible: none
            status 0
        "#]],
    );
}

#[test]
fn the_table_of_a_directed_rounding() {
    check_arguments(
        "verify sub.rm.sat.f32.f16 --stratified --latency 2",
        expect![[r#"
        engine simulator, seed 1, every class
        sub.rm.sat.f32.f16 at latency 2: 102170 vectors, no mismatch
          class                                             count  reached  needed  least  vectors
          exponents, addition                               11080  11080    4       4      47710
          exponents, subtraction                            11080  11080    4       4      53499
          alignment, addition                               316    316      32      32     47710
          alignment, subtraction                            316    316      32      32     53499
          cancellation                                      26     26       256     256    53499
          rounding, normal, exact                           8      8        64      64     11779
          rounding, normal, below half                      4      4        64      2177   43875
          rounding, normal, half                            4      4        64      137    910
          rounding, normal, above half                      4      4        64      2255   43003
          rounding, up to the next binade, below half       2      2        64      78     175
          rounding, up to the next binade, half             2      2        64      64     128
          rounding, up to the next binade, above half       2      2        64      64     1212
          rounding, down to the largest number, below half  1      1        64      64     64
          rounding, overflow by rounding, below half        1      1        64      64     64
          rounding, subnormal, exact                        2      2        64      64     128
          just above a number                               8      8        256     256    34734
          just below a midpoint                             8      8        256     256    2048
          just above a midpoint                             8      8        256     256    2048
          just below a number                               8      8        256     256    34570
          operands                                          120    120      4       4      102170
          special                                           21     21       32      32     84685
          hole: none
          class that should be impossible: none
        status 0
    "#]],
    );
}

#[test]
fn the_table_as_json() {
    let printed = printed("verify fma.rn.relu.f16 --stratified --seed 5 --engine gates --json");
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&json["engine"], &json["seed"]), (&"gates".into(), &5.into()));
    assert_eq!(json["mapping"], "generic");
    let report = &json["reports"][0];
    assert_eq!(
        (&report["mnemonic"], &report["mismatches"]),
        (&"fma.rn.relu.f16".into(), &0.into())
    );
    assert_eq!(
        (report["holes"].as_array(), report["unlisted"].as_array()),
        (Some(&vec![]), Some(&vec![]))
    );
    for row in report["coverage"].as_array().unwrap() {
        assert_eq!(row["classes"], row["reached"], "{row}");
        assert!(row["least"].as_u64() >= row["needed"].as_u64(), "{row}");
    }
}

#[test]
fn what_can_be_run_over_every_input_has_no_classes() {
    check_arguments(
        "verify add.f16 --stratified",
        expect![[r#"
        ! error: --stratified is for fma and for mixed precision, and add.rn.f16 is neither; prove tries every input of it
        status 2
    "#]],
    );
    check_arguments(
        "verify fma.f16 mul.f16x2 --stratified",
        expect![[r#"
        ! error: --stratified is for fma and for mixed precision, and mul.rn.f16x2 is neither; prove tries every input of it
        status 2
    "#]],
    );
    check_arguments(
        "verify fma.f16 --stratified --vectors 10",
        expect![[r#"
        ! error: the argument '--stratified' cannot be used with '--vectors <N>'; `halfpipe verify --help` says what is allowed
        status 2
    "#]],
    );
}
