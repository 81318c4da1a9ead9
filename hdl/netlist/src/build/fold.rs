//! Nets of expressions. One that was built before is shared, and one with constant parts or mere wiring is simplified.

use crate::build::builder::{Builder, Net};
use crate::node::{compute, ones, NetId, Op};

impl Builder {
    /// Returns a net of the given operator, folded or shared where possible; expressions on [`Net`]s are a shorter
    /// form. Panics if the operands are nets of another netlist.
    pub fn make<'n>(&'n self, op: Op, operands: &[Net<'n>], width: u32) -> Net<'n> {
        for operand in operands {
            assert!(
                std::ptr::eq(self, operand.builder),
                "nets of two netlists in one expression"
            );
        }
        if let Some(net) = fold(self, &op, operands, width) {
            return net;
        }
        let operands: Vec<NetId> = operands.iter().map(|operand| operand.id).collect();
        let key = (op, operands, width);
        let found = self.shared.borrow().get(&key).copied();
        if let Some(id) = found {
            return Net {
                builder: self,
                id,
                width,
            };
        }
        let net = self.push(key.0.clone(), key.1.clone(), width);
        self.shared.borrow_mut().insert(key, net.id);
        net
    }
}

/// Returns an existing net that equals the expression, if there is one.
fn fold<'n>(builder: &'n Builder, op: &Op, nets: &[Net<'n>], width: u32) -> Option<Net<'n>> {
    let values: Vec<Option<u128>> = nets.iter().map(|net| net.constant_value()).collect();
    if !nets.is_empty() && values.iter().all(Option::is_some) {
        let operands: Vec<u128> = values.into_iter().flatten().collect();
        let widths: Vec<u32> = nets.iter().map(|net| net.width).collect();
        return Some(builder.wide_constant(compute(op, &operands, &widths, width), width));
    }
    let zero = || builder.constant(0, width);
    let all_ones = ones(width);
    match op {
        Op::Not => match builder.definition(nets[0]) {
            (Op::Not, inner) => Some(builder.net(inner[0])),
            _ => None,
        },
        Op::And => either(nets, &values, |value, other| match value {
            0 => Some(zero()),
            v if v == all_ones => Some(other),
            _ => None,
        })
        .or_else(|| (nets[0].id == nets[1].id).then(|| nets[0])),
        Op::Or => either(nets, &values, |value, other| match value {
            0 => Some(other),
            v if v == all_ones => Some(builder.wide_constant(all_ones, width)),
            _ => None,
        })
        .or_else(|| (nets[0].id == nets[1].id).then(|| nets[0])),
        Op::Xor => either(nets, &values, |value, other| match value {
            0 => Some(other),
            v if v == all_ones => Some(!other),
            _ => None,
        })
        .or_else(|| (nets[0].id == nets[1].id).then(zero)),
        Op::Add => either(nets, &values, |value, other| (value == 0).then_some(other)),
        Op::Sub => (values[1] == Some(0)).then(|| nets[0]),
        Op::Equal if nets[0].width == 1 => either(nets, &values, |value, other| {
            Some(if value == 1 { other } else { !other })
        }),
        Op::Equal => either(nets, &values, |value, other| (value == 0).then(|| other.is_zero())),
        Op::Less => fold_less(builder, nets),
        Op::Any | Op::All if nets[0].width == 1 => Some(nets[0]),
        Op::Mux => fold_mux(builder, nets, &values, width),
        Op::ShiftLeft => values[1].map(|amount| match u32::try_from(amount).unwrap_or(u32::MAX) {
            0 => nets[0],
            n if n >= width => zero(),
            n => nets[0].low(width - n).append_zeros(n),
        }),
        Op::ShiftRight => values[1].map(|amount| match u32::try_from(amount).unwrap_or(u32::MAX) {
            0 => nets[0],
            n if n >= width => zero(),
            n => nets[0].high(width - n).zero_extend(width),
        }),
        Op::Slice { low } => fold_slice(builder, *low, nets[0], width),
        Op::Concat => fold_concat(builder, nets, width),
        _ => None,
    }
}

/// Tries a rule with either operand as the constant.
fn either<'n>(
    nets: &[Net<'n>],
    values: &[Option<u128>],
    rule: impl Fn(u128, Net<'n>) -> Option<Net<'n>>,
) -> Option<Net<'n>> {
    match (values[0], values[1]) {
        (Some(value), _) => rule(value, nets[1]),
        (_, Some(value)) => rule(value, nets[0]),
        _ => None,
    }
}

fn fold_mux<'n>(builder: &'n Builder, nets: &[Net<'n>], values: &[Option<u128>], width: u32) -> Option<Net<'n>> {
    let [condition, then, otherwise] = [nets[0], nets[1], nets[2]];
    if let Some(value) = values[0] {
        return Some(if value == 1 { then } else { otherwise });
    }
    if then.id == otherwise.id {
        return Some(then);
    }
    if let (Op::Not, inner) = builder.definition(condition) {
        return Some(builder.net(inner[0]).select(otherwise, then));
    }
    if width > 1 {
        return None;
    }
    match (values[1], values[2]) {
        (Some(0), _) => Some(!condition & otherwise),
        (Some(_), _) => Some(condition | otherwise),
        (_, Some(0)) => Some(condition & then),
        (_, Some(_)) => Some(!condition | then),
        _ => None,
    }
}

/// Folds a comparison: lowest bits that are equal in both operands do not decide it.
fn fold_less<'n>(builder: &'n Builder, nets: &[Net<'n>]) -> Option<Net<'n>> {
    let lowest = |net: Net<'n>| match builder.definition(net) {
        (Op::Concat, parts) => parts.last().map(|id| builder.net(*id)),
        _ => None,
    };
    let (one, other) = (lowest(nets[0])?, lowest(nets[1])?);
    if one.id != other.id {
        return None;
    }
    let [a, b] = [nets[0], nets[1]].map(|net| net.high(net.width - one.width));
    Some(a.less_than(b))
}

fn fold_slice<'n>(builder: &'n Builder, low: u32, net: Net<'n>, width: u32) -> Option<Net<'n>> {
    if width == net.width {
        return Some(net);
    }
    match builder.definition(net) {
        (Op::Slice { low: inner_low }, inner) => Some(builder.net(inner[0]).slice(inner_low + low, width)),
        (Op::Concat, parts) => {
            // Collects the slice's share of each part, from the top down. A slice of a shown net stays a slice, unless
            // a single part has all of it.
            let mut position = net.width;
            let mut pieces = 0;
            let mut taken: Option<Net<'n>> = None;
            for part in parts.iter().map(|id| builder.net(*id)) {
                position -= part.width;
                let from = low.max(position);
                let to = (low + width).min(position + part.width);
                if from < to {
                    let piece = part.slice(from - position, to - from);
                    pieces += 1;
                    taken = Some(taken.map_or(piece, |above| above.join(piece)));
                }
            }
            taken.filter(|_| pieces == 1 || !builder.is_shown(net))
        }
        _ => None,
    }
}

fn fold_concat<'n>(builder: &'n Builder, nets: &[Net<'n>], width: u32) -> Option<Net<'n>> {
    // Flattens nested concatenations and merges neighbours that continue one another.
    let mut parts: Vec<Net<'n>> = Vec::new();
    let mut changed = false;
    for net in nets {
        match builder.definition(*net) {
            (Op::Concat, inner) if !builder.is_shown(*net) => {
                changed = true;
                for part in inner {
                    changed |= push_part(builder, &mut parts, builder.net(part));
                }
            }
            _ => changed |= push_part(builder, &mut parts, *net),
        }
    }
    match (changed, parts.len()) {
        (false, _) => None,
        (true, 1) => Some(parts[0]),
        (true, _) => Some(builder.make(Op::Concat, &parts, width)),
    }
}

/// Appends a part, merged into the one above it where both are constants or adjacent slices of one net.
fn push_part<'n>(builder: &'n Builder, parts: &mut Vec<Net<'n>>, part: Net<'n>) -> bool {
    let merged = parts
        .last()
        .filter(|above| !builder.is_shown(**above) && !builder.is_shown(part))
        .and_then(|above| match (builder.definition(*above), builder.definition(part)) {
            ((Op::Constant(high), _), (Op::Constant(low), _)) => {
                Some(builder.wide_constant(high << part.width | low, above.width + part.width))
            }
            ((Op::Slice { low: high_low }, of), (Op::Slice { low }, same))
                if of == same && high_low == low + part.width =>
            {
                Some(builder.net(of[0]).slice(low, above.width + part.width))
            }
            _ => None,
        });
    match merged {
        Some(net) => {
            parts.pop();
            parts.push(net);
            true
        }
        None => {
            parts.push(part);
            false
        }
    }
}
