fn main() {
    let mut args = std::env::args().skip(1);
    let i: halfpipe_isa::Instruction = args.next().unwrap().parse().unwrap();
    let l: u32 = args.next().unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let unit = halfpipe_hdl::unit::Unit::new(i, l).unwrap();
    let v = halfpipe_hdl::export::verilog(&unit);
    eprintln!("{:?}", t.elapsed());
    let d = args.next().unwrap_or(".".into());
    std::fs::write(format!("{d}/{}.v", unit.module().name), v).unwrap();
}
