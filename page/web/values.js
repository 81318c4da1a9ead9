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
  return (word?.exact ?? "").split("; ").map((lane) => lane.replace(/^.*= /, "").replace(/ \(.*$/, ""));
}
