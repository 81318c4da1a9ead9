//! The C header of a tile, compiled, against the golden model.

use std::io::Write;
use std::process::{Command, Stdio};

use halfpipe_hdl::export::mma::mma_header;
use halfpipe_hdl::mma::{instruction, modes, types, MmaSpec};
use halfpipe_simulation::matrix::MatrixProduct;
use halfpipe_simulation::model::results;
use halfpipe_tools::Tool;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Reads matrices as words of 32 bits, each after its number of rows, columns and products; writes each product's.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "tile.h"

static uint32_t word(void) {
    uint32_t word = 0;
    if (fread(&word, sizeof word, 1, stdin) != 1) exit(2);
    return word;
}

int main(void) {
    static tile_element a[4096], b[4096];
    static tile_result c[4096], d[4096];
    uint32_t count = word();
    while (count--) {
        const size_t rows = word(), columns = word(), depth = word();
        size_t i;
        for (i = 0; i < rows * depth; i++) a[i] = (tile_element)word();
        for (i = 0; i < depth * columns; i++) b[i] = (tile_element)word();
        for (i = 0; i < rows * columns; i++) c[i] = (tile_result)word();
        tile_mma(rows, columns, depth, a, b, c, d);
        for (i = 0; i < rows * columns; i++) printf("%x\n", (unsigned)d[i]);
        // The matrices may be one, and c may be missing.
        tile_mma(rows, columns, depth, a, b, c, c);
        for (i = 0; i < rows * columns; i++) {
            if (c[i] != d[i]) return 3;
            c[i] = 0;
        }
        tile_mma(rows, columns, depth, a, b, NULL, d);
        tile_mma(rows, columns, depth, a, b, c, c);
        for (i = 0; i < rows * columns; i++) if (c[i] != d[i]) return 4;
    }
    return 0;
}
"#;

/// The number of matrix products for each header.
const PRODUCTS: usize = 40;

/// Computes a product in the model, in steps of the tile.
fn product(spec: &MmaSpec, drawn: &MatrixProduct) -> Vec<u32> {
    let [rows, columns, depth] = drawn.sides;
    let count = spec.products() as usize;
    let widths = spec.formats().elements.map(|element| element.register_bits());
    let packed = |elements: &[u32], bits: u32| -> Vec<u64> {
        let in_word = (u64::BITS / bits) as usize;
        let word = |elements: &[u32]| {
            let placed = elements.iter().enumerate();
            placed.fold(0, |word, (place, element)| {
                word | u64::from(*element) << (place as u32 * bits)
            })
        };
        elements.chunks(in_word).map(word).collect()
    };
    let mut d = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let mut sum = drawn.c[row * columns + column];
            for from in (0..depth).step_by(count) {
                let there = |k: usize| from + k < depth;
                let a: Vec<u32> = (0..count)
                    .map(|k| if there(k) { drawn.a[row * depth + from + k] } else { 0 })
                    .collect();
                let b: Vec<u32> = (0..count)
                    .map(|k| {
                        if there(k) {
                            drawn.b[(from + k) * columns + column]
                        } else {
                            0
                        }
                    })
                    .collect();
                let operands = [packed(&a, widths[0]), packed(&b, widths[1]), vec![sum.into()]].concat();
                sum = results(spec.instruction, &operands)[0] as u32;
            }
            d.push(sum);
        }
    }
    d
}

fn check(spec: &MmaSpec, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("tile.h"), mma_header(spec, Some("halfpipe generate mma")).unwrap()).unwrap();
    std::fs::write(path("main.c"), PROGRAM).unwrap();
    let built = Command::new(Tool::Compiler.find().unwrap())
        .args("-x c -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -O1 -fsanitize=undefined".split(' '))
        .args(["-fno-sanitize-recover", "-o", "main", "main.c"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let products: Vec<MatrixProduct> = (0..PRODUCTS)
        .map(|_| {
            let sides = [(); 3].map(|()| random.random_range(1..8));
            MatrixProduct::draw(spec, [sides[0], sides[1], 5 * sides[2]], &mut random)
        })
        .collect();
    let mut words = vec![PRODUCTS as u32];
    for product in &products {
        words.extend(product.sides.map(|side| side as u32));
        words.extend(product.a.iter().chain(&product.b).chain(&product.c));
    }
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_ne_bytes).collect();
    let mut child = Command::new(path("main"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    assert!(output.status.success(), "{}: {}", spec.instruction, output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    let found: Vec<u32> = text
        .lines()
        .map(|line| u32::from_str_radix(line, 16).unwrap())
        .collect();
    let expected: Vec<u32> = products.iter().flat_map(|drawn| product(spec, drawn)).collect();
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(
            found, expected,
            "{}: element {place}: {found:x}, not {expected:x}",
            spec.instruction
        );
    }
}

#[test]
fn the_header_computes_like_the_model() {
    let mut specs = Vec::new();
    for (place, mode) in modes().iter().enumerate() {
        for ty in types(*mode) {
            // The directed roundings differ in one line of the header.
            if ["rz", "rm", "rp"].contains(&mode.name()) && !["f32.f16", "f16.e5m2"].contains(&ty.name()) {
                continue;
            }
            // Each mode and type, with several numbers of products.
            let products = [4, 32, 2, 16, 8][(place + specs.len()) % 5];
            specs.push(MmaSpec {
                name: Some("tile".to_owned()),
                ..MmaSpec::new(1, 1, instruction(products, mode.name(), ty.name()).unwrap(), 1)
            });
        }
    }
    specs.par_iter().with_max_len(1).for_each(|spec| check(spec, 1));
}
