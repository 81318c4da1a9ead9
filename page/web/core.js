// The core of halfpipe as WebAssembly: loading, and one call.

const FILE = new URL("halfpipe.wasm", import.meta.url);

/** Fetches and compiles the core, and fetches its figures. The result can be sent to workers. */
export async function compile() {
  const [module, figures] = await Promise.all([compileModule(), fetchFigures()]);
  return { module, figures };
}

async function compileModule() {
  const response = await fetch(FILE);
  if (!response.ok) {
    throw new Error(`halfpipe.wasm is missing: the server answers ${response.status}; \`make page\` builds it`);
  }
  // A server that calls the file anything else than application/wasm cannot stream it.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// The measured figures lie beside the core, which is smaller without them.
async function fetchFigures() {
  const read = async (name) => {
    const response = await fetch(new URL(`figures/${name}`, import.meta.url));
    return response.ok ? response.text() : "";
  };
  const names = (await read("index.txt")).split("\n").filter(Boolean);
  return Promise.all(names.map(read));
}

/**
 * Starts the core and returns its one function, which takes a request and returns `{value}` or `{error}`.
 * `report` receives the progress of a running call.
 */
export async function instantiate({ module, figures }, report) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let memory;
  const read = (pointer, length) => JSON.parse(decoder.decode(new Uint8Array(memory.buffer, pointer, length)));
  const instance = await WebAssembly.instantiate(module, {
    env: { clock: () => performance.now(), report: (pointer, length) => report(read(pointer, length)) },
  });
  const { allocate, answer, answer_length, release } = instance.exports;
  memory = instance.exports.memory;
  const call = (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const place = allocate(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const pointer = answer(place, bytes.length);
    try {
      return read(pointer, answer_length(pointer));
    } finally {
      release(pointer);
    }
  };
  call({ call: "figures", texts: figures });
  return call;
}
