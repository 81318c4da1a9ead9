// See: meaning, facts, ports, the picture of the pipeline, and the curves on file.

import { announce, byId, element, picture, sentence, show, terminal, withStop } from "./dom.js";
import { PipelinePicture, stageDetails } from "./pipeline.js";
import { SHARED, join, keep, pairs } from "./words.js";
import { decimals } from "./values.js";

let drawing = null;
let chosen = -1;

export function start(page) {
  drawing = new PipelinePicture(byId("pipeline-picture"), (index) => {
    chosen = index;
    showStage(page);
    announce(byId("stage").textContent);
  });
  byId("clock").addEventListener("click", () => {
    const cycle = drawing.step();
    byId("clock").textContent = cycle === null ? "Clock ▸" : `Cycle ${cycle} ▸`;
    announce(cycle === null ? "All cycles are shown" : `Cycle ${cycle}`);
  });
  byId("curves").addEventListener("toggle", () => showCurves(page));
}

/** The name with its parts apart, before the core has said anything about it. */
export function showTitle(name) {
  if (name === byId("title").textContent) return;
  for (const id of ["summary", "formula", "meaning", "ports"]) show(byId(id));
  show(byId("title"), name.split(".").map((part, index) => [
    index > 0 && element("wbr"),
    element("span", { class: index === 0 ? "operation" : "modifier" }, index > 0 ? `.${part}` : part)]));
}

/** Explains the module. The latency does not matter, and it takes longer than the rest. */
export async function explain(page) {
  const { words } = page;
  const request = { call: "explain", words: keep(words, SHARED) };
  const explanation = await withStop(byId("meaning"), "Explaining", () => page.study.stop(), () =>
    page.study.ask(request, { isUrgent: true }));
  if (page.words !== words) return;
  page.known.explanation = explanation;
  showExplanation(page);
  if (page.known.pipeline) showFacts(page);
}

function showExplanation(page) {
  const { module, summary, formula, registers, modifiers = [], edge_cases: edges = [], section } =
    page.known.explanation;
  // A core of many instructions has a text in place of a summary.
  if (summary) byId("summary").textContent = summary;
  else byId("text").open = true;
  byId("formula").textContent = formula ?? "";
  show(byId("meaning"),
    modifiers.length > 0 && [element("h3", null, "Modifiers"), element("dl", { class: "terms" },
      modifiers.map(({ modifier, meaning }) => [element("dt", null, modifier), element("dd", null, meaning)]))],
    edges.length > 0 && [element("h3", null, "Edge cases"), element("ul", null,
      edges.map((text) => element("li", null, text)))],
    registers && element("p", { class: "soft" }, registers, section ? ` PTX ISA, section ${section}.` : ""));
  showPorts(page.known.explanation.ports ?? [], module);
  show(byId("text").querySelector(".body"), element("pre", { tabindex: 0 }, page.known.explanation.text ?? ""));
  showCurves(page);
}

/** The summary of the list of names, which comes before the explanation. */
export async function showSummary(page) {
  const found = await page.ask("find", { text: page.words[0], words: undefined });
  byId("summary").textContent = found.find(({ name }) => name === page.words[0])?.summary ?? "";
}

function showPorts(ports, module) {
  const group = (direction) => ports.filter((port) => port.direction === direction);
  const row = ({ name, width, role, format }) => element("tr", null, element("th", { scope: "row" }, name),
    element("td", null, String(width)), element("td", null, [role, format].filter(Boolean).join(", ")));
  const part = (title, rows) => rows.length > 0 && element("tbody", null,
    element("tr", { class: "group" }, element("th", { colspan: 3, scope: "rowgroup" }, title)), rows.map(row));
  show(byId("ports"), ports.length > 0 && [
    element("h3", null, "Ports", module && [" of ", element("code", null, module)]),
    element("table", { class: "ports" },
      element("thead", { class: "unseen" }, element("tr", null, ["name", "bits", "role"].map((title) =>
        element("th", { scope: "col" }, title)))),
      part("in", group("in")), part("out", group("out"))),
  ]);
}

/** Lanes are alike, and so are pairs of factors: their stages are drawn as one, which keeps their places. */
function fold(pipeline) {
  const folded = new Map();
  for (const [place, stage] of pipeline.stages.entries()) {
    const title = stage.title.replace(/^lane\d+ /, "").replace(/^pair\d+ /, "pair ");
    const seen = folded.get(title);
    if (!seen) {
      folded.set(title, { ...stage, title, places: [place] });
      continue;
    }
    seen.places.push(place);
    seen.rank_after += stage.rank_after;
    seen.registers += stage.registers;
    seen.delay_ns = Math.max(seen.delay_ns, stage.delay_ns);
    seen.is_critical ||= stage.is_critical;
  }
  return { ...pipeline, stages: [...folded.values()] };
}

/** The pipeline, with the values of the operation in flight. */
export function showPipeline(page) {
  const { evaluation } = page.known;
  const pipeline = fold(page.known.pipeline);
  page.known.stages = pipeline.stages;
  byId("pipeline").hidden = false;
  // An iterative unit works in one loop, without ranks between its stages.
  const isLoop = page.words.includes("--iterative");
  const latency = isLoop ? 0 : pipeline.latency;
  drawing.draw({ ...pipeline, latency }, evaluation ? flight(pipeline, evaluation) : null);
  byId("clock").hidden = latency === 0;
  const bits = pipeline.stages.reduce((total, { registers = 0 }) => total + registers, 0);
  const ranks = latency === 0 ? (isLoop ? "One loop" : "Combinational")
    : `${latency} ${latency === 1 ? "rank" : "ranks"} of registers${bits > 0 ? `, ${bits} bits` : ""}`;
  byId("pipeline-note").textContent = `${ranks}; heights: ns since the last registers, estimated`;
  showFacts(page);
  if (pipeline.ports?.length > 0) showPorts(pipeline.ports, page.known.explanation?.module);
  showStage(page);
}

/** Cores without stages have no picture. */
export function missPipeline(message) {
  byId("pipeline").hidden = true;
  show(byId("facts"), element("div", null, element("dt", null, "Pipeline"), element("dd", { class: "words" }, message)));
}

function flight(pipeline, { nets, operands, results }) {
  const brief = (word) => {
    const text = decimals(word).join(",");
    return { name: word.name, text: text && text.length <= 11 ? text : word.hex };
  };
  return {
    stages: pipeline.stages.map(({ places }) => netsOf(nets, places.slice(0, 1)).sort((one, two) => two.width - one.width)),
    inputs: operands.map(brief),
    outputs: results.map(brief),
  };
}

function netsOf(nets, places) {
  return nets.filter(({ stage }) => places.includes(stage));
}

function showStage(page) {
  const stage = page.known.stages?.[chosen];
  show(byId("stage"), stage ? stageDetails(stage, netsOf(page.known.evaluation?.nets ?? [], stage.places))
    : element("p", { class: "soft" }, "Choose a stage to see its nets. Clock moves the operation through the pipeline."));
}

/** The figures of `explain` that are those of this very module. */
function pointsOnFile({ words, known: { explanation } }) {
  const isOther = pairs(words).some(([option]) => ["--optimise", "--multiplier", "--register-ports"].includes(option));
  const { mnemonic, points = [] } = explanation?.measured ?? {};
  return isOther || mnemonic !== explanation?.mnemonic ? [] : points;
}

/** The figures under the title. */
export function showFacts(page) {
  const { latency, estimate } = page.known.pipeline;
  const lemmas = page.known.outline?.lemmas?.length ?? 0;
  const point = pointsOnFile(page).find((row) =>
    estimate?.source === "measured" && row.target === estimate?.target && row.latency === latency);
  const fact = (title, value, unit, note) => element("div", null, element("dt", null, title),
    element("dd", null, value, element("span", null, ` ${unit}`)), note && element("dd", { class: "note" }, note));
  show(byId("facts"),
    fact("Latency", String(latency), latency === 1 ? "cycle" : "cycles",
      page.words.includes("--iterative") ? "one operation at a time" : "one result each cycle"),
    estimate && fact("Clock", estimate.mhz.toFixed(estimate.mhz < 100 ? 1 : 0), "MHz",
      `${estimate.target}, ${estimate.source === "measured" ? "measured" : "estimated"}`),
    point && fact("Area", String(point.luts), "LUT4", `${point.flip_flops} flip-flops`),
    lemmas > 0 && fact("Proof", String(lemmas), "lemmas", page.known.outline.line ? "proven, on file" : "not on file"));
}

/** The curves, fetched when they are asked for. */
export async function showCurves(page) {
  const body = byId("curves").querySelector(".body");
  if (!byId("curves").open) return show(body);
  const line = `halfpipe synth ${join(keep(page.words, [...SHARED, "--latency", "--optimise", "--target"]))}`;
  await page.quietly(async () => {
    const curves = await page.ask("curves");
    const label = `Clock and area of ${page.words[0]} over the latency`;
    show(body, curves ? [element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Curves" },
      picture(curves.svg, label, page.isDark())), rows(curves.rows ?? [])]
      : element("p", null, "No figures are on file for this form."), measure(line));
  }, (message) => show(body, element("p", { class: "refused" }, sentence(message)), measure(line)));
}

function measure(line) {
  return element("div", { class: "elsewhere" },
    element("p", null, "A browser has no Yosys and no nextpnr. The command measures any form, on eight devices:"),
    terminal(line, "synth command"));
}

function rows(list) {
  const targets = [...new Set(list.map(({ target }) => target))];
  return list.length > 0 && element("div", { class: "scroll tall", tabindex: 0, role: "group", "aria-label": "Figures" },
    element("table", { class: "figures" },
      element("caption", null, `Figures on file: ${targets.join(", ")}`),
      element("thead", null, element("tr", null, ["target", "latency", "LUT4", "MHz"].map((title) =>
        element("th", { scope: "col" }, title)))),
      element("tbody", null, list.map((row) => element("tr", null, element("td", null, row.target),
        element("td", null, String(row.latency ?? "")), element("td", null, String(row.lut4 ?? "")),
        element("td", null, String(row.mhz ?? "")))))));
}
