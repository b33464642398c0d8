// The page: starts both Workers and hands jobs on to one of them.
// Knows nothing of what they measure.

/** @param {string} name */
const started = (name) => new Worker(new URL(name, import.meta.url), { type: "module", name: "snapshot" });
/** @type {Record<string, Worker>} */
const workers = { engine: started("engine_worker.js"), js: started("js_worker.js") };

const locales = await (await fetch("/locales.json")).text();
workers.engine.postMessage({ kind: "texts", records: "{}", locales });
const { body } = await fetch("/dist/extension/runtime/snapshot.bin.gz");
const stream = /** @type {ReadableStream<any>} */ (body).pipeThrough(new DecompressionStream("gzip"));
const content = await new Response(stream).arrayBuffer();
workers.engine.postMessage({ kind: "memory", content }, [content]);

/** @param {string} who @param {object} job @returns {Promise<any>} */
globalThis.ask = (who, job) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    workers[who].postMessage(job, [port2]);
  });
await globalThis.ask("engine", { job: "boot" });
document.title = "ready";
