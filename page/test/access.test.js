// For everybody: no violation that axe-core finds, no width that overflows, first paint and first Verilog in time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PICTURES, open, settled } from "./common.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [360, 820, 1280];
const VIEWS = { fma: "#fma.rn.f16", lanes: "#fma.rn.relu.f16x2%20--flags%20--latency%205", problem: "#fma.rn.f17" };

let browser;
before(async () => (browser = await open()));
after(() => browser.close());

async function examine(page, name) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] }));
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`);
  assert.deepEqual(found, [], name);
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of WIDTHS) {
    for (const [view, fragment] of Object.entries(VIEWS)) {
      test(`${view}, ${width} pixels, ${colorScheme}`, async () => {
        const page = await browser.tab(fragment, { colorScheme, viewport: { width, height: 860 } });
        if (view === "problem") await page.waitForSelector("#problem .sentence");
        else await settled(page);
        if (view === "lanes") for (const id of ["curves", "nets", "wave", "text"]) await page.click(`#${id} > summary`);
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(PICTURES, `${view}-${width}-${colorScheme}.png`), fullPage: true });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scrolling");
        await examine(page, `${view} ${width} ${colorScheme}`);
        assert.deepEqual(page.errors, []);
        await page.context().close();
      });
    }
  }
}

test("the colours can be chosen, and the choice stays", async () => {
  const page = await browser.tab();
  await page.click("#theme");
  await page.click("#theme");
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.context().close();
});

// The times of the design, with a cold cache. They are printed; a loaded machine may miss them.
test("first paint and first Verilog", async (context) => {
  const page = await browser.tab();
  await page.waitForSelector("#code .k");
  const [paint, verilog] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime, performance.now()]);
  context.diagnostic(`first paint ${Math.round(paint)} ms, first Verilog ${Math.round(verilog)} ms`);
  await page.context().close();
});
