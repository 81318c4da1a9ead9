//! Widths and constants of a block of a dot product.

use halfpipe_isa::{DotFormats, FloatFormat, Modifier, TensorBlock};

/// A block of the tensor cores: so many products are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The formats of the elements, and of `c` and the result.
    pub formats: DotFormats,
    /// The number of products.
    pub products: u32,
    /// The number of a product's bits above the point.
    pub product_integer_bits: u32,
    /// The number of fraction bits of an aligned term: those below the anchor.
    pub fraction_bits: u32,
    /// The number of bits of the sum above the anchor's binary point.
    pub integer_bits: u32,
    /// The number of fraction bits of the result.
    pub result_fraction_bits: u32,
    /// The format of the scales, which are powers of two, if there are some.
    pub scale: Option<FloatFormat>,
    /// The distance of the anchor's floor from the least exponent of the result's format, if a product can be below that.
    pub floor: u32,
}

impl Shape {
    /// Returns the block of a tensor core in these formats, with at most `products` of its products.
    pub fn new(core: Modifier, formats: DotFormats, products: u32, scale: Option<FloatFormat>) -> Shape {
        let TensorBlock {
            products: block,
            places,
        } = TensorBlock::new(core, formats);
        let products = products.min(block);
        let shape = Shape {
            formats,
            products,
            product_integer_bits: 2,
            fraction_bits: places,
            // Each product is below 4 and c below 2, in units of the anchor: the sum is below 4 * products + 2.
            integer_bits: 3 + products.ilog2(),
            result_fraction_bits: formats.result.fraction_bits.min(places),
            scale,
            floor: 3 + block.ilog2(),
        };
        if shape.has_floor() {
            // The floor of the anchor is that of the whole block.
            Shape {
                integer_bits: 3 + block.ilog2(),
                ..shape
            }
        } else {
            shape
        }
    }

    /// Returns the block of scaled groups of products. A group takes the place of a product, and its scales those of the factors.
    pub fn from_groups(groups: u32, scale: FloatFormat, result: FloatFormat) -> Shape {
        // 16 products up to 36 are below 2^10. A significand of a scale is below 2.
        let product_integer_bits = 10 + if scale.fraction_bits > 0 { 2 } else { 0 };
        Shape {
            formats: DotFormats {
                elements: [scale; 2],
                result,
            },
            products: groups,
            product_integer_bits,
            fraction_bits: TensorBlock::OF_GROUPS.places,
            integer_bits: 1 + product_integer_bits + groups.ilog2(),
            result_fraction_bits: result.fraction_bits,
            scale: None,
            floor: 3 + TensorBlock::OF_GROUPS.products.ilog2(),
        }
    }

    /// Returns the format that the sum is rounded to: that of the result, with fewer fraction bits if the block keeps
    /// fewer.
    pub const fn rounded_format(self) -> FloatFormat {
        FloatFormat {
            fraction_bits: self.result_fraction_bits,
            ..self.formats.result
        }
    }

    /// Returns the difference between the biased exponent of a product in the result's format and the sum of its factors'
    /// biased exponents, and those of both scales. Without scales, it is one more than a multiple of a power of two:
    /// 1 + 2^kd - 2^ka - 2^kb, where a bias is 2^k - 1.
    pub fn offset(self) -> i64 {
        let [a, b] = self.formats.elements.map(FloatFormat::bias);
        self.formats.result.bias() - a - b - self.scale.map_or(0, |scale| 2 * scale.bias())
    }

    /// True if the result is cut, and no sum with a product is subnormal: its lowest place, so many bits below the least
    /// exponent of a product, is a normal number.
    pub fn is_truncated_normal(self) -> bool {
        let least_product = 2 + self.offset();
        self.formats.result.register_bits() == 32 && least_product > i64::from(self.fraction_bits)
    }

    /// True if a product can be below the least exponent of the result's format. The anchor then has a floor.
    pub fn has_floor(self) -> bool {
        self.offset() < -1
    }

    /// Returns the least biased exponent of the anchor: that of the smallest normal number if there is no floor.
    pub fn least_anchor(self) -> i64 {
        if self.has_floor() {
            1 - i64::from(self.floor)
        } else {
            1
        }
    }

    /// Returns the greatest biased exponent of the anchor.
    pub fn greatest_anchor(self) -> i64 {
        let greatest = |format: FloatFormat| {
            if format.has_infinity() {
                i64::from(format.special_exponent()) - 1
            } else {
                i64::from(format.special_exponent())
            }
        };
        let [a, b] = self.formats.elements.map(greatest);
        let scales = self.scale.map_or(0, |scale| 2 * i64::from(scale.largest_finite()));
        greatest(self.formats.result).max(a + b + scales + self.offset())
    }

    /// Returns the width of an exponent that holds the anchor, in two's complement if it can be negative.
    pub fn anchor_bits(self) -> u32 {
        let magnitude = u64::BITS - self.greatest_anchor().unsigned_abs().leading_zeros();
        magnitude + u32::from(self.has_floor())
    }

    /// Returns the width of an aligned term without its sign.
    pub const fn term_bits(self) -> u32 {
        self.product_integer_bits + self.fraction_bits
    }

    /// Returns the width of the sum with its sign.
    pub const fn sum_bits(self) -> u32 {
        1 + self.integer_bits + self.fraction_bits
    }
}
