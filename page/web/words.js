// The words of a command line, which are the state of the page, and the address that carries them.

/** Quotes a word as a shell needs it. */
export function quote(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Words as one line for a shell. */
export function join(words) {
  return words.map(quote).join(" ");
}

/** Splits a line into words as a shell does, with both quotes. An unfinished quote ends at the line's end. */
export function split(line) {
  const words = [];
  let word = null;
  let inside = null;
  for (const sign of line) {
    if (inside ? sign === inside : sign === "'" || sign === '"') {
      inside = inside ? null : sign;
      word ??= "";
    } else if (!inside && /\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + sign;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

/** Pairs of option and value behind the mnemonic; the value of a flag is null. */
export function pairs(words) {
  const found = [];
  for (let index = 1; index < words.length; index += 1) {
    const [option, attached] = words[index].split(/=(.*)/s);
    if (!option.startsWith("-")) found.push([null, option]);
    else if (attached !== undefined) found.push([option, attached]);
    else if (index + 1 < words.length && !words[index + 1].startsWith("--")) found.push([option, words[(index += 1)]]);
    else found.push([option, null]);
  }
  return found;
}

function flatten(mnemonic, list) {
  return [mnemonic, ...list.flatMap((pair) => pair.filter((part) => part !== null))];
}

/** The words with an option set to `value`; null takes it out, true sets a flag. */
export function change(words, option, value) {
  const list = pairs(words);
  const place = list.findIndex(([name]) => name === option);
  const pair = value === null ? [] : [[option, value === true ? null : String(value)]];
  if (place < 0) list.push(...pair);
  else list.splice(place, 1, ...pair);
  return flatten(words[0], list);
}

/** The words with no options but these. */
export function keep(words, options) {
  return flatten(words[0], pairs(words).filter(([option]) => options.includes(option)));
}

/** Options that another command takes too. */
export const SHARED = [
  "--instructions", "--tag-width", "--flags", "--rounding", "--iterative", "--isa", "--formats", "--xlen", "--flen",
  "--zhinx", "--share", "--divsqrt", "--m", "--n", "--k", "--mode", "--type", "--slots",
];

/** The line that computes these operands with the command. */
export function evalLine(words, operands) {
  return `halfpipe eval ${join([...keep(words, SHARED), ...operands])}`;
}

/** The fragment of an address with these words and operands. */
export function toAddress(words, operands) {
  return `#${[join(words), ...operands].map(encodeURIComponent).join("&")}`;
}

/** Words and operands of a fragment; a broken escape stays as it is. */
export function fromAddress(fragment) {
  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const [line, ...operands] = fragment.replace(/^#/, "").split("&").map(decode);
  return { words: split(line), operands };
}
