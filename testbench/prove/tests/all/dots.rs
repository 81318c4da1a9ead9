//! Dot products.
use crate::common::instruction;
use halfpipe_prove::unit::function_lemmas;
#[test]
fn timed() {
    let names = std::env::var("DOTS").unwrap_or("dot2.volta.f32.f16".to_owned());
    for name in names.split(' ') {
        let start = std::time::Instant::now();
        let lemmas = function_lemmas(instruction(name)).unwrap();
        println!("{name}: {} lemmas built in {:?}", lemmas.len(), start.elapsed());
        for lemma in lemmas {
            if std::env::var("ONLY").is_ok_and(|only| only != lemma.name()) {
                continue;
            }
            if let Some(formula) = lemma.formula().filter(|_| std::env::var("RAW").is_ok()) {
                println!("  {} {:x?}", lemma.name(), formula.decide(lemma.procedure().unwrap()));
                continue;
            }
            let decided = lemma.decide();
            println!(
                "  {} {:.2} s {:?}",
                lemma.name(),
                decided.time.as_secs_f64(),
                decided.verdict
            );
        }
    }
}
