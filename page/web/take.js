// Take: the files that the command writes, with colours, copies and downloads, and the command itself.

import { byId, copyButton, download, element, show, terminal } from "./dom.js";
import { SHARED, change, join, keep, pairs } from "./words.js";
import { highlight } from "./verilog.js";
import { archive } from "./zip.js";

const LINES_AT_FIRST = 1500;
const PAUSE_MS = 120;

const state = { files: [], shown: 0, timer: 0 };

/** Generates the files of the words, a moment after the last change. */
export function refresh(page) {
  clearTimeout(state.timer);
  state.timer = setTimeout(() => generate(page), state.files.length > 0 ? PAUSE_MS : 0);
  show(byId("command"), terminal(`halfpipe generate ${join(page.words)}`, "generate command"));
  showBoards(page);
}

async function generate(page) {
  const { words } = page;
  byId("take").setAttribute("aria-busy", "true");
  const slow = setTimeout(() => {
    byId("take-note").textContent = "generating …";
    show(byId("take-actions"), element("button", { type: "button", onclick: () => page.work.stop() }, "Stop"));
  }, 400);
  try {
    await page.quietly(async () => {
      const { files, command } = await page.work.ask({ call: "generate", words }, { isUrgent: true });
      if (page.words !== words) return;
      page.good = words;
      state.files = files;
      state.shown = Math.min(state.shown, files.length - 1);
      if (command) show(byId("command"), terminal(command, "generate command"));
      clearTimeout(slow);
      showFiles(page);
    }, (message) => {
      state.files = [];
      byId("take-note").textContent = "";
      show(byId("take-actions"));
      show(byId("files"));
      if (page.words === words) page.refuse(message);
    });
  } finally {
    clearTimeout(slow);
    if (page.words === words) finish(page);
  }
}

// After a stop there are no files of these words.
function finish(page) {
  byId("take").removeAttribute("aria-busy");
  if (byId("take-note").textContent.startsWith("generating")) {
    byId("take-note").textContent = "stopped";
    show(byId("take-actions"), element("button", { type: "button", onclick: () => refresh(page) }, "Generate"));
    show(byId("files"));
  }
}

function showFiles(page) {
  const { files } = state;
  const lines = files[0].text.split("\n").length - 1;
  byId("take-note").textContent = `${lines.toLocaleString("en")} lines of Verilog-2005, the same bytes as the command's`;
  const base = files[0].name.replace(/\.\w+$/, "");
  show(byId("take-actions"),
    element("button", { type: "button", onclick: () => download(state.files[state.shown].name, state.files[state.shown].text) },
      "Download file"),
    element("button", { type: "button", class: "main", onclick: () => downloadAll(page, base) }, "Download all as zip"));
  showTab(page);
}

function showTab(page) {
  const { files, shown } = state;
  const choose = (index) => {
    state.shown = (index + files.length) % files.length;
    showTab(page);
    byId(`tab-${state.shown}`).focus();
  };
  const tab = ({ name }, index) => element("button", {
    type: "button", role: "tab", id: `tab-${index}`, "aria-selected": String(index === shown), "aria-controls": "code",
    tabindex: index === shown ? 0 : -1, onclick: () => choose(index),
    onkeydown: ({ key }) => ({ ArrowRight: () => choose(index + 1), ArrowLeft: () => choose(index - 1) })[key]?.(),
  }, name);
  const { name, text } = files[shown];
  const code = element("code");
  const lines = text.split("\n");
  const paint = (count) => (code.innerHTML = highlight(name, lines.slice(0, count).join("\n")));
  paint(LINES_AT_FIRST);
  const rest = lines.length - LINES_AT_FIRST;
  const more = rest > 0 && element("button", {
    type: "button", onclick: (event) => {
      paint(lines.length);
      event.target.remove();
    },
  }, `Show ${rest.toLocaleString("en")} more lines`);
  show(byId("files"),
    element("div", { class: "tabs" }, element("div", { role: "tablist", "aria-label": "Files" }, files.map(tab)),
      copyButton(() => text, name)),
    element("pre", { id: "code", class: "code", role: "tabpanel", tabindex: 0, "aria-labelledby": `tab-${shown}` }, code), more);
}

/** All files, those of a bench too, and the waveform of the operands. */
async function downloadAll(page, base) {
  let { files } = state;
  await page.quietly(async () => {
    const words = pairs(page.words).some(([option]) => option === "--package") ? page.words
      : change(page.words, "--package", true);
    files = (await page.work.ask({ call: "generate", words })).files;
  });
  await page.quietly(async () => {
    const { svg } = await page.ask("wave", { operands: page.operands, dark: false });
    files = [...files, { name: `${base}.svg`, text: svg }];
  });
  download(`${base}.zip`, archive(files), "application/zip");
}

function showBoards(page) {
  const name = join(keep(page.words, [...SHARED, "--latency"]));
  const isUnit = page.words[0].includes(".");
  show(byId("boards"), element("p", null, "A browser runs no Yosys, Verilator or board. The command ",
    isUnit ? "makes a bitstream for iCEBreaker and four other boards, and simulates" : "simulates", " the Verilog in Verilator:"),
  isUnit && terminal(`halfpipe board icebreaker ${page.words[0]}`, "board command"),
  terminal(`halfpipe verify ${name} --engine verilator`, "verify command"));
}
