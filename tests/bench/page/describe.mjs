// The baseline's turns with their places as JSON, run in Node.js by a test: a file of a conversation in, all out.
// Knows nothing of the engine.

import { readFileSync } from "node:fs";
import { layout, nested, picture } from "./baseline.js";

const [kind, file] = process.argv.slice(2);
const bytes = readFileSync(file);
/** @type {any} */
const root = kind === "picture" ? picture(bytes) : layout(nested(JSON.parse(bytes.toString())));
/** @type {any[]} */
const nodes = root.descendants();
if (kind === "picture") {
  const turns = nodes.filter(({ data }) => data.id);
  console.log(JSON.stringify(turns.map(({ x, y, data: { id, role, number, active } }) => ({ id, role, number, active, x, y }))));
} else console.log(JSON.stringify(nodes.map(({ x, y }) => [x, y])));
