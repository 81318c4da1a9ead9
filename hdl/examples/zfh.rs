use halfpipe_hdl::{export::riscv::zfh_verilog, zfh::*};
use halfpipe_isa::FloatFormat;
fn main() {
    let latency: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let small = std::env::args().nth(2).is_some();
    let spec = ZfhSpec {
        formats: Some(vec![FloatFormat::RISCV_H]),
        latencies: [latency; 3],
        divider: if small { Divider::Small } else { Divider::None },
        ..ZfhSpec::default()
    };
    print!("{}", zfh_verilog(&spec, None).unwrap());
}
