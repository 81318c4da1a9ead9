//! Simulation of tiles against the golden model, with random gaps, stalls and resets.

use halfpipe_faults::text::replaced;
use halfpipe_hdl::mma::MmaSpec;
use halfpipe_simulation::matrix::{MatrixProduct, Steps};
use halfpipe_test_support::share;
use halfpipe_testbench::mma::TileSimulation;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::faults::FAULTS;
use super::{tile, tiles, verilog};

#[test]
fn tiles_multiply_matrices_like_the_model() {
    let tiles = tiles();
    let with_text: Vec<_> = tiles.iter().map(|spec| (spec.clone(), verilog(spec))).collect();
    let simulation = TileSimulation::compile(&with_text).unwrap();
    for (place, spec) in tiles.iter().enumerate() {
        for seed in 1..4 {
            let outcome = simulation.run(place, &Steps::draw(spec, 12, 12, seed), seed).unwrap();
            assert_eq!(outcome.fault, None, "{}, seed {seed}", spec.name());
            assert!(outcome.results > 0);
        }
    }
    // The largest product, on the tile with the most products in a cycle.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let largest = MatrixProduct::draw(&tiles[1], [64, 64, 64], &mut random);
    let steps = Steps::new(&tiles[1], &[largest], &mut random);
    assert_eq!(simulation.run(1, &steps, 1).unwrap().fault, None);
}

#[test]
fn faults_of_a_tile_are_found() {
    let sound = tile("sound", [2, 2, 2], "volta", "f16.f16", 3);
    let text = verilog(&sound);
    let (modules, _) = text.split_once("\n// The unit").unwrap();
    let mut tiles = vec![(sound.clone(), text.clone())];
    // The test of a commit compiles every other one.
    let tried = FAULTS
        .iter()
        .enumerate()
        .filter(|(place, _)| share::is_tried(*place, 2));
    let tried: Vec<_> = tried.map(|(_, fault)| fault).collect();
    for (place, fault) in tried.iter().enumerate() {
        // The faulty modules share the unit of the sound one.
        let name = format!("faulty_{place}");
        let faulty = fault.inject(modules);
        let faulty = replaced(&faulty, "module tile_sound (", &format!("module {name} ("));
        let faulty = faulty.replace("tile_sound_cell", &format!("{name}_cell"));
        tiles.push((
            MmaSpec {
                name: Some(name),
                ..sound.clone()
            },
            faulty,
        ));
    }
    let simulation = TileSimulation::compile(&tiles).unwrap();
    let steps = Steps::draw(&sound, 12, 12, 1);
    assert_eq!(simulation.run(0, &steps, 1).unwrap().fault, None);
    for (place, fault) in tried.iter().enumerate() {
        let outcome = simulation.run(place + 1, &steps, 1).unwrap();
        assert!(outcome.fault.is_some(), "{}", fault.wrong);
    }
}
