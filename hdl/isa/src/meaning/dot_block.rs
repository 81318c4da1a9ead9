//! A block of tensor cores in words.

use crate::{DotFormats, DotScales, FloatFormat, Instruction, Modifier, Rounding, TensorBlock};

/// A group of products that a tensor core adds at once.
pub(super) struct Block {
    products: u32,
    /// The number of neighbouring products that are added exactly, before they are a term.
    group: u32,
    /// The number of binary places that a term keeps below the anchor.
    places: u32,
}

impl Block {
    /// Returns the block of a generation.
    pub(super) fn new(generation: Modifier, instruction: Instruction) -> Block {
        let (block, group) = match DotScales::from_instruction(instruction) {
            Some(scales) if scales.has_groups() => (TensorBlock::OF_GROUPS, DotScales::GROUP),
            _ => (
                TensorBlock::new(generation, DotFormats::from_instruction(instruction)),
                1,
            ),
        };
        let TensorBlock { products, places } = block;
        Block {
            products,
            group,
            places,
        }
    }

    /// Returns the rule, a sentence or more for each step.
    pub(super) fn rule(&self, instruction: Instruction) -> Vec<String> {
        let Block {
            products,
            group,
            places,
        } = self;
        let all = count_products(instruction);
        if *group > 1 {
            return self.rule_of_groups(all);
        }
        let block = match all.cmp(products) {
            std::cmp::Ordering::Greater => format!(
                "A block adds {products} products and c. {all} products are {} blocks, in order; each result is c of the \
                 next block.",
                all / products
            ),
            std::cmp::Ordering::Equal => format!("One block adds the {products} products and c."),
            std::cmp::Ordering::Less => {
                format!("One block adds {products} products and c; {} of the products are zero.", products - all)
            }
        };
        let result = instruction.ty().result_format();
        let floor = result.min_exponent() - (3 + i64::from(products.ilog2()));
        let rounded = if instruction.rounding() == Rounding::TowardZero {
            let fraction_bits = result.fraction_bits.min(*places);
            format!("The sum is rounded toward zero to {fraction_bits} fraction bits.")
        } else {
            "The sum is rounded to nearest even.".to_owned()
        };
        let of_scales = if instruction.ty().scale_format().is_some() {
            " and of those of both scales"
        } else {
            ""
        };
        vec![
            block,
            format!(
                "The exponent of a product is the sum of its factors' exponents{of_scales}; the product, below 4, is not \
                 normalised. A subnormal number has the least exponent of its format."
            ),
            format!(
                "The anchor is the largest exponent among the products and c, without the zeros. It is at least \
                 {floor}."
            ),
            format!(
                "Each term is truncated toward zero: its digits below 2^(anchor - {places}) are lost. The terms are then \
                 added exactly."
            ),
            rounded,
        ]
    }

    /// Returns the rule of a block that adds groups of products.
    fn rule_of_groups(&self, all: u32) -> Vec<String> {
        let Block {
            products,
            group,
            places,
        } = self;
        let [own, groups] = [all, *products].map(|products| products / group);
        let block = match groups - own {
            0 => format!("One block adds {groups} groups of {group} products, and c."),
            absent => {
                format!("One block adds {groups} groups of {group} products, and c; {absent} of the groups are absent.")
            }
        };
        let floor = FloatFormat::F32.min_exponent() - (3 + i64::from(products.ilog2()));
        vec![
            block,
            "The products of a group are added exactly. The term is this sum times the significands of both scales; it is not \
             normalised. Its exponent is the sum of those of the scales."
                .to_owned(),
            format!(
                "The anchor is the largest exponent among the groups and c. A group with a zero scale does not count, nor does a \
                 zero c; a group with a zero sum does. The anchor is at least {floor}."
            ),
            format!(
                "Each term is truncated toward zero: its digits below 2^(anchor - {places}) are lost. The terms are then \
                 added exactly."
            ),
            "The sum is rounded toward zero to 23 fraction bits.".to_owned(),
        ]
    }

    /// Returns the parts of the rule that no measurement decides.
    pub(super) fn decisions(&self, generation: Modifier, instruction: Instruction) -> String {
        let all = count_products(instruction);
        let mut decided = vec!["the least anchor", "+0 for a negative sum that rounds to zero"];
        // The results of Ada in eight bits are those of two blocks.
        let is_measured_chain = generation == Modifier::Ada && instruction.ty().operand_format().width() == 8;
        if all > self.products && !is_measured_chain {
            decided.push("the order of the blocks");
        }
        if all < self.products {
            decided.push("fewer products than a block has");
        }
        let ty = instruction.ty();
        let has_wide_range = ty.scale_format().is_some() || ty.operand_format().exponent_bits == 8;
        let shows = ty.result_format() != FloatFormat::F32 || has_wide_range;
        let reach = match (shows, decided.len()) {
            (true, _) => "",
            (false, 2) => " Neither changes a result in these formats.",
            (false, _) => " The first two change no result in these formats.",
        };
        format!("Decided without a measurement: {}.{reach}", decided.join("; "))
    }
}

/// Returns the number of products.
pub(super) fn count_products(instruction: Instruction) -> u32 {
    let products = instruction.operation().products();
    products.expect("it is a dot product")
}
