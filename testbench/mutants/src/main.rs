use halfpipe_hdl::unit::Unit;
use halfpipe_mutants::judge::Judge;
use halfpipe_mutants::proof::{Prover, Verdict};
use halfpipe_mutants::subject::Subject;
use halfpipe_mutants::{trial, Design, Level};
use std::time::Instant;
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let subject = Subject::Unit(Box::new(Unit::new(args[1].parse()?, args[2].parse()?)?));
    let level = if args[3] == "word" { Level::Word } else { Level::Gate };
    let t = Instant::now();
    let cycles = trial::cycles(&subject, 100_000, 1);
    println!("cycles {} {:?}", cycles.len(), t.elapsed());
    let t = Instant::now();
    let (design, list) = Design::list(&subject.verilog(), subject.module(), level, args[4].parse()?, 1)?;
    println!("list {} {:?}", list.len(), t.elapsed());
    let t = Instant::now();
    let netlist = design.netlist(&list)?;
    let ports = subject.ports();
    let network = ports.network(&netlist, list.len())?;
    println!("netlist {:?} {}", t.elapsed(), network.nodes().count());
    let t = Instant::now();
    let mut judge = Judge::new(&network, &ports, list.len(), subject.to_string());
    judge.run(&cycles)?;
    println!("run {:?} {}", t.elapsed(), judge.cycles());
    let prover = Prover::new(&network, &ports, list.len())?;
    for s in judge.survivors() {
        let t = Instant::now();
        match prover.prove(s)? {
            Verdict::Refuted(c) => {
                println!("{s} {} REFUTED {} {:?}", list[s - 1], c.shows(&network, &ports, list.len(), s), t.elapsed());
                print!("{}", c.describe(&subject));
            }
            other => println!("{s} {} {other:?} {:?}", list[s - 1], t.elapsed()),
        }
    }
    let mut k: Vec<usize> = judge.killed().iter().flatten().copied().collect();
    k.sort();
    println!("{:?}", k.iter().rev().take(20).collect::<Vec<_>>());
    Ok(())
}
