use halfpipe_synth::Target;
use halfpipe_hdl::net::estimate::Paths;
use halfpipe_hdl::net::{Delays};
fn main() {
    let targets: Vec<Target> = ["ice40-hx8k", "ecp5-25k"].iter().map(|t| t.parse().unwrap()).collect();
    for name in std::env::args().skip(1) {
        let (name, latency) = name.split_once('@').map(|(n, l)| (n.to_string(), l.parse().unwrap())).unwrap_or((name, 0u32));
        let design = halfpipe_hdl::design::Design::unit(name.parse().unwrap(), 0).unwrap();
        let lane = &design.module().lane;
        let mut rows = Vec::new();
        let mut seed = 1u64; let mut rnd = |lo: f64, hi: f64| { seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); lo + (hi - lo) * ((seed >> 33) as f64 / (1u64 << 31) as f64) };
        for i in 0..200 { { {
            let d = if i == 0 { Delays::default() } else { Delays { gate: rnd(0.2, 0.8), choice: rnd(0.5, 1.2), carry_entry: rnd(0.2,1.0), carry_per_bit: rnd(0.08, 0.25), carry_exit: rnd(0.4, 1.6), multiplier_block: 3.5 }};
            let s = std::time::Instant::now();
            let p = d.pipeline(lane, latency);
            let t1 = s.elapsed();
            let mhz: Vec<f64> = targets.iter().map(|t| 1000.0 / Paths::of(&p).longest(t.device().timing.as_ref().unwrap())).collect();
            let t2 = s.elapsed() - t1;
            let regs: u32 = p.nodes.iter().filter(|n| n.is_register()).map(|n| n.width).sum();
            rows.push((mhz, regs, (d.gate, d.choice, d.carry_entry, d.carry_per_bit, d.carry_exit), t1, t2));
        }}}
        rows.sort_by(|a, b| b.0[0].total_cmp(&a.0[0]));
        let default = rows.iter().find(|r| r.2 == (0.5, 0.8, 0.5, 0.15, 1.0)).unwrap();
        println!("{name} {latency} default {:.0?} {} {:?} {:?}", default.0, default.1, default.3, default.4);
        for r in &rows[..3] { println!("   {:.0?} {} {:.2?}", r.0, r.1, r.2); }
        println!(" worst {:.0?}", rows.last().unwrap().0);
    }
}
