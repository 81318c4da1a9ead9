use std::path::Path;

use halfpipe_prove::ledger::digest_of_formulas;

use super::super::joined::tests::part;
use super::*;

#[test]
fn lemmas_of_another_halfpipe_are_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let formulas = digest_of_formulas(["a", "b", "c"]);
    let lemmas = [("a", "holds"), ("b", "holds"), ("c", "holds")];
    let whole = part("1/1", "holds", &lemmas, &formulas);
    let joined = JoinedTheorem::new(&[(Path::new("1.json"), &whole)]).unwrap();
    let error = record(&[joined], &Ledger::new(folder.path())).unwrap_err();
    let expected =
        "the parts have other lemmas than neg.f16 at latency 1 of this halfpipe; make them again, first with \
                    halfpipe prove neg.f16 --shard 1/1 --json > FILE";
    assert_eq!(error.to_string(), expected);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
