// The page and the command are one program: files, results and refusals are equal.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, command, generate, numbers, open } from "./common.js";

const RESULTS = Number(process.env.PAGE_RESULTS ?? 10000);

const MODULES = [
  "add.rn.f16", "sub.rn.bf16", "mul.rn.f16", "fma.rn.f16", "fma.rn.relu.f16x2", "fma.rn.oob.relu.bf16x2", "add.rn.f32.f16",
  "fma.rn.f32.bf16", "min.f16", "max.ftz.nan.f16x2", "neg.bf16", "abs.f16", "tanh.approx.f16", "ex2.approx.ftz.bf16",
  "set.lt.f16.f16", "setp.lt.f16", "cvt.rn.f16.f32", "cvt.rzi.s32.f16", "div.rn.e5m6", "dot4.volta.f32.f16",
].map((name) => [name]);
const LATENCIES = [0, 1, 3];
const FORMS = [
  "fma.rn.f16 --optimise speed", "fma.f16 --rounding port --latency 3", "add.rn.f16 --flags", "div.rn.f16 --iterative",
  "mul.rn.f16 --multiplier block", "add.rn.f16 --register-ports --latency 4", "min.f16 --package --stream",
  "zfh --isa zfhmin", "fpu --instructions add.rn.f16,mul.rn.f16 --latency 2",
].map((line) => line.split(" "));

// Values for the question whether an option that has no list of them applies.
const EXAMPLES = {
  "--mhz": "50", "--name": "my_module", "--instructions": "add.rn.f16", "--tag-width": "4", "--isa": "zfh", "--formats": "h",
  "--xlen": "32", "--flen": "32", "--m": "2", "--n": "2", "--k": "4", "--mode": "volta", "--type": "f32.f16", "--slots": "4",
  "--stream-user": "8",
};

const COMPUTED = [
  ["add.rn.f16", 16, 16], ["mul.rn.bf16", 16, 16], ["fma.rn.f16", 16, 16, 16], ["fma.rn.relu.f16x2", 32, 32, 32],
  ["min.f16", 16, 16], ["tanh.approx.f16", 16], ["cvt.rn.f16.f32", 32], ["setp.lt.f16", 16, 16], ["fma.rn.f32.f16", 16, 16, 32],
  ["add.rn.sat.f16", 16, 16],
];

let browser;
let page;
before(async () => {
  browser = await open();
  page = await browser.tab();
});
after(() => browser.close());

async function sameFiles(words) {
  const [answer] = await ask(page, [{ call: "generate", words }]);
  const { error, files } = generate(words, "--no-check");
  if (error) return assert.equal(answer.error, error, words.join(" "));
  assert.ok(answer.value, `${words.join(" ")}: ${answer.error}`);
  const made = Object.fromEntries(answer.value.files.map(({ name, text }) => [name, text]));
  assert.deepEqual(Object.keys(made).sort(), Object.keys(files).sort(), words.join(" "));
  for (const [name, text] of Object.entries(files)) assert.ok(made[name] === text, `${words.join(" ")}: ${name} differs`);
}

test("files of twenty instructions at several latencies", async () => {
  for (const words of MODULES) {
    for (const latency of LATENCIES) await sameFiles([...words, "--latency", String(latency)]);
    await sameFiles(words);
  }
});

test("files of other forms and of cores", async () => {
  for (const words of FORMS) await sameFiles(words);
});

test("results are those of the model", async () => {
  const source = numbers(63);
  const count = Math.ceil(RESULTS / COMPUTED.length);
  for (const [name, ...widths] of COMPUTED) {
    const vectors = Array.from({ length: count }, () => widths.map((width) => {
      const value = source.next().value >>> (32 - width);
      return `0x${value.toString(16).padStart(width / 4, "0")}`;
    }));
    const answers = await ask(page, vectors.map((operands) => ({ call: "evaluate", words: [name], operands })));
    const { out } = command(["eval", name, "--engine", "reference"], `${vectors.map((row) => row.join(" ")).join("\n")}\n`);
    const wanted = out.trim().split("\n");
    for (const [index, { value, error }] of answers.entries()) {
      const operands = `${name} ${vectors[index].join(" ")}`;
      assert.ok(value, `${operands}: ${error}`);
      assert.equal(value.results.map(({ hex }) => hex).join(" "), wanted[index], operands);
      assert.equal(value.agrees, true, operands);
    }
  }
});

test("greyed options have the refusals of the command", async () => {
  for (const line of ["fma.rn.f16", "neg.f16", "div.rn.f16 --iterative", "min.f16", "cvt.rn.f16.f32", "zfh"]) {
    const words = line.split(" ");
    const tab = await browser.tab(`#${encodeURIComponent(line)}`);
    await tab.waitForSelector("#options .option");
    const [{ value: options }] = await ask(tab, [{ call: "options", words }]);
    for (const row of options.filter(({ refusal, option }) => refusal && !words.includes(option) && option !== "--latency")) {
      const control = tab.locator(`[id="option${row.option}"]`);
      assert.equal(await control.getAttribute("aria-disabled"), "true", row.option);
      assert.equal(await control.getAttribute("title"), row.refusal);
      const value = row.kind === "flag" ? [] : [EXAMPLES[row.option] ?? row.values.at(-1)];
      const { error } = generate([...words, row.option, ...value, ...(row.with ?? [])], "--no-check");
      assert.equal(row.refusal, error, `${line} ${row.option} ${value}`);
    }
    await tab.context().close();
  }
});

test("sentences about names are those of the command", async () => {
  for (const name of ["fma.rn.f17", "fma", "", "fma.rn.f16.f16.f16", "--latency", "hadd", "ADD", "add.rn.f16 ", "ünit"]) {
    const [{ error }] = await ask(page, [{ call: "explain", words: [name] }]);
    const wanted = generate([name]).error;
    assert.equal(error, wanted, name);
  }
});
