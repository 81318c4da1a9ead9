use serde_json::json;

use super::*;

/// Returns a part of neg.f16 with these lemmas and this result.
pub fn part(shard: &str, result: &str, lemmas: &[(&str, &str)], formulas: &str) -> TheoremPart {
    let decided = lemmas.iter().map(|(digest, verdict)| {
        json!({ "name": format!("lemma {digest}"), "digest": digest, "verdict": verdict, "milliseconds": 1 })
    });
    let value = json!({
        "theorem": "neg.f16", "latency": 1, "multiplier": "rows",
        "result": result, "lemmas": lemmas.len(), "seconds": 0.5,
        "lemma": (result != "holds").then_some("lemma of the part"),
        "shard": shard, "version": "1", "words": ["neg.f16"], "all_lemmas": 3, "formulas": formulas,
        "decided": decided.collect::<Vec<_>>(), "text": [format!("text of {shard}")], "checksum": "",
    });
    serde_json::from_value(value).unwrap()
}

#[test]
fn a_verdict_is_that_of_the_worst_part() {
    let formulas = digest_of_formulas(["a", "b", "c"]);
    let held = part("1/2", "holds", &[("a", "holds"), ("c", "holds")], &formulas);
    let other = || part("2/2", "holds", &[("b", "holds")], &formulas);
    let open = || part("2/2", "unproven", &[("b", "unproven")], &formulas);
    let failing = || part("2/2", "fails", &[("b", "fails")], &formulas);
    let open_first = part("1/2", "unproven", &[("a", "holds"), ("c", "unproven")], &formulas);
    let missing = || part("2/2", "holds", &[], &formulas);
    let lying = || part("2/2", "holds", &[("b", "unproven")], &formulas);
    let edited = || part("2/2", "holds", &[("d", "holds")], &formulas);
    let changed = || part("2/2", "holds", &[("b", "holds")], "other");
    let no_proof = "the lemmas of the parts are not those of the theorem";
    for (first, second, expected) in [
        (&held, other(), Ok((RecordStatus::Holds, "text of 1/2"))),
        (&held, open(), Ok((RecordStatus::Unproven, "text of 2/2"))),
        (&held, failing(), Ok((RecordStatus::Fails, "text of 2/2"))),
        (&open_first, other(), Ok((RecordStatus::Unproven, "text of 1/2"))),
        (&open_first, failing(), Ok((RecordStatus::Fails, "text of 2/2"))),
        (&held, missing(), Err(no_proof)),
        (&held, lying(), Err(no_proof)),
        (&held, edited(), Err(no_proof)),
        (
            &held,
            changed(),
            Err("two.json has other lemmas than the parts before it"),
        ),
    ] {
        let parts = [(Path::new("one.json"), first), (Path::new("two.json"), &second)];
        match (JoinedTheorem::new(&parts), expected) {
            (Ok(joined), Ok((status, text))) => {
                assert_eq!((joined.report.result, joined.text[0].as_str()), (status, text));
                assert_eq!((joined.report.lemmas, joined.report.seconds), (3, 1.0));
                assert_eq!(joined.json["lemmas"], 3);
                assert_eq!(joined.json["result"], json!(status));
            }
            (Err(error), Err(message)) => assert!(error.to_string().starts_with(message), "{error}"),
            (joined, expected) => panic!("{:?} instead of {expected:?}", joined.map(|joined| joined.text)),
        }
    }
}
