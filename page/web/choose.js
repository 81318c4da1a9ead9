// Choose: the field with completion, the slider of the latency, and a control for every option.

import { announce, byId, element, sentence, show } from "./dom.js";
import { change, pairs, split } from "./words.js";

// A pipeline that takes longer is not asked for before it is wanted.
const SLOW_MS = 1000;

const combo = { found: [], active: -1 };

export function start(page) {
  const input = byId("name");
  input.addEventListener("input", () => complete(page));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("keydown", (event) => press(page, event));
  input.addEventListener("blur", () => setTimeout(close, 150));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select")) return;
    event.preventDefault();
    input.focus();
  });
  for (const word of document.querySelectorAll("#hint .word")) {
    word.addEventListener("click", () => {
      input.focus();
      input.value = word.textContent;
      complete(page);
    });
  }
}

/** The field shows the name of the current words. */
export function showName(page) {
  byId("name").value = page.words[0] ?? "";
  close();
}

async function complete(page) {
  const text = byId("name").value.trim();
  if (text === "" || text.includes("--")) return close();
  const found = await page.quietly(() => page.ask("find", { text, words: undefined }));
  if (!found || byId("name").value.trim() !== text) return;
  combo.found = found;
  combo.active = -1;
  show(byId("names"), found.map((row, index) => option(page, row, index)));
  byId("names").hidden = found.length === 0;
  byId("name").setAttribute("aria-expanded", String(found.length > 0));
  byId("name").removeAttribute("aria-activedescendant");
  announce(found.length === 0 ? "no name found" : `${found.length} names`);
}

function option(page, { name, summary, reason }, index) {
  return element("li", {
    role: "option", id: `name-${index}`, "aria-selected": "false", title: reason,
    // The field keeps the focus, so its blur does not close the list first.
    onmousedown: (event) => event.preventDefault(),
    onclick: () => accept(page, [name]),
  }, element("span", { class: "mono" }, name), element("span", { class: "soft" },
    reason && reason !== "the name" ? reason : summary));
}

function close() {
  combo.found = [];
  combo.active = -1;
  byId("names").hidden = true;
  byId("name").setAttribute("aria-expanded", "false");
  byId("name").removeAttribute("aria-activedescendant");
}

function mark(index) {
  combo.active = (index + combo.found.length) % combo.found.length;
  for (const [place, row] of [...byId("names").children].entries()) {
    row.setAttribute("aria-selected", String(place === combo.active));
    if (place === combo.active) row.scrollIntoView({ block: "nearest" });
  }
  byId("name").setAttribute("aria-activedescendant", `name-${combo.active}`);
}

function press(page, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && combo.found.length > 0) {
    event.preventDefault();
    mark(combo.active < 0 && step < 0 ? combo.found.length - 1 : combo.active + step);
  } else if (step) {
    event.preventDefault();
    complete(page);
  } else if (event.key === "Escape") {
    if (byId("names").hidden) showName(page);
    else close();
  } else if (event.key === "Enter") {
    event.preventDefault();
    enter(page);
  }
}

/** A marked name is taken; else the words as they stand, or the best name for words of a search. */
async function enter(page) {
  if (combo.active >= 0) return accept(page, [combo.found[combo.active].name]);
  const text = byId("name").value.trim();
  const words = split(text);
  if (words.length === 0) return showName(page);
  const isLine = words.length > 1 && words[1].startsWith("-");
  const found = isLine ? [] : await page.quietly(() => page.ask("find", { text, words: undefined }));
  const isSynonym = found?.length > 0 && !found.some(({ name }) => name.includes(text));
  return accept(page, isSynonym || (words.length > 1 && !isLine && found?.length) ? [found[0].name] : words);
}

function accept(page, words) {
  close();
  const isSame = words.length === 1 && words[0] === page.words[0];
  page.setWords(isSame ? page.words : words, { isNew: true });
}

/** Names that differ from the current one in one part, as buttons. */
export async function showNear(page) {
  page.known.names ??= await page.ask("names", { words: undefined });
  const parts = page.words[0].split(".");
  const rows = page.known.names.map(({ name }) => ({ name, label: difference(parts, name.split(".")) }));
  const near = rows.filter(({ label }) => label).sort((one, two) => rank(one.label) - rank(two.label)).slice(0, 16);
  byId("near").style.minHeight = "0";
  show(byId("near"), near.length > 0 && element("div", { class: "near", role: "group", "aria-label": "Near names" },
    near.map(({ name, label }) => element("button", {
      type: "button", title: name, "aria-label": name,
      onclick: () => page.setWords([name, ...page.words.slice(1)], { isNew: true }),
    }, label))));
}

/** One part that is exchanged, more, or missing; null for anything else, and for another operation. */
function difference(parts, other) {
  if (parts[0] !== other[0]) return null;
  let start = 0;
  while (start < parts.length && parts[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(parts.length, other.length) - start && parts.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [gone, come] = [parts.slice(start, parts.length - end), other.slice(start, other.length - end)];
  if (gone.length > 1 || come.length > 1 || gone.length + come.length === 0) return null;
  if (gone.length === 0) return `+ .${come[0]}`;
  return come.length === 0 ? `− .${gone[0]}` : `.${come[0]}`;
}

function rank(label) {
  return ".+−".indexOf(label[0]);
}

/** Groups of options that have no heading. */
const GROUPS = {
  Form: ["--optimise", "--multiplier", "--register-ports", "--iterative"],
  Interface: ["--flags", "--rounding", "--instructions", "--tag-width"],
  Clock: ["--mhz", "--target"],
  Files: ["--name", "--package", "--stream", "--stream-user", "--cfu", "--pcpi"],
};

function headingOf({ option: name, heading }) {
  return heading || (Object.keys(GROUPS).find((group) => GROUPS[group].includes(name)) ?? "More");
}

/** Draws a control for each option. */
export function showOptions(page, options) {
  // A core with a latency for each group has a field in place of the slider, and an iterative unit has its own latency.
  const latency = options.find(({ option: name, usual }) => name === "--latency" && /^\d+$/.test(usual ?? ""));
  const isFixed = page.words.includes("--iterative");
  showSlider(page, isFixed ? undefined : latency);
  showClock(page);
  const headings = new Map(Object.keys(GROUPS).map((group) => [group, []]));
  for (const row of options) headings.set(headingOf(row), [...(headings.get(headingOf(row)) ?? []), row]);
  const held = document.activeElement?.id;
  const opened = new Set([...document.querySelectorAll("#options details[open]")].map((node) => node.dataset.heading));
  const isFirst = byId("options").childElementCount === 0;
  show(byId("options"), [...headings].map(([heading, rows]) => {
    const shown = rows.filter((row) => row !== latency);
    const usable = shown.filter(({ refusal }) => !refusal).length;
    const isOpen = (heading.startsWith("Options of") && usable > 0)
      || (isFirst ? shown.some((row) => isSet(page, row)) || (heading === "Form" && isWide()) : opened.has(heading));
    return shown.length > 0 && element("details", { open: isOpen, "data-heading": heading },
      element("summary", null, heading,
        element("span", { class: "count" }, usable === 0 ? "not here" : String(usable))),
      shown.map((row) => control(page, row)));
  }));
  if (held && !byId(held)?.matches(":focus")) byId(held)?.focus({ preventScroll: true });
}

function isWide() {
  return matchMedia("(min-width: 68rem)").matches;
}

function isSet(page, { option: name }) {
  return pairs(page.words).some(([option]) => option === name);
}

function set(page, row, value) {
  const isUsual = value === "" || (row.kind !== "flag" && String(value) === String(row.usual ?? ""));
  const isOut = isUsual || value === false;
  let words = change(page.words, row.option, isOut ? null : value);
  // An option that needs another one brings it along.
  for (const [option, own] of isOut ? [] : pairs(["", ...(row.with ?? [])])) words = change(words, option, own ?? true);
  page.setWords(words, { isNew: true });
}

/** One option: its control, its help, and the reason where it is refused. */
function control(page, row) {
  const id = `option${row.option}`;
  const isRefused = Boolean(row.refusal) && !isSet(page, row);
  const common = {
    id, "aria-disabled": isRefused ? "true" : null, title: isRefused ? row.refusal : row.help,
    "aria-describedby": `${id}-help`,
  };
  const guard = (take) => (event) => {
    if (!isRefused) return take(event);
    event.preventDefault();
    return announce(row.refusal);
  };
  const label = element("label", { for: id }, row.option.replace(/^--/, "").replaceAll("-", " "));
  const help = element("p", { class: isRefused ? "reason" : "help", id: `${id}-help` },
    sentence(isRefused ? row.refusal : row.help ?? ""));
  return element("div", { class: `option ${row.kind}${isRefused ? " refused" : ""}` },
    row.kind === "flag" ? [flag(page, row, common, guard), label] : [label, field(page, row, common, isRefused)], help);
}

function flag(page, row, common, guard) {
  return element("input", {
    ...common, type: "checkbox", checked: isSet(page, row),
    onclick: guard((event) => set(page, row, event.target.checked)),
  });
}

function field(page, row, common, isRefused) {
  const value = pairs(page.words).find(([option]) => option === row.option)?.[1] ?? "";
  const onchange = (event) => !isRefused && set(page, row, event.target.value.trim());
  if (row.kind === "choice") {
    const usual = row.usual === null || row.usual === undefined ? "no" : row.usual;
    const rest = (row.values ?? []).filter((name) => name !== usual);
    return element("select", {
      ...common, value: value === usual ? "" : value, onchange,
      onmousedown: (event) => isRefused && event.preventDefault(),
      onkeydown: (event) => isRefused && event.key !== "Tab" && event.preventDefault(),
    }, element("option", { value: "", selected: value === "" || value === usual }, usual),
    rest.map((name) => element("option", { value: name, selected: name === value }, name)));
  }
  return element("input", {
    ...common, type: "text", inputmode: row.kind === "number" ? "decimal" : null, value, onchange,
    readonly: isRefused, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    placeholder: row.usual ?? "",
  });
}

// The same slider stays while it is in use.
function showSlider(page, row) {
  const host = byId("latency");
  const key = row ? JSON.stringify([row.minimum, row.maximum, row.usual, row.refusal]) : "";
  if (host.dataset.key === key) return;
  host.dataset.key = key;
  show(host, row ? slider(page, row) : null);
}

/** The slider of the latency, under bars with the clock at each. */
function slider(page, row) {
  const { minimum = 0, maximum = 32 } = row;
  const value = page.latencyOf(page.words) ?? Number(row.usual ?? 0);
  const move = (event, isMoving) => {
    if (row.refusal) {
      event.target.value = page.known.pipeline?.latency ?? value;
      return announce(row.refusal);
    }
    const next = Number(event.target.value);
    page.setWords(change(page.words, "--latency", next === Number(row.usual) ? null : next), { isMoving, isNew: false });
    byId("latency-value").textContent = String(next);
    return markBar(next);
  };
  return element("div", { class: "slider", title: row.refusal },
    element("label", { for: "latency-slider", class: "field-title" }, "Latency"),
    element("output", { id: "latency-value", for: "latency-slider" }, String(value)),
    element("span", { class: "soft" }, " cycles"),
    element("p", { id: "latency-clock", class: "clock" }),
    element("div", { id: "latency-bars", class: "bars", "aria-hidden": "true" }),
    element("input", {
      id: "latency-slider", type: "range", min: minimum, max: maximum, step: 1, value,
      "aria-describedby": "latency-clock", "aria-disabled": row.refusal ? "true" : null,
      oninput: (event) => move(event, true), onchange: (event) => move(event, false),
    }),
    row.refusal && element("p", { class: "reason" }, sentence(row.refusal)));
}

function markBar(latency) {
  for (const bar of byId("latency-bars").children) bar.classList.toggle("on", bar.dataset.latency === String(latency));
}

/** The clock of the latency. */
export function showClock(page) {
  const range = byId("latency-slider");
  if (!range || !page.known.pipeline) return;
  const { estimate, latency } = page.known.pipeline;
  range.value = latency;
  byId("latency-value").textContent = String(latency);
  if (estimate) {
    show(byId("latency-clock"), element("b", null, `${Math.round(estimate.mhz * 10) / 10} MHz`),
      ` on ${estimate.target}, ${estimate.source === "measured" ? "measured" : "estimated"}`);
    range.setAttribute("aria-valuetext", `${latency} cycles, ${Math.round(estimate.mhz)} MHz`);
  }
  markBar(latency);
}

/** The clocks of all latencies as bars. Their pipelines are remembered, so that the slider finds them. */
export async function showClocks(page) {
  const range = byId("latency-slider");
  const bars = byId("latency-bars");
  const form = JSON.stringify(change(page.words, "--latency", null));
  if (!range || range.getAttribute("aria-disabled") || bars.dataset.form === form) return;
  bars.dataset.form = form;
  show(bars);
  const { usual } = page.known.pipeline ?? {};
  const span = Number(range.max) || 1;
  const clocks = [];
  for (let latency = 0, slow = 0; latency <= span && slow < SLOW_MS; latency += 1) {
    const begin = performance.now();
    const words = change(page.words, "--latency", latency === usual ? null : latency);
    const pipeline = await page.quietly(() => page.ask("pipeline", { words }, { kind: "clock", isLate: true }));
    slow = performance.now() - begin;
    const estimate = pipeline?.estimate;
    if (!estimate || bars.dataset.form !== form) return;
    clocks.push(estimate.mhz);
    const top = Math.max(...clocks);
    show(bars, clocks.map((mhz, place) => element("i", {
      "data-latency": place, style: `--at:${place / span};--high:${mhz / top}`,
    })));
    markBar(page.known.pipeline?.latency);
  }
}
