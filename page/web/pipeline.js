// The picture of a pipeline: stages from left to right, registers as lines, and the operation in flight.

import { element, shape, show } from "./dom.js";

const BAR_TOP = 30;
const BASE = 150;
const EDGE = BASE + 11;
const TITLES = 178;
const LINE = 13;
const MARGIN = 72;
const DIGIT = 6.05;

const ruler = document.createElement("canvas").getContext("2d");

/** The picture in `host`. `select` is told the stage that is chosen, or -1. */
export class PipelinePicture {
  constructor(host, select) {
    this.host = host;
    this.select = select;
    this.selected = -1;
    this.cycle = null;
    this.key = "";
    this.ranks = [];
    this.lines = [];
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  /** Draws a pipeline; `flight` has the values of the stages and of both ends, or is null. */
  draw(pipeline, flight) {
    this.pipeline = pipeline;
    this.flight = flight;
    if (this.cycle !== null && this.cycle > pipeline.latency) this.cycle = null;
    this.#paint();
  }

  /** Moves the operation on by one cycle; behind the last one it shows all cycles again. */
  step() {
    if (!this.pipeline) return null;
    this.cycle = this.cycle === null ? 0 : this.cycle + 1;
    if (this.cycle > this.pipeline.latency) this.cycle = null;
    this.#paint();
    const [left, right] = [this.edges[this.cycle ?? 0], this.edges[(this.cycle ?? 0) + 1]];
    this.host.scrollTo({ left: (left + right - this.host.clientWidth) / 2 });
    return this.cycle;
  }

  #fit() {
    if (this.pipeline && this.host.clientWidth !== this.width) this.#paint();
  }

  #paint() {
    const { stages } = this.pipeline;
    const key = `${this.host.clientWidth} ${stages.map(({ title }) => title).join("|")}`;
    const isNew = key !== this.key;
    this.key = key;
    this.#place();
    if (isNew) this.#build();
    this.#paintStages();
    this.#paintRanks(isNew);
    this.#paintFlight();
  }

  // A column is as wide as its longest word, and a part of what is left.
  #place() {
    const { stages, latency } = this.pipeline;
    this.width = this.host.clientWidth;
    ruler.font = getComputedStyle(this.host).getPropertyValue("--stage-font");
    const needs = stages.map(({ title }) =>
      Math.max(...title.split(" ").map((word) => ruler.measureText(word).width + 9), 7 * DIGIT));
    const spare = Math.max(0, this.width - 2 * MARGIN - sum(needs));
    const lines = Math.max(...stages.map(({ title }) => title.split(" ").length));
    this.delays = TITLES + lines * LINE + 2;
    this.values = this.delays + 22;
    this.foot = this.values + 2 * LINE + 10;
    let x = MARGIN;
    this.columns = stages.map((_, index) => {
      const width = needs[index] + spare / stages.length;
      x += width;
      return { x: x - width, width };
    });
    this.end = x;
    this.total = Math.max(this.width, x + MARGIN);
    this.ranks = stages.flatMap(({ rank_after: count = 0, registers = 0 }, index) =>
      Array.from({ length: count }, (_, place) => ({
        x: this.columns[index].x + (this.columns[index].width * (place + 1)) / count,
        bits: Math.round(registers / count),
      })));
    for (let late = 0; this.ranks.length < latency; late += 1) this.ranks.push({ x: x + 6 + 5 * late, bits: 0 });
  }

  #build() {
    const { stages } = this.pipeline;
    this.selected = -1;
    this.glow = shape("rect", { class: "glow", y: 22, height: this.foot - 22, width: 1 });
    this.groups = stages.map((stage, index) => this.#column(stage, index));
    this.cycles = shape("g", { class: "cycles" });
    this.rankLayer = shape("g", { "aria-hidden": "true" });
    this.ends = shape("g", { class: "ends" });
    this.lines = [];
    const svg = shape("svg", {
      viewBox: `0 0 ${this.total} ${this.foot}`, width: this.total, height: this.foot, role: "group",
      "aria-label": "Stages of the pipeline; arrow keys move between them",
    }, this.glow, shape("path", { class: "base", d: `M${MARGIN - 14} ${BASE}H${this.end + 14}` }),
    this.groups.map(({ node }) => node), this.ends, this.cycles, this.rankLayer);
    show(this.host, svg);
  }

  #column(stage, index) {
    const { x, width } = this.columns[index];
    const bar = shape("rect", { class: "bar", x: x + 3, width: width - 6, rx: 2 });
    const delay = shape("text", { class: "delay", x: x + width / 2, y: this.delays, "text-anchor": "middle" });
    const title = shape("text", { class: "title", "text-anchor": "middle" }, stage.title.split(" ").map((word, line) =>
      shape("tspan", { x: x + width / 2, y: TITLES + line * LINE }, word)));
    const values = shape("g", { class: "values", "aria-hidden": "true" });
    const node = shape("g", {
      class: "stage", role: "button", tabindex: index === 0 ? 0 : -1, "aria-pressed": "false",
      onclick: () => this.#choose(index), onkeydown: (event) => this.#press(event, index),
    }, shape("title", null, stage.meaning || stage.title),
    shape("rect", { class: "hit", x, y: 22, width, height: this.foot - 22 }), bar, delay, title, values);
    return { node, bar, delay, values };
  }

  #choose(index) {
    this.selected = this.selected === index ? -1 : index;
    this.#paintStages();
    this.select(this.selected);
  }

  #press(event, index) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const next = this.groups[(index + step + this.groups.length) % this.groups.length].node;
      for (const { node } of this.groups) node.setAttribute("tabindex", node === next ? 0 : -1);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(index);
    } else {
      return;
    }
    event.preventDefault();
  }

  #paintStages() {
    const { stages } = this.pipeline;
    const longest = Math.max(...stages.map(({ delay_ns: time }) => time ?? 0), 0.001);
    for (const [index, { node, bar, delay }] of this.groups.entries()) {
      const { delay_ns: time = 0, is_critical: isCritical, title } = stages[index];
      const high = Math.max(3, (time / longest) * (BASE - BAR_TOP));
      bar.setAttribute("y", BASE - high);
      bar.setAttribute("height", high);
      delay.textContent = time.toFixed(1);
      node.classList.toggle("critical", Boolean(isCritical));
      node.setAttribute("aria-pressed", String(index === this.selected));
      node.setAttribute("aria-label", `${title}, ${time.toFixed(1)} ns${isCritical ? ", critical" : ""}`);
    }
  }

  // Lines stay the same elements while the slider moves, so that they can glide.
  #paintRanks(isNew) {
    while (this.lines.length > this.ranks.length) this.lines.pop().remove();
    for (const [index, rank] of this.ranks.entries()) {
      if (!this.lines[index]) {
        this.lines[index] = this.#line();
        this.lines[index].style.transform = `translateX(${isNew ? rank.x : this.end + 20}px)`;
        this.rankLayer.append(this.lines[index]);
        this.lines[index].getBoundingClientRect();
      }
      this.lines[index].style.transform = `translateX(${rank.x}px)`;
      this.lines[index].lastChild.textContent = `Rank ${index + 1}${rank.bits > 0 ? `, ${rank.bits} bits` : ""}`;
    }
    const edges = [MARGIN - 14, ...this.ranks.map(({ x }) => x), this.end + 14];
    this.edges = edges;
    show(this.cycles, edges.slice(1).map((right, index) => {
      const room = right - edges[index];
      const label = room > 54 ? `cycle ${index}` : room > 14 ? String(index) : "";
      return shape("text", {
        class: index === this.cycle ? "on" : null, x: (right + edges[index]) / 2, y: 15, "text-anchor": "middle",
      }, label);
    }));
  }

  #line() {
    return shape("g", { class: "rank" }, shape("path", { d: `M0 22V${EDGE}` }),
      shape("path", { class: "edge", d: `M-4.5 ${EDGE}L0 ${EDGE - 9}L4.5 ${EDGE}z` }), shape("title"));
  }

  #paintFlight() {
    const isStepping = this.cycle !== null;
    const [left, right] = isStepping ? [this.edges[this.cycle], this.edges[this.cycle + 1]] : [0, 0];
    this.glow.style.transform = `translateX(${left}px) scaleX(${Math.max(right - left, 0.001)})`;
    this.host.classList.toggle("stepping", isStepping);
    for (const [index, { node, values }] of this.groups.entries()) {
      const { x, width } = this.columns[index];
      node.classList.toggle("ahead", isStepping && x >= right - 1);
      node.classList.toggle("behind", isStepping && x + width <= left + 1);
      const room = Math.floor((width - 3) / DIGIT);
      show(values, (this.flight?.stages[index] ?? []).slice(0, 3).map(({ name, hex }, line) =>
        shape("text", { x: x + width / 2, y: this.values + line * LINE, "text-anchor": "middle" },
          shape("title", null, `${name} ${hex}`), shorten(hex, room))));
    }
    const isOut = !isStepping || this.cycle === this.pipeline.latency;
    show(this.ends, end(this.flight?.inputs ?? [], 2, "start"),
      end(this.flight?.outputs ?? [], this.total - 2, "end", isOut ? "" : "ahead"));
  }
}

function end(values, x, anchor, className = "") {
  const top = BASE - 17 - Math.min(values.length - 1, 3) * 30;
  return shape("g", { class: className }, values.slice(0, 4).map(({ name, text }, index) => [
    shape("text", { class: "port", x, y: top + index * 30, "text-anchor": anchor }, name),
    shape("text", { class: "value", x, y: top + index * 30 + LINE, "text-anchor": anchor },
      shape("title", null, text), shorten(text, 11)),
  ]));
}

/** Hexadecimal digits without leading zeros, cut to the room that there is. */
function shorten(text, room) {
  const digits = text.replace(/^0x0+(?=.)/, "0x");
  return digits.length <= room ? digits : `${digits.slice(0, Math.max(room - 1, 1))}…`;
}

function sum(numbers) {
  return numbers.reduce((left, right) => left + right, 0);
}

/** What a chosen stage does, with all of its nets. */
export function stageDetails(stage, nets) {
  return [
    element("h3", null, stage.title),
    element("p", null, stage.meaning ? `${stage.meaning[0].toUpperCase()}${stage.meaning.slice(1)}.` : "",
      stage.delay_ns ? ` Ready ${stage.delay_ns.toFixed(1)} ns after the registers before it, as estimated.` : "",
      stage.is_critical ? " The longest path between two registers ends in this stage." : "",
      stage.registers > 0 ? ` Registers: ${stage.registers} bits.` : ""),
    nets.length > 0 && element("ul", { class: "nets" }, nets.map(({ name, width, hex, decimal }) =>
      element("li", null, element("span", { class: "soft" }, `${name}:${width} `),
        element("code", null, hex.replace(/^0x0+(?=.)/, "0x")), decimal ? ` ${decimal}` : ""))),
  ];
}
