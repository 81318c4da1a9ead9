// Values of operands and results.

/** The bits of a lane from the top, with the field that each belongs to. */
export function fieldsOf(lane, width) {
  const { sign = 0, exponent = 0, fraction = 0 } = lane ?? {};
  return Array.from({ length: width }, (_, index) => {
    const bit = width - 1 - index;
    const part = exponent === 0 ? "plain" : bit < fraction ? "fraction" : bit < fraction + exponent ? "exponent"
      : bit < fraction + exponent + sign ? "sign" : "plain";
    return { bit, part };
  });
}

/** Digits of a word with so many bits. */
export function hex(value, width) {
  return `0x${value.toString(16).padStart(Math.ceil(width / 4), "0")}`;
}

/** The values of the lanes: the decimals, or those within the exact values. */
export function decimals(word) {
  if (word?.decimal) return word.decimal.split(",");
  return lanesOf(word).map((lane) => lane.replace(/^.*[=≈] /, "").replace(/ \(.*$/, ""));
}

/** The descriptions of the lanes, such as `0x3E00 + 1.1000000000 × 2^0 = 1.5 (normal)`. */
export function lanesOf(word) {
  return (word?.exact ?? "").split("; ");
}

/** Sign, significand and power of a described lane, with its class. */
export function fieldsText(lane) {
  const raised = (power) => [...power].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻").join("");
  return lane.replace(/^\w+ | [=≈] \S+/g, "").replace(/\^(-?\d+)/, (_, power) => raised(power));
}

/** All decimal digits of a described lane; the value of the description where it has no power of two. */
export function exactly(lane) {
  const [, sign, one, fraction, power] = lane.match(/([+-]) ([01])\.([01]*) × 2\^(-?\d+)/) ?? [];
  if (!power) return lane.replace(/^.*[=≈] | \(.*$/g, "");
  const places = fraction.length - Number(power);
  const whole = BigInt(`0b${one}${fraction}`);
  const minus = sign === "-" ? "-" : "";
  if (places <= 0) return `${minus}${whole << BigInt(-places)}`;
  const digits = (whole * 5n ** BigInt(places)).toString().padStart(places + 1, "0");
  return `${minus}${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, "");
}
