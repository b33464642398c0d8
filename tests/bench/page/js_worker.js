// A Worker that does the baseline's work and says how long it took.
// Knows nothing of the engine.

import { layout, nested, picture } from "./baseline.js";
import { serve, timed } from "./measuring.js";

/** @type {Map<string, ArrayBuffer>} */
const bodies = new Map();
/** @type {Map<number, any>} */
const trees = new Map();

serve({
  async load({ name }) {
    bodies.set(name, await (await fetch(`/data/${name}.json`)).arrayBuffer());
    return { bytes: bodies.get(name)?.byteLength };
  },
  picture({ name }) {
    const [ms, root] = timed(1, () => picture(/** @type {ArrayBuffer} */ (bodies.get(name))));
    return { ms, turns: root.descendants().filter((/** @type {any} */ node) => node.data.id).length };
  },
  shape({ nodes, parents }) {
    trees.set(nodes, nested(parents));
    return {};
  },
  layout({ nodes, times }) {
    const [ms, root] = timed(times, () => layout(trees.get(nodes)));
    return { ms, width: root.descendants().reduce((/** @type {number} */ most, /** @type {any} */ n) => Math.max(most, n.x), 0) };
  },
});
