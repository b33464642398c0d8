// Runs the parity script inside Pyodide, once for all files, and writes what it says.
// Knows nothing of conversations; the job is a JSON file named on the command line.

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { pathToFileURL } from "node:url";
import { lay } from "../../panel/packs.js";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const bytes = (file) => new Uint8Array(fs.readFileSync(file));

const CALL = `
import json
def answer(tab, header, body):
    import pyodide_entry
    from conversation_tree.sites.chatgpt.nesting import depth
    from pyodide.ffi import to_js
    levels = depth(body) if body is not None else 0
    page, engine = pyodide_entry.handle(tab, header, to_js(body) if body is not None else None, levels)
    return page.to_bytes(), engine.to_bytes()

import pyodide_entry
pyodide_entry.import_payload()
pyodide_entry.start("{}", locales)
found = {}
for tab, name in enumerate(json.loads(names), 1):
    path = f"/files/{name}"
    with open(path, "rb") as file:
        body = file.read()
    found[name] = {"events": of_events(answer, tab, body)}
    if whole:
        found[name]["file"] = of_file(path, "/tmp")
json.dumps(found)
`;

try {
  const { engine } = job;
  const { loadPyodide } = await import(pathToFileURL(path.join(job.runtime, "pyodide.mjs")).href);
  const snapshot = engine.snapshot && new Uint8Array(zlib.gunzipSync(bytes(path.join(job.runtime, engine.snapshot))));
  const py = await loadPyodide({
    indexURL: job.runtime,
    stdLibURL: job.stdlib,
    lockFileContents: engine.lock,
    ...(snapshot ? { _loadSnapshot: snapshot } : {}),
  });
  for (const pack of job.packs ?? []) lay(py, pack, bytes(path.join(job.runtime, pack.file)).buffer, engine.site_packages);
  for (const archive of job.archives ?? []) py.unpackArchive(bytes(archive), "zip", { extractDir: engine.site_packages });
  py.runPython("import importlib\nimportlib.invalidate_caches()");
  py.FS.mkdir("/files");
  for (const [name, file] of Object.entries(job.files)) py.FS.writeFile(`/files/${name}`, bytes(file));
  py.globals.set("locales", job.locales);
  py.globals.set("names", JSON.stringify(Object.keys(job.files)));
  py.globals.set("whole", job.whole);
  py.runPython(fs.readFileSync(job.script, "utf8"));
  fs.writeFileSync(job.target, py.runPython(CALL));
  process.exit(0);
} catch (error) {
  console.error(String(error?.stack ?? error).slice(0, 4000));
  process.exit(1);
}
