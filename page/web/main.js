// The page: its state, the order in which the core is asked, and what every view gets.

import { compile } from "./core.js";
import { Engine, Refusal, Superseded } from "./engine.js";
import { byId, element, sentence, show } from "./dom.js";
import { change, fromAddress, join, pairs, toAddress } from "./words.js";
import * as choose from "./choose.js";
import * as compute from "./compute.js";
import * as prove from "./prove.js";
import * as see from "./see.js";
import * as take from "./take.js";

const START = ["fma.rn.f16"];
const THEMES = { auto: "as the system", light: "light", dark: "dark" };

const core = compile();
const quick = new Engine(core);

/** The state of the page and the calls of its views. */
const page = {
  words: START,
  operands: [],
  /** True where the operands are the visitor's, so that the address has them. */
  isEntered: false,
  /** The last words with files, and the words that `generate` refuses. */
  good: START,
  refused: null,
  refuse(message) {
    page.refused = page.words;
    showProblem(message);
  },
  /** Answers about the current words, and the name that they are about. */
  known: {},
  /** Long work has workers of its own, which can be stopped without the loss of another answer. */
  work: new Engine(core),
  study: new Engine(core),
  ask,
  setWords,
  setOperands,
  latencyOf,
  isDark: () => document.documentElement.classList.contains("dark"),
};

/** Asks about the current words. An answer that comes after they have changed is dropped, unless it may be late. */
async function ask(call, more = {}, { isLate = false, kind = call } = {}) {
  const { words } = page;
  const value = await quick.ask({ call, words, ...more }, { kind });
  if (page.words !== words && !isLate) throw new Superseded(call);
  return value;
}

/** Runs a task of a view. A superseded one ends silently; a refusal goes to `refuse`. */
page.quietly = async (task, refuse = () => {}) => {
  try {
    return await task();
  } catch (failure) {
    if (failure instanceof Refusal) refuse(failure.message);
    else if (!(failure instanceof Superseded)) throw failure;
    return undefined;
  }
};

function latencyOf(words) {
  const pair = pairs(words).find(([option]) => option === "--latency");
  return pair ? Number(pair[1]) : page.known.pipeline?.usual;
}

/** Takes new words. While a slider moves, only the pipeline follows. */
function setWords(words, { isMoving = false, isNew = words[0] !== page.words[0] } = {}) {
  page.words = words;
  if (words[0] !== page.good[0] && isNew) Object.assign(page, { operands: [], isEntered: false });
  const address = addressOf();
  if (isNew && !isMoving) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  if (isMoving) refreshPipeline();
  else refresh();
}

function setOperands(operands, isEntered = true) {
  Object.assign(page, { operands, isEntered });
  if (isEntered) history.replaceState(null, "", addressOf());
}

function addressOf() {
  return toAddress(page.words, page.isEntered ? page.operands : []);
}

function refreshPipeline() {
  return page.quietly(async () => {
    page.known.pipeline = await page.ask("pipeline", {}, { isLate: true });
    see.showPipeline(page);
    choose.showClock(page);
  }, (message) => {
    page.known.pipeline = null;
    see.missPipeline(message);
  });
}

/**
 * Asks everything about the words, what is looked at first before the rest. The options refuse most of what is wrong, and
 * `generate` the rest.
 */
async function refresh() {
  const { words } = page;
  document.title = `${words[0]} · halfpipe`;
  if (page.known.about !== words[0]) page.known = { about: words[0], names: page.known.names };
  choose.showName(page);
  see.showTitle(words[0]);
  take.refresh(page);
  await page.quietly(async () => {
    const options = await page.ask("options");
    if (page.refused === words) return;
    byId("problem").hidden = true;
    document.body.classList.remove("has-problem");
    choose.showOptions(page, options);
    await refreshPipeline();
    await see.showSummary(page);
    await compute.refresh(page);
    await page.quietly(() => see.explain(page));
    await prove.refresh(page);
    await choose.showNear(page);
    if (page.known.pipeline) await choose.showClocks(page);
  }, showProblem);
}

/** Shows the sentence of the command in place of the views, with names that are near. */
async function showProblem(message) {
  const problem = byId("problem");
  const near = element("p", { class: "near" });
  const back = element("button", { type: "button", onclick: () => setWords(page.good) }, `Back to ${join(page.good)}`);
  show(problem, element("h1", null, join(page.words)), element("p", { class: "sentence" }, sentence(message)), near,
    element("p", null, page.good.join() === page.words.join() ? null : back));
  problem.hidden = false;
  document.body.classList.add("has-problem");
  const found = await page.quietly(() => page.ask("find", { text: page.words[0] ?? "", words: undefined }));
  const [, wrong, right] = message.match(/`\.?([^`]+)`[^`]*did you mean `([^`]+)`/) ?? [];
  const guess = right && page.words[0].includes(wrong) ? page.words[0].replace(wrong, right) : null;
  const names = [guess, ...(found ?? []).map(({ name }) => name)].filter((name) => name && name !== page.words[0]);
  const first = pairs(page.words).map(([option]) => option).find((option) => option && message.includes(option));
  show(near, first && element("button", {
    type: "button", onclick: () => setWords(change(page.words, first, null), { isNew: true }),
  }, `Leave out ${first}`), [...new Set(names)].slice(0, 6).map((name) =>
    element("button", { type: "button", onclick: () => setWords([name], { isNew: true }) }, name)));
}

function followAddress() {
  const { words, operands } = fromAddress(location.hash);
  page.words = words.length > 0 ? words : START;
  Object.assign(page, { operands, isEntered: operands.length > 0 });
  refresh();
}

function showTheme() {
  const theme = document.documentElement.dataset.theme ?? "auto";
  const button = byId("theme");
  button.textContent = theme[0].toUpperCase() + theme.slice(1);
  button.setAttribute("aria-label", `Colours: ${THEMES[theme]}`);
}

function turnTheme() {
  const names = Object.keys(THEMES);
  const theme = names[(names.indexOf(document.documentElement.dataset.theme) + 1) % names.length];
  document.documentElement.dataset.theme = theme;
  globalThis.paint();
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  showTheme();
  compute.showWave(page);
  see.showCurves(page);
}

function wire() {
  byId("theme").addEventListener("click", turnTheme);
  for (const button of document.querySelectorAll("[data-view]")) {
    const view = byId(button.dataset.view);
    button.addEventListener("click", () => {
      view.scrollIntoView();
      view.querySelector("h1, h2").focus({ preventScroll: true });
    });
    view.querySelector("h1, h2").tabIndex = -1;
  }
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("content").focus();
  });
  window.addEventListener("popstate", followAddress);
}

async function showVersion() {
  const { version } = await page.ask("version");
  byId("version").textContent = version;
  byId("version-line").textContent = `halfpipe ${version}`;
}

page.work.warm();
showTheme();
wire();
for (const view of [choose, see, compute]) view.start(page);
followAddress();
page.quietly(showVersion);
