// The ledger of proofs: its lines about a module, fetched when they are asked for.

import { pairs } from "./words.js";

let names = null;
const files = new Map();

async function read(path) {
  const response = await fetch(new URL(`proofs/${path}`, import.meta.url));
  return response.ok ? response.text() : "";
}

/** The lines of a file; an instruction shares it with others of its operation or format, or has its own. */
async function lines(file) {
  if (!files.has(file)) {
    const text = await read(file);
    files.set(file, text.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  }
  return files.get(file);
}

async function filesOf(theorem) {
  names ??= (await read("index.txt")).split("\n");
  const [plain] = theorem.split(" --");
  const parts = plain.split(".").map((part) => part.replace(/x[24]$/, ""));
  const own = [theorem, plain, plain.replace(/x[24]$/, "")].map((name) => name.replaceAll(".", "_").replaceAll(" --", "_"));
  return [...new Set([...own, ...parts.reverse()])].map((name) => `${name}.jsonl`).filter((name) => names.includes(name));
}

/**
 * The line of a module, and the seconds that its function took; both null where the ledger has none.
 * The lines about netlists of Yosys have a target and are not meant.
 */
export async function findProof(words, { theorem, latency }) {
  const options = new Map(pairs(words));
  const isOwn = (line) => line.theorem === theorem && line.latency === latency && !line.target
    && line.multiplier === (options.get("--multiplier") ?? "rows") && Boolean(line.iterative) === options.has("--iterative")
    && (line.optimise ?? "area") === (options.get("--optimise") ?? "area");
  const lane = theorem.replace(/x[24](?= --|$)/, "");
  const found = { line: null, seconds: null };
  for (const file of await filesOf(theorem)) {
    const all = await lines(file);
    found.line ??= all.find(isOwn) ?? null;
    const rows = all.filter(({ function: name }) => name === theorem || name === lane);
    if (rows.length > 0) found.seconds ??= rows.reduce((sum, row) => sum + row.milliseconds, 0) / 1000;
  }
  return found;
}
