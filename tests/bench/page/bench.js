// The page: starts both Workers and hands jobs on to one of them.
// Knows nothing of what they measure.

/** @param {string} name */
const started = (name) => new Worker(new URL(name, import.meta.url), { type: "module" });
/** @type {Record<string, Worker>} */
const workers = { engine: started("engine_worker.js"), js: started("js_worker.js") };

const answer = await fetch("/locales.json");
workers.engine.postMessage({ kind: "boot", snapshot: true, records: "{}", locales: await answer.text() });

/** @param {string} who @param {object} job @returns {Promise<any>} */
globalThis.ask = (who, job) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    workers[who].postMessage(job, [port2]);
  });
await globalThis.ask("engine", { job: "boot" });
document.title = "ready";
