// Packs: compiled modules one after the other in one file, their names and lengths in `engine.json`.
// Unpacking a zip is Python's work, and Python's first steps are slow; this is a copy for each file.

/**
 * @typedef {{ file: string, members: [name: string, bytes: number][] }} Pack
 *
 * Lay the files of a pack where Python finds them.
 * @param {any} pyodide @param {Pack} pack @param {ArrayBuffer} content @param {string} folder
 */
export function lay(pyodide, { members }, content, folder) {
  let start = 0;
  for (const [name, length] of members) {
    const path = `${folder}/${name}`;
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    pyodide.FS.writeFile(path, new Uint8Array(content, start, length));
    start += length;
  }
}
