// Compute: operands as decimals, hexadecimal and bits; results, flags, nets and the waveform.

import { announce, byId, download, element, picture, sentence, show, terminal } from "./dom.js";
import { evalLine, join, keep, SHARED } from "./words.js";
import { decimals, exactly, fieldsOf, fieldsText, hex, lanesOf } from "./values.js";
import * as see from "./see.js";

const FIRST = ["1.5", "2.0", "-0.125", "0.75"];
const FLAGS = ["invalid", "divide by zero", "overflow", "underflow", "inexact"];
const ROUNDINGS = ["rne", "rtz", "rdn", "rup", "rmm"];
const MODES = ["nearest, ties to even", "toward zero", "down", "up", "nearest, ties away from zero"];

let shape = null;

export function start(page) {
  byId("random").addEventListener("click", () => randomise(page));
  byId("wave").addEventListener("toggle", () => showWave(page));
}

/** Draws the fields of the words' operands and evaluates them. */
export async function refresh(page) {
  await page.quietly(async () => {
    shape = await page.ask("operands");
    if (page.operands.length !== shape.operands.length) page.setOperands(shape.operands.map(first), false);
    byId("random").hidden = false;
    const fields = byId("operands");
    const key = JSON.stringify(shape.operands);
    if (fields.dataset.key !== key) show(fields, shape.operands.map((operand, place) => row(page, operand, place)));
    fields.dataset.key = key;
    await page.quietly(() => evaluate(page), (message) => {
      for (const [place, text] of page.operands.entries()) {
        const field = document.querySelector(`#operands [data-place="${place}"] .decimal`);
        if (field) field.value = text;
      }
      refuse(message);
    });
  }, (message) => miss(page, message));
}

function miss(page, message) {
  shape = null;
  page.known.evaluation = null;
  byId("random").hidden = true;
  delete byId("operands").dataset.key;
  byId("operand-problem").textContent = "";
  show(byId("operands"), element("p", null, sentence(message)), terminal(`halfpipe eval ${page.words[0]} --help`));
  for (const id of ["results", "elsewhere"]) show(byId(id));
  byId("nets").hidden = true;
  byId("wave").hidden = true;
}

function isMode({ role }) {
  return role === "rounding";
}

function isFloat(lane) {
  return lane.exponent > 0;
}

function first(operand, place) {
  if (isMode(operand)) return "rne";
  const bits = operand.lanes[0] ? operand.lanes[0].exponent + operand.lanes[0].fraction : 0;
  const text = (lane, index) => {
    if (!isFloat(lane)) return operand.width === 1 ? "0x1" : "5";
    const value = FIRST[(place + index) % FIRST.length];
    return value === "-0.125" && bits < 8 ? "-1.0" : value;
  };
  const isWhole = operand.lanes.some((lane) => !isFloat(lane));
  if (isWhole && operand.lanes.length > 1) return `0x${"1".padStart(Math.ceil(operand.width / 4), "0")}`;
  return operand.lanes.map(text).join(",") || "0x0";
}

// ---- fields ----

function row(page, operand, place) {
  if (isMode(operand)) return modeRow(page, operand, place);
  const { name, lanes, width } = operand;
  return element("fieldset", { class: "operand", "data-place": place },
    element("legend", null, element("b", null, name), element("span", { class: "soft" },
      ` ${lanes.length > 1 ? `${lanes.length} × ` : ""}${lanes[0]?.format ?? `${width} bits`}`)),
    lanes.map((lane, index) => {
      const label = lanes.length > 1 ? `${name}, lane ${index}` : name;
      return element("div", { class: "lane", "data-lane": index },
        lanes.length > 1 && element("span", { class: "lane-name" }, `lane ${index}`),
        text(page, place, index, "decimal", `${label} as a decimal`),
        text(page, place, index, "hex", `${label} in hexadecimal`),
        bits(page, place, index, label));
    }));
}

function modeRow(page, operand, place) {
  return element("fieldset", { class: "operand", "data-place": place },
    element("legend", null, element("b", null, operand.name)),
    element("select", {
      "aria-label": "rounding", onchange: (event) => put(page, place, event.target.value),
    }, ROUNDINGS.map((mode, index) => element("option", { value: mode }, `${mode}: ${MODES[index]}`))));
}

function text(page, place, lane, kind, label) {
  return element("input", {
    class: kind, "aria-label": label, autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    // An answer that comes while somebody types does not overwrite the field.
    oninput: (event) => (event.target.dataset.edited = "true"),
    onchange: ({ target }) => {
      delete target.dataset.edited;
      (kind === "hex" ? putHex : putDecimal)(page, place, lane, target.value.trim());
    },
    onkeydown: (event) => event.key === "Enter" && event.target.dispatchEvent(new Event("change")),
  });
}

function bits(page, place, lane, label) {
  const parts = fieldsOf(shape.operands[place].lanes[lane], laneWidth(place));
  return element("div", { class: "bits", role: "group", "aria-label": `Bits of ${label}` },
    parts.map(({ part, bit }, index) => element("button", {
      type: "button", class: `bit ${part}`, "data-bit": bit, tabindex: index === 0 ? 0 : -1,
      "aria-label": `${label}, bit ${bit}, ${part}`, "aria-pressed": "false",
      onclick: () => flip(page, place, lane, bit), onkeydown: (event) => press(page, event, place, lane),
    })));
}

function laneWidth(place) {
  return shape.operands[place].width / shape.operands[place].lanes.length;
}

function press(page, event, place, lane) {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const all = [...event.target.parentElement.children];
  const go = (index) => {
    for (const [other, node] of all.entries()) node.tabIndex = other === index ? 0 : -1;
    all[index].focus();
  };
  const at = all.indexOf(event.target);
  if (move) go((at + move + all.length) % all.length);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(all.length - 1);
  else if (event.key === "0" || event.key === "1") {
    if (event.target.textContent !== event.key) flip(page, place, lane, Number(event.target.dataset.bit));
    go(Math.min(at + 1, all.length - 1));
  } else return;
  event.preventDefault();
}

// ---- changes ----

function put(page, place, value) {
  page.setOperands(page.operands.map((old, index) => (index === place ? value : old)));
  page.quietly(async () => {
    await evaluate(page);
    announce(page.known.evaluation.results.map((result) => `${result.name} ${decimals(result)}`).join(", "));
  }, refuse);
}

function putDecimal(page, place, lane, value) {
  const { lanes } = shape.operands[place];
  const number = isFloat(lanes[lane]) && /^[+-]?\d+$/.test(value) ? `${value}.0` : value;
  if (lanes.length === 1) return put(page, place, number);
  const given = page.operands[place];
  const others = given.includes(",") ? given.split(",") : decimals(page.known.evaluation?.operands[place]);
  others[lane] = number;
  return put(page, place, others.map((other) => (/^[+-]?\d+$/.test(other) ? `${other}.0` : other)).join(","));
}

function putHex(page, place, lane, value) {
  const digits = value.replace(/^0x/i, "");
  if (!/^[0-9a-f]+$/i.test(digits)) return refuse(`\`${value}\` is not hexadecimal: write digits 0 to 9 and a to f`);
  if (digits.replace(/^0+/, "").length > Math.ceil(laneWidth(place) / 4)) {
    return refuse(`\`${value}\` is too long: the lane has ${laneWidth(place)} bits`);
  }
  return putLane(page, place, lane, BigInt(`0x${digits}`));
}

function flip(page, place, lane, bit) {
  putLane(page, place, lane, laneValue(wordOf(page, place), place, lane) ^ (1n << BigInt(bit)));
}

function putLane(page, place, lane, value) {
  const width = BigInt(laneWidth(place));
  const all = shape.operands[place].lanes.map((_, index) =>
    (index === lane ? value : laneValue(wordOf(page, place), place, index)));
  put(page, place, hex(all.reduce((sum, part, index) => sum | (part << (width * BigInt(index))), 0n),
    shape.operands[place].width));
}

/** The bits of an operand: those that were entered, or those of the last answer. */
function wordOf(page, place) {
  const given = page.operands[place];
  return /^0x[\da-f]+$/i.test(given) ? given : page.known.evaluation?.operands[place].hex ?? "0x0";
}

function laneValue(word, place, lane) {
  const width = BigInt(laneWidth(place));
  return (BigInt(word) >> (width * BigInt(lane))) & ((1n << width) - 1n);
}

function randomise(page) {
  page.setOperands(shape.operands.map((operand) => {
    if (isMode(operand)) return ROUNDINGS[Math.floor(Math.random() * ROUNDINGS.length)];
    const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(operand.width / 8)));
    const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & ((1n << BigInt(operand.width)) - 1n);
    return hex(value, operand.width);
  }));
  page.quietly(() => evaluate(page), refuse);
}

// ---- answers ----

function refuse(message) {
  show(byId("operand-problem"), sentence(message));
}

async function evaluate(page) {
  const evaluation = await page.ask("evaluate", { operands: page.operands });
  page.known.evaluation = evaluation;
  byId("operand-problem").textContent = "";
  for (const [place, operand] of shape.operands.entries()) showOperand(page, operand, place);
  showResults(page, evaluation);
  showNets(evaluation.nets);
  show(byId("elsewhere"), element("p", null, "The same in a terminal. ", element("code", null, "--engine verilator"),
    " computes in compiled Verilog, ", element("code", null, "--engine gates"), " in the netlist of Yosys:"),
  terminal(evalLine(page.words, page.operands), "eval command"));
  if (page.known.pipeline) see.showPipeline(page);
  showWave(page);
}

function showOperand(page, operand, place) {
  const node = document.querySelector(`#operands [data-place="${place}"]`);
  const answer = page.known.evaluation.operands[place];
  if (isMode(operand)) return void (node.querySelector("select").value = page.operands[place]);
  const numbers = decimals(answer);
  for (const [lane] of operand.lanes.entries()) {
    const part = node.querySelector(`[data-lane="${lane}"]`);
    const value = laneValue(answer.hex, place, lane);
    for (const [kind, shown] of [["decimal", numbers[lane] ?? ""], ["hex", hex(value, laneWidth(place))]]) {
      const field = part.querySelector(`.${kind}`);
      if (!field.dataset.edited) field.value = shown;
    }
    for (const bit of part.querySelectorAll(".bit")) {
      const isOne = ((value >> BigInt(bit.dataset.bit)) & 1n) === 1n;
      bit.textContent = isOne ? "1" : "0";
      bit.setAttribute("aria-pressed", String(isOne));
    }
  }
}

function showResults(page, { results, flags, model, agrees }) {
  const others = model?.results ?? [];
  show(byId("results"), results.map((result, index) => element("div", { class: "result" },
    element("div", { class: "name" }, element("b", null, result.name), element("span", { class: "soft" },
      ` ${resultFormat(index)}`)),
    element("output", { class: "number" }, decimals(result).join(", ")),
    element("code", { class: "hex" }, result.hex),
    element("div", { class: "bits", "aria-hidden": "true" }, resultBits(result, index)),
    element("dl", { class: "beside" },
      element("dt", null, "Exactly"), lanesOf(result).map((lane) => element("dd", null, exactly(lane))),
      element("dt", null, "Fields"), lanesOf(result).map((lane) => element("dd", null, fieldsText(lane))),
      element("dt", null, "Golden model"), element("dd", { class: agrees ? "good" : "bad" },
        element("code", null, others[index]?.hex ?? result.hex), agrees ? " equal" : " differs")))),
  flags && element("ul", { class: "flags", "aria-label": "Exception flags" }, FLAGS.map((name) =>
    element("li", { class: flags[name] ? "raised" : null }, name,
      element("span", { class: "unseen" }, flags[name] ? " raised" : " not raised")))));
}

function resultFormat(index) {
  const { lanes = [], width } = shape.results[index] ?? {};
  return `${lanes.length > 1 ? `${lanes.length} × ` : ""}${lanes[0]?.format ?? (width ? `${width} bits` : "")}`;
}

function resultBits(result, index) {
  const { lanes = [], width } = shape.results[index] ?? {};
  if (!width || lanes.length === 0) return [];
  const each = width / lanes.length;
  const digits = (result.bits ?? "").replace(/[^01]/g, "").padStart(width, "0");
  return [...lanes].reverse().flatMap((lane, place) => fieldsOf(lane, each).map(({ part }, bit) =>
    element("span", { class: `bit ${part}` }, digits[place * each + bit])));
}

function showNets(nets) {
  const box = byId("nets");
  box.hidden = nets.length === 0;
  const stages = [...new Set(nets.map(({ title }) => title))];
  show(box.querySelector(".body"), element("div", {
    class: "scroll tall", tabindex: 0, role: "group", "aria-label": "Named nets",
  }, element("div", { class: "netlist" }, stages.map((title) =>
    element("section", { "aria-label": title }, element("h3", null, title), element("table", null,
      element("thead", { class: "unseen" }, element("tr", null, ["net", "bits", "value"].map((name) =>
        element("th", { scope: "col" }, name)))),
      element("tbody", null, nets.filter((net) => net.title === title).map((net) => element("tr", null,
        element("th", { scope: "row" }, net.name), element("td", null, String(net.width)),
        element("td", null, element("code", null, net.hex), net.decimal ? ` ${net.decimal}` : ""))))))))));
}

/** The waveform, drawn while it is open. */
export async function showWave(page) {
  const box = byId("wave");
  const body = box.querySelector(".body");
  box.hidden = !shape;
  if (!box.open || !shape) return;
  const line = `halfpipe wave ${join([...keep(page.words, [...SHARED, "--latency"]), ...page.operands])} --svg`;
  await page.quietly(async () => {
    const { svg } = await page.ask("wave", { operands: page.operands, dark: page.isDark() });
    const save = () => download(`${page.known.explanation?.module ?? "wave"}.svg`, svg, "image/svg+xml");
    show(body, element("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": "Waveform" },
      picture(svg, `Waveform of ${page.words[0]}`, page.isDark())),
    element("p", { class: "after" }, element("button", { type: "button", onclick: save }, "Download SVG")),
    element("div", { class: "elsewhere" }, element("p", null, "The command also writes views for GTKWave and Surfer:"),
      terminal(line, "wave command")));
  }, (message) => show(body, element("p", { class: "refused" }, sentence(message))));
}
