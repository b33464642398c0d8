// Build steps that need Pyodide itself, run in Node.js: compiling, the memory snapshot, a first start.
// Knows nothing of the extension's pages; a job comes as a JSON file named on the command line.

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { pathToFileURL } from "node:url";
import { lay } from "../panel/packs.js";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
/** Pyodide takes typed arrays, and Node's Buffer is not one to it. */
const bytes = (file) => new Uint8Array(fs.readFileSync(file));

async function load(options = {}) {
  const { loadPyodide } = await import(pathToFileURL(path.join(job.runtime, "pyodide.mjs")).href);
  return loadPyodide({
    indexURL: job.runtime,
    stdLibURL: job.stdlib ?? path.join(job.runtime, "python_stdlib.zip"),
    lockFileContents: job.engine.lock,
    ...options,
  });
}

const unpack = (py, pack) => lay(py, pack, bytes(path.join(job.runtime, pack.file)).buffer, job.engine.site_packages);

/** What the engine's worker does after a load, whichever way it loaded. */
function addPayload(py) {
  unpack(py, job.engine.payload);
  unpack(py, job.engine.export);
  py.runPython("import importlib, random\nimportlib.invalidate_caches()\nrandom.seed()");
}

async function compile() {
  // Columns in tracebacks would be a sixth of the files.
  const py = await load({ env: { PYTHONNODEBUGRANGES: "1" } });
  const sources = job.sources.map((file, index) => `/source-${index}.zip`);
  sources.forEach((name, index) => py.FS.writeFile(name, bytes(job.sources[index])));
  py.runPython(fs.readFileSync(job.compiler, "utf8"));
  py.globals.set("arguments_", JSON.stringify([sources, "/target.zip", job.prefix, job.only]));
  py.runPython("import json\ncompile_archive(*json.loads(arguments_))");
  fs.writeFileSync(job.target, py.FS.readFile("/target.zip"));
}

/**
 * Every module of the core is imported first: a start from a snapshot has no files of it left to import from.
 * So is what a whole start took of the standard library.
 */
async function snapshot() {
  const py = await load({ _makeSnapshot: true });
  unpack(py, job.engine.core);
  py.globals.set("site_packages", job.engine.site_packages);
  py.globals.set("taken", job.taken);
  py.runPython(`
import importlib, json, pathlib, sys
for _name in json.loads(taken):
    importlib.import_module(_name)
_root = pathlib.Path(site_packages)
for _path in sorted(_root.rglob("*.pyc")):
    importlib.import_module(".".join(_path.relative_to(_root).with_suffix("").parts).removesuffix(".__init__"))
assert "msgspec" not in sys.modules, "the core imports msgspec"
del _root, _path, _name, site_packages, taken
`);
  fs.writeFileSync(job.target, zlib.gzipSync(py.makeMemorySnapshot(), { level: 9 }));
}

const TAKEN = `
import json, sys
json.dumps([n for n, m in sys.modules.items() if (getattr(m, "__file__", None) or "").startswith("/lib/python314.zip/")])
`;

/** Start as the extension would and call the real entry, msgspec included. */
async function boot() {
  const begun = performance.now();
  const { snapshot } = job.engine;
  const options = snapshot ? { _loadSnapshot: new Uint8Array(zlib.gunzipSync(bytes(path.join(job.runtime, snapshot)))) } : {};
  const py = await load(options);
  if (!snapshot) unpack(py, job.engine.core);
  addPayload(py);
  py.globals.set("locales", job.locales);
  py.runPython(fs.readFileSync(job.check, "utf8"));
  if (job.taken) fs.writeFileSync(job.taken, py.runPython(TAKEN));
  console.log(`started in ${Math.round(performance.now() - begun)} ms`);
}

try {
  await { compile, snapshot, boot }[job.kind]();
  process.exit(0);
} catch (error) {
  console.error(String(error?.stack ?? error).slice(0, 4000));
  process.exit(1);
}
