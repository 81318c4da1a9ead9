//! `verify --stratified`: its table, and what it refuses.

mod common;

use common::{check_arguments, printed};
use expect_test::expect;

#[test]
fn the_table_of_classes() {
    check_arguments("verify fma.ftz.f16 --stratified --latency 2", expect![[r#""#]]);
}

#[test]
fn the_table_as_json() {
    let printed = printed("verify fma.rn.relu.f16 --stratified --seed 5 --engine reference --json");
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!((&json["engine"], &json["seed"]), (&"reference".into(), &5.into()));
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
fn only_half_precision_fma_has_classes() {
    check_arguments("verify add.f16 --stratified", expect![[r#""#]]);
    check_arguments("verify fma.f16 fma.rn.f32.f16 --stratified", expect![[r#""#]]);
    check_arguments("verify fma.f16 --stratified --vectors 10", expect![[r#""#]]);
}
