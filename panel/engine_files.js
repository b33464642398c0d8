// The files of the engine that its document reads for the Worker, which has Pyodide to compile meanwhile.
// Must not know what Pyodide does with them.

/**
 * @typedef {import("./packs.js").Pack} Pack
 * @typedef {object} Description what the build says of the engine, as in `devtools/build.py`
 * @property {string} stdlib
 * @property {string} site_packages
 * @property {string} entry
 * @property {object} lock
 * @property {Pack} core
 * @property {Pack} payload
 * @property {Pack} export
 * @property {string | null} snapshot
 */

/** @param {string} name */
async function opened(name) {
  const answer = await fetch(chrome.runtime.getURL(`runtime/${name}`));
  if (!answer.ok || !answer.body) throw new Error(`${name} is missing`);
  return answer;
}

/** @returns {Promise<Description>} */
export const readDescription = async () => (await opened("engine.json")).json();

/** The memory that Python starts with. @param {string} name @returns {Promise<ArrayBuffer>} */
export async function readMemory(name) {
  const { body } = await opened(name);
  const stream = /** @type {ReadableStream<any>} */ (body).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
