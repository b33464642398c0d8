// The Worker that Python lives in: boots Pyodide from the extension's own files and calls one function.
// Must not know what a message means. Nothing here may build code from text or go to the network.

// @ts-expect-error the build puts it there
import { loadPyodide } from "../runtime/pyodide.mjs";
import { lay } from "./packs.js";

const RUNTIME = new URL("../runtime/", import.meta.url);

/** @param {string} name */
const address = (name) => new URL(name, RUNTIME).href;

/** @param {string} name */
async function bytes(name) {
  const answer = await fetch(address(name));
  if (!answer.ok) throw new Error(`${name} is missing`);
  return answer.arrayBuffer();
}

// Pyodide asks for its program only when the snapshot is there, and compiling takes as long as unzipping that
// does: so it is begun now, and what it gives is handed over when Pyodide asks.
const PROGRAM = address("pyodide.asm.wasm");
const program = WebAssembly.compileStreaming(fetch(PROGRAM));
program.catch(() => {});
const ask = globalThis.fetch;
/** @type {typeof fetch} */
globalThis.fetch = async (input, options) => (input === PROGRAM ? new Response() : ask(input, options));
/** @param {unknown} _answer @param {any} imports */
WebAssembly.instantiateStreaming = async (_answer, imports) => {
  const module = await program;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

/** What the document sends while Pyodide is on its way. @type {PromiseWithResolvers<ArrayBuffer>} */
const memory = Promise.withResolvers();
/** @type {PromiseWithResolvers<{ records: string, locales: string }>} */
const texts = Promise.withResolvers();

/** How often Python runs itself in after its start, and how long it lets others go first, in ms. */
const WARM_UPS = 15;
const WARM_UP_PAUSE = 25;

/** @type {any} */
let entry = null;
let heapSize = () => 0;

/** @param {boolean} allowed whether to start from the snapshot, if there is one */
async function boot(allowed) {
  const answer = await fetch(address("engine.json"));
  /** @type {import("./engine_files.js").Description} */
  const description = await answer.json();
  const { core, payload } = description;
  const snapshot = allowed && description.snapshot !== null;
  // A snapshot has the core in memory already; what it cannot hold comes from files in either case.
  const packs = snapshot ? [payload] : [core, payload];
  const contents = Promise.all(packs.map(({ file }) => bytes(file)));
  // Waited for below; broken before that, they are not to count as a rejection that nobody handles.
  contents.catch(() => {});
  const pyodide = await loadPyodide({
    indexURL: RUNTIME.href,
    stdLibURL: address(description.stdlib),
    lockFileContents: description.lock,
    ...(snapshot ? { _loadSnapshot: memory.promise } : {}),
  });
  const system = pyodide.pyimport("sys");
  /** @param {import("./packs.js").Pack} pack @param {ArrayBuffer} content */
  const add = (pack, content) => {
    lay(pyodide, pack, content, description.site_packages);
    // What the import system remembers of these folders is older than the files. Its own way to forget would
    // also read the directory of the standard library's archive again, which takes longer than all this.
    for (const folder of [...system.path_importer_cache.keys()]) {
      if (folder.startsWith(description.site_packages)) system.path_importer_cache.delete(folder);
    }
  };
  for (const [index, content] of (await contents).entries()) add(packs[index], content);
  // A snapshot holds the state of `random` too: the same for everybody.
  system.modules.get("random")?.seed();
  entry = pyodide.pyimport(description.entry);
  const { records, locales } = await texts.promise;
  entry.start(records, locales);
  entry.import_payload();
  heapSize = () => pyodide._module.HEAPU8.length;
  globalThis.engineWorker = { pyodide, entry };
  postMessage({ kind: "ready", boot: snapshot ? "snapshot" : "plain" });
  // What only an export needs comes when nobody waits.
  warmUp(WARM_UPS, async () => add(description.export, await bytes(description.export.file)));
}

/** Python's first steps are slow, so it takes some while nobody waits; a message in between goes first. @param {number} left @param {() => Promise<void>} then */
function warmUp(left, then) {
  setTimeout(async () => {
    try {
      entry.warm_up();
      if (left > 1) warmUp(left - 1, then);
      else await then();
    } catch (error) {
      failed(error);
    }
  }, WARM_UP_PAUSE);
}

/** @param {{ tab: number, header: string, body: ArrayBuffer | null, levels: number }} message */
function call({ tab, header, body, levels }) {
  // Undefined is Python's None; null would be an object of its own.
  const [page, engine] = entry.handle(tab, header, body ? new Uint8Array(body) : undefined, levels);
  const answer = { kind: "answer", page: page.buffer, engine: engine.buffer, heap: heapSize() };
  postMessage(answer, { transfer: [page.buffer, engine.buffer] });
}

/** @param {any} message */
async function obey(message) {
  if (message.kind === "call") call(message);
  else if (message.kind === "close") entry.close(message.tab);
  else if (message.kind === "ping") {
    // Throws once Pyodide has failed fatally outside a call; what is left of Python would still answer calls.
    void (/** @type {any} */ (globalThis.engineWorker).pyodide.runPython);
    postMessage({ kind: "pong" });
  }
  else if (message.kind === "memory") memory.resolve(message.content);
  else if (message.kind === "texts") texts.resolve(message);
}

/** @param {unknown} error */
function failed(error) {
  // The first line only: what follows may be a page of Pyodide's own code, or words of a conversation.
  postMessage({ kind: "fatal", reason: String(error).split("\n", 1)[0].slice(0, 200) });
}

addEventListener("message", async ({ data }) => {
  try {
    await obey(data);
  } catch (error) {
    failed(error);
  }
});

// At once, told by its name: a message would wait until the document, which unzips memory, has a moment.
boot(self.name === "snapshot").catch(failed);
