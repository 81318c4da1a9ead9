// The core of halfpipe as WebAssembly: loading, and one call.

const FILE = new URL("halfpipe.wasm", import.meta.url);

/** Fetches and compiles the core. The module can be sent to workers. */
export async function compile() {
  const response = await fetch(FILE);
  if (!response.ok) {
    throw new Error(`halfpipe.wasm is missing: the server answers ${response.status}; \`make page\` builds it`);
  }
  // A server that calls the file anything else than application/wasm cannot stream it.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Starts the core and returns its one function, which takes a request and returns `{value}` or `{error}`.
 * `report` receives the progress of a running call.
 */
export async function instantiate(module, report) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let memory;
  const read = (pointer, length) => JSON.parse(decoder.decode(new Uint8Array(memory.buffer, pointer, length)));
  const instance = await WebAssembly.instantiate(module, {
    env: { clock: () => performance.now(), report: (pointer, length) => report(read(pointer, length)) },
  });
  const { allocate, answer, answer_length, release } = instance.exports;
  memory = instance.exports.memory;
  return (request) => {
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
}
