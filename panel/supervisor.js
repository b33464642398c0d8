// The life of the engine's Worker: boot, one call at a time, time limits, heartbeat, starting again.
// Must not know tabs, or what a call means.
//
// A dead Worker raises no event and a Worker in an endless loop answers nothing, so everything asked of
// it has a time limit. After any failure the Worker is thrown away, and with it all that Python knew:
// calls that wait are dropped, and whoever sent them begins anew when a new generation is announced.

/**
 * @typedef {{ tab: number, header: string, body: ArrayBuffer | null, levels: number }} Call
 * @typedef {{ page: ArrayBuffer, engine: ArrayBuffer }} Answer
 * @typedef {"starting" | "ready" | "restarting" | "failed"} State
 * @typedef {{ call: Call, done: (answer: Answer) => void }} Waiting
 * @typedef {(message: object, transfer?: ArrayBuffer[]) => void} Send
 */

/** In ms, the heap in bytes. A person who debugs may change them; so may a test. */
export const limits = {
  ...{ boot: 60_000, snapshot: 20_000, call: 15_000, pong: 5_000, beat: 5_000 },
  ...{ heap: 768 * 1024 * 1024, idle: 60_000 },
};

/** Pauses before the second, third, … start in a row, in ms. */
const CRASH_PAUSES = [0, 0, 1_000, 3_000, 10_000, 30_000];
const BOOT_PAUSES = [500, 3_000, 10_000];
/** Crashes further apart than this have nothing to do with each other. */
const CRASH_MEMORY = 60_000;

export class Supervisor {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Waiting[]} */
  #queue = [];
  /** @type {Waiting | null} */
  #busy = null;
  #callLimit = 0;
  #bootLimit = 0;
  #pongLimit = 0;
  #pause = 0;
  #begun = 0;
  #lastCall = 0;
  #heap = 0;
  #patience = 1;
  #snapshotAllowed = true;
  #failedBoots = 0;
  /** @type {number[]} */
  #crashes = [];

  /** @type {State} */
  state = "starting";
  /** Counts the Workers that became ready. */
  generation = 0;
  startMs = 0;
  /** @type {"" | "snapshot" | "plain"} */
  boot = "";

  /**
   * @param {object} on
   * @param {(snapshot: boolean, send: Send) => Promise<void>} on.boot send the Worker what its boot needs
   * @param {() => void} on.change the state changed
   * @param {(call: Call) => void} on.crash the Worker died over this call
   */
  constructor(on) {
    this.on = on;
    setInterval(() => this.#beat(), limits.beat);
  }

  get worker() {
    return this.#worker;
  }

  start() {
    this.#failedBoots = 0;
    this.#crashes = [];
    this.#enter(this.generation ? "restarting" : "starting");
    this.#spawn();
  }

  /** @param {Call} call @param {(answer: Answer) => void} done */
  call(call, done) {
    if (this.state !== "ready") return;
    this.#queue.push({ call, done });
    this.#next();
  }

  /** A message that expects no answer. @param {object} message */
  post(message) {
    if (this.state === "ready") this.#worker?.postMessage(message);
  }

  /** Throw the Worker away and start another. @param {string} reason */
  crash(reason) {
    if (this.state !== "ready") return;
    console.warn(`engine: ${reason}`);
    const culprit = this.#busy?.call;
    this.#discard();
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_MEMORY), now];
    this.#enter("restarting");
    if (culprit) this.on.crash(culprit);
    this.#spawnAfter(CRASH_PAUSES[Math.min(this.#crashes.length, CRASH_PAUSES.length) - 1]);
  }

  /** @param {State} state */
  #enter(state) {
    this.state = state;
    this.on.change();
  }

  #discard() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#queue = [];
    this.#busy = null;
    for (const limit of [this.#callLimit, this.#bootLimit, this.#pongLimit, this.#pause]) clearTimeout(limit);
    this.#pongLimit = 0;
  }

  /** @param {number} ms */
  #spawnAfter(ms) {
    this.#pause = setTimeout(() => this.#spawn(), ms);
  }

  #spawn() {
    this.#discard();
    this.#begun = performance.now();
    const snapshot = this.#snapshotAllowed;
    const worker = new Worker(new URL("engine_worker.js", import.meta.url), {
      type: "module",
      name: snapshot ? "snapshot" : "plain",
    });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker === this.#worker) this.#receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#broken(event.message);
    };
    this.#bootLimit = setTimeout(
      () => this.#bootFailed("no start within the time limit"),
      snapshot ? limits.snapshot : limits.boot,
    );
    const send = (/** @type {object} */ message, /** @type {ArrayBuffer[]} */ transfer = []) => {
      if (worker === this.#worker) worker.postMessage(message, transfer);
    };
    this.on.boot(snapshot, send).catch((error) => {
      if (worker === this.#worker) this.#bootFailed(String(error));
    });
  }

  /** @param {string} reason */
  #broken(reason) {
    if (this.state === "ready") this.crash(reason);
    else this.#bootFailed(reason);
  }

  /** @param {string} reason */
  #bootFailed(reason) {
    console.warn(`engine: ${reason}`);
    this.#discard();
    if (this.#snapshotAllowed) {
      // The snapshot is a short cut through an interface that may change; the plain way remains.
      this.#snapshotAllowed = false;
      this.#spawn();
      return;
    }
    const pause = BOOT_PAUSES[this.#failedBoots];
    this.#failedBoots += 1;
    if (pause === undefined) this.#enter("failed");
    else this.#spawnAfter(pause);
  }

  /** @param {any} message */
  #receive(message) {
    if (message.kind === "ready") {
      clearTimeout(this.#bootLimit);
      this.#failedBoots = 0;
      this.#heap = 0;
      this.generation += 1;
      this.boot = message.boot;
      this.startMs = performance.now() - this.#begun;
      this.#enter("ready");
    } else if (message.kind === "answer") {
      clearTimeout(this.#callLimit);
      const { done } = /** @type {Waiting} */ (this.#busy);
      this.#heap = message.heap;
      this.#lastCall = performance.now();
      this.#busy = null;
      done(message);
      this.#next();
    } else if (message.kind === "pong") {
      clearTimeout(this.#pongLimit);
      this.#pongLimit = 0;
    } else if (message.kind === "fatal") this.#broken(message.reason);
  }

  #next() {
    if (this.#busy || this.state !== "ready") return;
    const waiting = this.#queue.shift();
    if (!waiting) return;
    // Asked first, so that a Worker that is gone is noticed before the call's own limit.
    this.#ping();
    this.#busy = waiting;
    this.#callLimit = setTimeout(() => this.crash("no answer within the time limit"), limits.call);
    this.#worker?.postMessage({ kind: "call", ...waiting.call });
  }

  #beat() {
    if (this.state !== "ready" || this.#busy) return;
    // The memory of WebAssembly never shrinks: only another Worker gives it back.
    const idle = performance.now() - this.#lastCall > limits.idle;
    if (idle && this.#heap > limits.heap * this.#patience) {
      // A conversation may need that much: then the next start comes at twice as much, not every minute.
      this.#patience *= 2;
      this.crash("a new start to give memory back");
    } else this.#ping();
  }

  #ping() {
    if (this.#pongLimit) return;
    this.#pongLimit = setTimeout(() => this.crash("no sign of life"), limits.pong);
    this.#worker?.postMessage({ kind: "ping" });
  }
}
