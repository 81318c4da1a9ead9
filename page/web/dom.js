// Elements, messages and files.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An element of HTML: attributes, listeners as `onclick`, then children. */
export function element(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function shape(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Replaces what an element shows. */
export function show(node, ...children) {
  node.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Runs a task; if it takes long, `node` says so and has a button that stops it. */
export async function withStop(node, text, stop, task) {
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    show(node, element("p", null, `${text} … `, element("button", { type: "button", onclick: stop }, "Stop")));
  }, 500);
  try {
    return await task();
  } finally {
    clearTimeout(timer);
    if (isShown) show(node);
  }
}

/** Tells a screen reader. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** A sentence with its `code` set as code. */
export function sentence(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", null, part) : part));
}

/** A drawing that keeps its own styles, in the colours of the page in place of those of the system. */
export function picture(svg, label, isDark) {
  const text = svg.replace(/@media[^{]*prefers-color-scheme:\s*dark\)/, isDark ? "@media all" : "@media not all");
  const host = element("div", { class: "picture", role: "img", "aria-label": label });
  host.attachShadow({ mode: "open" }).innerHTML = `<style>svg{display:block;max-width:none}</style>${text}`;
  return host;
}

/** A line for a terminal, with a button that copies it. */
export function terminal(line, label = "command") {
  return element("div", { class: "terminal" }, element("code", null, line), copyButton(() => line, label));
}

/** A button that copies text. */
export function copyButton(text, label) {
  const button = element("button", { type: "button", class: "quiet", "aria-label": `Copy ${label}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    announce(button.textContent);
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}

/** Offers bytes or text as a file. */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
