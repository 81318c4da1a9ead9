use halfpipe_hdl::unit::Multiplier;
use halfpipe_synth::{estimate::estimated_mhz, Target};
fn main() {
    let target: Target = "ice40-hx8k".parse().unwrap();
    let timing = target.device().timing.as_ref().unwrap();
    for name in std::env::args().skip(1) {
        let (name, latency) = name
            .split_once('@')
            .map(|(n, l)| (n.to_string(), l.parse().unwrap()))
            .unwrap_or((name, 0));
        let design = halfpipe_hdl::design::Design::unit(name.parse().unwrap(), latency).unwrap();
        println!("{name} {latency} {:.1}", estimated_mhz(&design, timing));
    }
}
