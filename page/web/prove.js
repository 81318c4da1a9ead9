// Prove: the lemmas of a module as they fall, or the line of the ledger.

import { announce, byId, element, sentence, show, terminal, withStop } from "./dom.js";
import { findProof } from "./ledger.js";
import { showFacts } from "./see.js";
import { SHARED, join, keep } from "./words.js";

// A browser takes about three times as long as the command.
const LONG_SECONDS = 60;
const MANY_LEMMAS = 1500;

let run = 0;

/** Shows what is to be proven; a proof of other words ends. */
export async function refresh(page) {
  run += 1;
  byId("prove-note").textContent = "";
  page.known.outline = null;
  show(byId("prove-actions"));
  const line = `halfpipe prove ${join(keep(page.words, [...SHARED, "--latency", "--optimise", "--multiplier",
    "--register-ports"]))}`;
  const isUnit = page.words[0].includes(".");
  show(byId("netlists"), isUnit && [element("p", null, "A browser has no Yosys. The command also proves that the netlist",
    " which Yosys makes for an FPGA equals the module:"), terminal(`${line} --target ice40`, "prove command")]);
  await page.quietly(async () => {
    const { words } = page;
    const outline = await withStop(byId("prove-body"), "Listing lemmas", () => page.study.stop(), () =>
      page.study.ask({ call: "outline", words }, { isUrgent: true }));
    const proof = await findProof(words, outline);
    if (page.words !== words) return;
    page.known.outline = { ...outline, ...proof };
    if (page.known.pipeline) showFacts(page);
    showOutline(page, line);
  }, (message) => show(byId("prove-body"), element("p", null, sentence(message)), terminal(line, "prove command")));
}

/** The claim, the line of the ledger, and the button if the proof is short enough for a browser. */
function showOutline(page, line) {
  const { lemmas, seconds, line: record } = page.known.outline;
  const isQuick = seconds === null ? lemmas.length < MANY_LEMMAS : seconds < LONG_SECONDS;
  const claim = page.known.explanation?.proof;
  byId("prove-note").textContent = `${lemmas.length.toLocaleString("en")} lemmas`;
  if (isQuick) show(byId("prove-actions"), startButton(page));
  show(byId("prove-body"), claim && element("p", { class: "claim" }, claim),
    record ? element("p", { class: "ledger" }, element("b", null, "On file: "),
      `the ledger has ${record.theorem} at latency ${record.latency}, proven for all operands`,
      seconds === null ? "" : ` in ${duration(seconds)} of processor time`, ". Digest of its formulas: ",
      element("code", null, record.formulas))
      : element("p", null, "The ledger has no line about this module."),
    !isQuick && [element("p", null, "This proof takes too long for a browser. The command decides it:"),
      terminal(line, "prove command")]);
}

function duration(seconds) {
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} minutes`;
}

function startButton(page) {
  return element("button", { type: "button", class: "main", id: "prove-start", onclick: () => prove(page) }, "Prove it here");
}

async function prove(page) {
  const { words } = page;
  const { lemmas } = page.known.outline;
  const mine = (run += 1);
  const bar = element("progress", { max: lemmas.length, value: 0, "aria-label": "Decided lemmas" });
  const count = element("p", { class: "count", role: "status" }, `0 of ${lemmas.length}`);
  const list = element("ol", { class: "lemmas" }, lemmas.map(({ title, subject }) =>
    element("li", null, element("span", null, title), subject && element("span", { class: "soft" }, ` ${subject}`))));
  show(byId("prove-actions"), element("button", { type: "button", id: "prove-stop", onclick: () => page.study.stop() }, "Stop"));
  show(byId("prove-body"), bar, count, element("div", { class: "scroll lemma-box", tabindex: 0, role: "group",
    "aria-label": "Lemmas" }, list));
  const since = performance.now();
  let done = 0;
  let failure = null;
  await page.quietly(async () => {
    for (const [place, { index }] of lemmas.entries()) {
      list.children[place].className = "running";
      const begin = performance.now();
      const answer = await page.study.ask({ call: "decide", words, index }, { kind: "decide", isFresh: true });
      if (mine !== run) return;
      show(list.children[place], settled(lemmas[place], answer, (performance.now() - begin) / 1000));
      list.children[place].className = answer.verdict;
      keepInView(list.children[place]);
      if (answer.verdict !== "holds") return void (failure = answer);
      done += 1;
      bar.value = done;
      count.textContent = `${done} of ${lemmas.length}, ${((performance.now() - since) / 1000).toFixed(1)} s`;
    }
  }, (message) => (failure = { message }));
  if (mine !== run) return;
  list.querySelector(".running")?.classList.remove("running");
  finish(page, count, { done, failure, seconds: (performance.now() - since) / 1000 });
}

function settled({ title, subject }, { digest, verdict }, seconds) {
  return [element("span", { title: subject }, title), element("span", { class: "soft" }, ` ${seconds.toFixed(2)} s`,
    digest ? element("code", { title: `digest of the formula: ${digest}` }, ` ${digest.slice(0, 8)}`) : ""),
  element("span", { class: "unseen" }, ` ${verdict}`)];
}

// Scrolls the box of the list only, never the page.
function keepInView(item) {
  const box = item.closest(".lemma-box");
  box.scrollTop = Math.max(0, item.offsetTop - box.clientHeight + item.offsetHeight + 40);
}

function finish(page, count, { done, failure, seconds }) {
  const total = page.known.outline.lemmas.length;
  show(byId("prove-actions"), startButton(page));
  if (done === total) {
    count.textContent = `Proven for all operands: ${total} lemmas hold, decided here in ${seconds.toFixed(1)} s.`;
    count.className = "count good";
  } else if (failure) {
    show(count, sentence(failure.message ?? `Lemma ${failure.title}: ${failure.verdict}. ${failure.counterexample ?? ""}`));
    count.className = "count bad";
  } else {
    count.textContent = `Stopped after ${done} of ${total} lemmas. Nothing is claimed.`;
  }
  announce(count.textContent);
}
