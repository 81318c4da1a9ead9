// What a visitor does: types, slides, computes, takes, proves.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { command, generate, open, settled } from "./common.js";

let browser;
before(async () => (browser = await open()));
after(() => browser.close());

const bare = (text) => text.replaceAll("`", "");

/** A tab that has to end without an error in its console. */
async function visit(fragment, steps, options) {
  const page = await browser.tab(fragment, options);
  await steps(page);
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

test("the first page shows an instruction, its Verilog and the version", () => visit("", async (page) => {
  await settled(page);
  assert.equal(await page.textContent("#title"), "fma.rn.f16");
  assert.match(await page.textContent("#code"), /module fma_rn_f16/);
  assert.equal(await page.textContent("#version-line"), command(["--version"]).out.trim());
}));

test("words of a search complete to names with the keyboard", () => visit("", async (page) => {
  await settled(page);
  await page.fill("#name", "add half");
  await page.waitForSelector("#names [role=option]");
  assert.equal(await page.getAttribute("#name", "aria-expanded"), "true");
  await page.press("#name", "ArrowDown");
  const chosen = await page.textContent(`#${await page.getAttribute("#name", "aria-activedescendant")} .mono`);
  await page.press("#name", "Enter");
  await page.waitForFunction((name) => document.querySelector("#title").textContent === name, chosen);
  assert.ok(page.url().endsWith(`#${chosen}`));
  assert.equal(await page.getAttribute("#name", "aria-expanded"), "false");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#title").textContent === "fma.rn.f16");
}));

test("the slider moves registers, address, clock and Verilog", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  await page.focus("#latency-slider");
  const ranks = () => page.locator("#pipeline .rank").count();
  const before = await ranks();
  await page.press("#latency-slider", "ArrowRight");
  await page.waitForFunction((count) => document.querySelectorAll("#pipeline .rank").length === count, before + 1);
  await page.waitForFunction((latency) => document.querySelector("#code").textContent.includes(`--latency ${latency}`), before + 1);
  assert.equal(decodeURIComponent(new URL(page.url()).hash.split("&")[0]), `#fma.rn.f16 --latency ${before + 1}`);
  assert.equal(await page.textContent("#latency-value"), String(before + 1));
  assert.match(await page.textContent("#latency-clock"), /\d MHz/);
}));

test("decimals, digits and bits change one another and the result", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  const result = (text) => page.waitForFunction((wanted) => document.querySelector("#results .number").textContent === wanted, text);
  const field = (place, kind) => `#operands [data-place="${place}"] .${kind}`;
  for (const [place, value] of ["3", "0x1p1", "-0.5"].entries()) {
    await page.fill(field(place, "decimal"), value);
    await page.press(field(place, "decimal"), "Enter");
  }
  await result("5.5");
  await page.fill(field(2, "hex"), "3c00");
  await page.press(field(2, "hex"), "Enter");
  await result("7");
  assert.equal(await page.inputValue(field(2, "decimal")), "1");
  await page.click(`${field(2, "bit")}[data-bit="15"]`);
  await result("5");
  await page.press(`${field(2, "bit")}[data-bit="15"]`, "0");
  await result("7");
  assert.ok(await page.evaluate(() => document.activeElement.dataset.bit === "14"), "a digit moves to the next bit");
  assert.match(await page.textContent("#results"), /equal/);
  await page.fill(field(0, "decimal"), "much");
  await page.press(field(0, "decimal"), "Enter");
  await page.waitForFunction(() => document.querySelector("#operand-problem").textContent !== "");
  const { error } = command(["eval", "fma.rn.f16", "much", "0x1p1", "0x3c00"]);
  assert.equal(await page.textContent("#operand-problem"), bare(error));
}));

test("a stage shows its nets, and the clock moves the operation", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  await page.focus("#pipeline g.stage >> nth=0");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#stage h3"), "unpack b");
  assert.ok((await page.locator("#stage .nets li").count()) > 2);
  await page.click("#clock");
  assert.equal(await page.textContent("#pipeline .cycles .on"), "cycle 0");
}));

test("names that differ in one part are buttons, and keep the options", () => visit("#fma.rn.f16%20--latency%202", async (page) => {
  await settled(page);
  await page.click('#near [aria-label="fma.rn.bf16"]');
  await page.waitForFunction(() => document.querySelector("#code").textContent.includes("halfpipe generate fma.rn.bf16 --latency 2"));
}));

test("an option brings along what it needs, and a refused one does nothing", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  await page.click("#options [data-heading=Clock] summary");
  await page.fill('[id="option--mhz"]', "60");
  await page.press('[id="option--mhz"]', "Enter");
  await page.waitForFunction(() => decodeURIComponent(location.hash) === "#fma.rn.f16 --mhz 60 --target ice40-hx8k");
  const address = page.url();
  await page.click('[id="option--iterative"]', { force: true });
  assert.equal(await page.isChecked('[id="option--iterative"]'), false);
  assert.equal(page.url(), address);
}));

test("curves, nets and the waveform come when they are asked for", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  for (const id of ["curves", "nets", "wave"]) await page.click(`#${id} > summary`);
  await page.waitForSelector("#curves .picture svg >> nth=0");
  await page.waitForSelector("#wave .picture svg >> nth=0");
  assert.match(await page.textContent("#nets"), /significand/);
  assert.match(await page.textContent("#curves"), /halfpipe synth fma\.rn\.f16/);
}));

test("downloads have the bytes of the command", () => visit("#mul.rn.bf16%20--latency%202", async (page) => {
  await settled(page);
  const { files } = generate(["mul.rn.bf16", "--latency", "2"]);
  for (const name of ["mul_rn_bf16.v", "mul_rn_bf16.json"]) {
    await page.click(`role=tab[name="${name}"]`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download file")]);
    assert.equal(file.suggestedFilename(), name);
    assert.equal(readFileSync(await file.path(), "utf8"), files[name]);
  }
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download all as zip")]);
  const archive = readFileSync(await file.path());
  assert.ok(archive.includes(files["mul_rn_bf16.v"]) && archive.includes("mul_rn_bf16.svg"));
  assert.equal(archive.readUInt32LE(archive.length - 22), 0x06054b50);
  await page.click('[aria-label="Copy generate command"]');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^halfpipe generate mul\.rn\.bf16 --latency 2$/);
}));

test("a bad name and a bad latency show the command's sentence", async () => {
  for (const words of [["fma.rn.f17"], ["fma.rn.f16", "--latency", "99"], ["neg.f16", "--flags"], ["%"]]) {
    await visit(`#${encodeURIComponent(words.join(" "))}`, async (page) => {
      await page.waitForSelector("#problem .sentence");
      assert.equal(await page.textContent("#problem .sentence"), bare(generate(words).error));
      assert.equal(await page.isVisible("#take"), false);
      await page.click("#problem button >> nth=-1");
      await page.waitForSelector("#problem", { state: "hidden" });
    });
  }
});

test("a proof shows its lemmas", () => visit("#max.f16%20--latency%201", async (page) => {
  await settled(page);
  await page.click("#prove-start");
  await page.waitForSelector(".lemmas .holds");
  await page.waitForFunction(() => /^Proven for all operands/.test(document.querySelector("#prove-body .count").textContent),
    null, { timeout: 120000 });
}));

test("a proof on file is the ledger's line", () => visit("#fma.rn.f16%20--latency%203", async (page) => {
  await settled(page);
  const ledger = new URL("../../testbench/proofs/fma_rn_f16.jsonl", import.meta.url);
  const lines = readFileSync(ledger, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const own = lines.find((line) => line.latency === 3 && !line.target && !line.optimise && line.multiplier === "rows");
  assert.ok((await page.textContent("#prove-body .ledger")).includes(own.formulas));
}));

test("a longer proof stops at once", () => visit("#fma.rn.f16", async (page) => {
  await settled(page);
  await page.click("#prove-start");
  await page.waitForSelector(".lemmas .holds");
  await page.click("#prove-stop");
  await page.waitForFunction(() => /^Stopped/.test(document.querySelector("#prove-body .count").textContent));
}));

test("opened as a file, the page says what to type", async () => {
  const page = await browser.tab();
  await page.goto(new URL("../../page/web/index.html", import.meta.url).href);
  assert.equal(await page.isVisible(".notice.file"), true);
  assert.match(await page.textContent(".notice.file"), /make serve/);
  assert.equal(await page.isVisible("#take"), false);
  await page.context().close();
});
