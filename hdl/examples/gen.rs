//! scratch
fn main() {
    let mut args = std::env::args().skip(1);
    let i: halfpipe_isa::Instruction = args.next().unwrap().parse().unwrap();
    let l: u32 = args.next().unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let unit = halfpipe_hdl::unit::Unit::new(i, l).unwrap();
    let v = halfpipe_hdl::export::verilog(&unit);
    eprintln!(
        "{:?} {:.1?} {:?}",
        t.elapsed(),
        halfpipe_hdl::net::paths(
            unit.lane(),
            &unit
                .cuts()
                .iter()
                .map(|c| unit.lane().cuts.iter().position(|x| x == c).unwrap())
                .collect::<Vec<_>>()
        ),
        unit.cuts()
    );
    let d = args.next().unwrap_or(".".into());
    std::fs::write(format!("{d}/{}.v", unit.module().name), v).unwrap();
}
