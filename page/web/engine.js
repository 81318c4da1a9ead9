// A queue of calls in front of a worker, which can be stopped.

/** A request that the core refuses: its message is the command's sentence. */
export class Refusal extends Error {}

/** A call that a newer one of its kind, or a stop, made pointless. */
export class Superseded extends Error {}

const REMEMBERED = 100;

export class Engine {
  #module;
  #worker = null;
  #isReady = false;
  #running = null;
  #waiting = [];
  #answers = new Map();

  /** `module` is a promise of the compiled core. */
  constructor(module) {
    this.#module = module;
  }

  /**
   * Asks the core. A call replaces the waiting call of the same `kind`; with `isUrgent` it also stops a running one about
   * other words. Answers are remembered unless `isFresh`.
   */
  ask(request, { kind = request.call, isUrgent = false, isFresh = false } = {}) {
    const text = JSON.stringify(request);
    this.#waiting = this.#waiting.filter((job) => job.kind !== kind || job.drop());
    const running = this.#running?.request.words;
    if (isUrgent && running && running.join() !== request.words.join()) this.stop();
    if (!isFresh && this.#answers.has(text)) return settle(this.#answers.get(text));
    return new Promise((resolve, reject) => {
      const drop = () => void reject(new Superseded(kind));
      this.#waiting.push({ request, text, kind, isFresh, resolve, reject, drop });
      this.#next();
    });
  }

  /** Starts a worker before its first call. */
  warm() {
    if (!this.#worker) this.#start();
  }

  /** Ends what runs and what waits, and starts with a new worker at the next call. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    for (const job of [this.#running, ...this.#waiting]) job?.drop();
    this.#running = null;
    this.#waiting = [];
  }

  #next() {
    if (this.#running || this.#waiting.length === 0) return;
    if (!this.#worker) return this.#start();
    if (!this.#isReady) return;
    const job = this.#waiting.shift();
    if (!job.isFresh && this.#answers.has(job.text)) {
      settle(this.#answers.get(job.text)).then(job.resolve, job.reject);
      return this.#next();
    }
    this.#running = job;
    this.#worker.postMessage({ request: job.request });
  }

  async #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = (event) => this.#fail(event.message ?? "the worker did not start");
    try {
      const module = await this.#module;
      if (worker === this.#worker) worker.postMessage({ module });
    } catch (failure) {
      this.#fail(failure.message);
    }
  }

  #take(data) {
    if ("progress" in data) return;
    if (data.ready) this.#isReady = true;
    else if ("failure" in data) return this.#fail(data.failure);
    else this.#finish(data.answer);
    this.#next();
  }

  #finish(answer) {
    const job = this.#running;
    this.#running = null;
    if (!job.isFresh) this.#remember(job.text, answer);
    settle(answer).then(job.resolve, job.reject);
  }

  #remember(text, answer) {
    if (this.#answers.size >= REMEMBERED) this.#answers.delete(this.#answers.keys().next().value);
    this.#answers.set(text, answer);
  }

  // After a failure the state of the core is unknown, so the next call gets a new one.
  #fail(reason) {
    const jobs = [this.#running, ...this.#waiting].filter(Boolean);
    this.#running = null;
    this.#waiting = [];
    this.stop();
    for (const job of jobs) job.reject(new Refusal(`the core of the page stopped (${reason}); try the command`));
  }
}

function settle(answer) {
  return "error" in answer ? Promise.reject(new Refusal(answer.error)) : Promise.resolve(answer.value);
}
