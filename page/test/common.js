// The browser, the server and the command that the tests of the page share.

import { execFileSync } from "node:child_process";
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = process.env.PAGE_FOLDER ?? join(ROOT, "target/page");
const COMMAND = process.env.HALFPIPE ?? join(ROOT, "target/release/halfpipe");
const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".json": "application/json",
};

/** Where pictures of the page are written. */
export const PICTURES = join(ROOT, "target/page-test");

function serve(folder) {
  const server = createServer((request, response) => {
    // The address has no `..` any more once it is parsed.
    const path = decodeURIComponent(new URL(request.url, "http://page").pathname).replace(/\/$/, "/index.html");
    const file = join(folder, path);
    if (!file.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
    createReadStream(file).pipe(response);
  });
  return new Promise((settle) => server.listen(0, "127.0.0.1", () => settle(server)));
}

/** A browser on the built folder, or on the address in PAGE_ADDRESS. */
export async function open() {
  mkdirSync(PICTURES, { recursive: true });
  const server = process.env.PAGE_ADDRESS ? null : await serve(FOLDER);
  const address = process.env.PAGE_ADDRESS ?? `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"],
  });
  return {
    address,
    /** A new tab with an empty cache, and the errors that its console shows. */
    async tab(fragment = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage();
      page.errors = [];
      page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
      page.on("pageerror", (error) => page.errors.push(error.message));
      await page.goto(address + fragment);
      return page;
    },
    async close() {
      await browser.close();
      server?.close();
    },
  };
}

/** Waits until the page shows all that it shows of itself. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const isDone = document.querySelector("#files .code code")?.textContent && document.querySelector("#results .number")
      && document.querySelector("#prove-body")?.childElementCount > 0;
    return isDone && !document.querySelector("#take").hasAttribute("aria-busy");
  }, null, { timeout: 60000 });
}

/** The core itself in the page: its answers to requests. */
export function ask(page, requests) {
  return page.evaluate(async (list) => {
    const { compile, instantiate } = await import("./core.js");
    globalThis.testedCore ??= await instantiate(await compile(), () => {});
    return list.map((request) => globalThis.testedCore(request));
  }, requests);
}

/** The output of the command, or the sentence of its error. */
export function command(words, input = "") {
  try {
    const out = execFileSync(COMMAND, words, {
      input, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, HALFPIPE_PROGRESS: "off" },
    });
    return { out };
  } catch (failure) {
    return { error: failure.stderr.trim().replace(/^error: /, "") };
  }
}

/** The files that the command generates, by name. */
export function generate(words, ...more) {
  const folder = mkdtempSync(join(tmpdir(), "halfpipe-page-"));
  try {
    const { error } = command(["generate", ...words, ...more, "--out", folder]);
    const names = readdirSync(folder);
    return { error, files: Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Numbers of a fixed seed, 32 bits each. */
export function* numbers(seed) {
  for (let state = seed >>> 0; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state ^ (state >>> 15)) >>> 0;
  }
}
