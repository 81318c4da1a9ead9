//! The formats of a shared datapath, and operands in the places of the widest one.

use halfpipe_isa::FloatFormat;

use crate::net::{hidden, unsigned, Builder, Net, Scope};
use crate::stage::{step, Unpacked};
use crate::zfh::boxes::OperandBox;
use crate::zfh::half::format_code;
use crate::zfh::spec::ZfhSpec;

/// The formats of a shared datapath.
#[derive(Clone)]
pub struct SharedFormats<'n> {
    /// The widest one, whose widths the datapath has.
    pub wide: FloatFormat,
    /// Each narrower one, with a bit that is 1 for its numbers.
    pub narrow: Vec<(FloatFormat, Net<'n>)>,
}

/// Returns the widest of some formats.
pub fn widest(formats: &[FloatFormat]) -> FloatFormat {
    let all = formats.iter().copied();
    all.max_by_key(|format| format.width())
        .expect("a datapath has a format")
}

impl<'n> SharedFormats<'n> {
    /// Selects one of some formats by a port of the part, which it has if there are several.
    pub fn from_port(
        builder: &'n Builder,
        port: &'static str,
        wide: FloatFormat,
        formats: &[FloatFormat],
    ) -> SharedFormats<'n> {
        match formats {
            [only] if *only == wide => SharedFormats {
                wide,
                narrow: Vec::new(),
            },
            _ => SharedFormats::select(builder.scope(), wide, formats, builder.input(port, 3)),
        }
    }

    /// Selects one of the formats by a port with CVFPU's numbers. The widest one is selected by any other number.
    pub fn select(n: Scope<'n>, wide: FloatFormat, formats: &[FloatFormat], port: Net<'n>) -> SharedFormats<'n> {
        let _stage = n.stage(step::DECODE);
        let others = formats.iter().filter(|format| **format != wide);
        SharedFormats {
            wide,
            narrow: others
                .map(|format| {
                    let is_it = port.equals_constant(format_code(*format));
                    (*format, is_it.named(format!("is_{format}")))
                })
                .collect(),
        }
    }

    /// Returns 1 for a narrower format that a condition holds for.
    pub fn any_of(&self, n: Scope<'n>, holds: impl Fn(FloatFormat) -> bool) -> Net<'n> {
        let own = self.narrow.iter().filter(|(format, _)| holds(*format));
        own.map(|(_, is_it)| *is_it)
            .reduce(|one, other| one | other)
            .unwrap_or_else(|| n.zero())
    }

    /// Selects a word by the format: all words have one width.
    pub fn choose(&self, of: impl Fn(FloatFormat) -> Net<'n>) -> Net<'n> {
        let wide = of(self.wide);
        self.narrow
            .iter()
            .fold(wide, |word, (format, is_it)| is_it.select(of(*format), word))
    }

    /// Returns the box of a number in a register: ones from its own width on.
    pub fn find_box(&self, n: Scope<'n>, spec: &ZfhSpec, register: Net<'n>) -> OperandBox<'n> {
        let _stage = n.stage(step::UNBOX);
        let narrow = self.narrow.iter().map(|(format, _)| *format);
        let has_box = [self.wide]
            .into_iter()
            .chain(narrow)
            .any(|format| spec.has_boxes(format));
        let above = |format: FloatFormat| match spec.register_bits() - format.width() {
            0 => n.constant(1, 1),
            above => register.slice(format.width(), above).all(),
        };
        OperandBox {
            is_there: has_box.then(|| self.choose(above).named("is_boxed")),
        }
    }

    /// Selects a constant of a width by the format, in two's complement.
    pub fn constant(&self, n: Scope<'n>, width: u32, of: impl Fn(FloatFormat) -> i64) -> Net<'n> {
        let number = |format| n.constant(of(format).rem_euclid(1 << width) as u64, width);
        self.choose(number)
    }
}

/// An operand of a shared datapath: its fields and class.
#[derive(Clone, Copy)]
pub struct SharedOperand<'n> {
    /// The operand; its exponent has the bias of its own format, and its significand the lowest places.
    pub unpacked: Unpacked<'n>,
    /// The same with the class of a NaN if its box is missing.
    pub classified: Unpacked<'n>,
    /// 1 if it is a signalling NaN in its box.
    pub signals: Net<'n>,
}

/// Unpacks an operand from its register. A fraction has the lowest places of the widest format's.
pub fn unpack_shared<'n>(
    n: Scope<'n>,
    spec: &ZfhSpec,
    formats: &SharedFormats<'n>,
    name: &str,
    register: Net<'n>,
) -> SharedOperand<'n> {
    let own_box = formats.find_box(n.scope(name), spec, register);
    let stage = n.stage(step::unpack(name));
    let SharedFormats { wide, .. } = formats;
    let bits = wide.fraction_bits;
    let sign = formats.choose(|format| register.bit(format.width() - 1)).named("sign");
    let field = |format: FloatFormat| register.slice(format.fraction_bits, format.exponent_bits);
    let field = formats
        .choose(|format| field(format).zero_extend(wide.exponent_bits))
        .named("field");
    let fraction = formats
        .choose(|format| register.low(format.fraction_bits).zero_extend(bits))
        .named("fraction");
    let quiet = formats
        .choose(|format| register.bit(format.fraction_bits - 1))
        .named(hidden("quiet"));
    let normal = field.any().named("normal");
    let lowest = (field.bit(0) | !normal).named(hidden("exponent_lowest"));
    let exponent = field
        .high(wide.exponent_bits - 1)
        .join(lowest)
        .named(unsigned("exponent"));
    let special = formats
        .choose(|format| field.low(format.exponent_bits).all())
        .named(hidden("exponent_ones"));
    let has_fraction = fraction.any().named(hidden("fraction_nonzero"));
    let leading = |format: FloatFormat| {
        let above = bits - format.fraction_bits;
        let place = normal.append_zeros(format.fraction_bits);
        place.zero_extend(place.width() + above)
    };
    let significand = formats.choose(leading) | fraction.zero_extend(bits + 1);
    let unpacked = Unpacked {
        sign,
        exponent,
        significand: significand.named("significand"),
        magnitude: field.join(fraction).named(hidden("magnitude")),
        zero: (!normal & !has_fraction).named("zero"),
        infinite: (special & !has_fraction).named("infinite"),
        nan: (special & has_fraction).named("nan"),
    };
    let signals = (unpacked.nan & !quiet).named("signalling");
    drop(stage);
    SharedOperand {
        unpacked,
        classified: own_box.classify(n, unpacked),
        signals: own_box.only_in(signals).named(hidden("signalling_in_box")),
    }
}
