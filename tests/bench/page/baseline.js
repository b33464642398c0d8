// The measure: bytes to a laid out tree in plain JavaScript with d3-hierarchy, written to be quick.
// Knows the site's fields and nothing of ours. It follows the same rules for what is one turn on the
// benchmark's data (which holds no oddities), and a test holds it to the same turns and coordinates.

import { hierarchy, tree } from "../../../wheels/oracle/d3-hierarchy.mjs";

const NODE_SIZE = [64, 36];
const UNSEEN = new Set([
  ...["thoughts", "reasoning_recap", "model_editable_context", "user_editable_context"],
  ...["execution_output", "system_error", "stderr", "sonic_webpage", "computer_output", "citable_code_output"],
]);
const decoder = new TextDecoder();

/** @param {any} message */
function seen(message) {
  if (!message || message.metadata?.is_visually_hidden_from_conversation === true) return false;
  const { role } = message.author;
  if (role === "system" || role === "tool") return false;
  const { content_type: kind, parts, text } = message.content;
  if (UNSEEN.has(kind)) return false;
  if (role === "assistant" && message.recipient !== "all") return false;
  return parts ? parts.some((/** @type {unknown} */ part) => typeof part !== "string" || /\S/.test(part)) : /\S/.test(text ?? "");
}

/**
 * @typedef {{ id: string, role: string, number: number, active: boolean, children: Turn[] }} Turn
 * @param {Record<string, any>} mapping @param {string} current
 * @returns {Turn[]} the roots
 */
export function turnsOf(mapping, current) {
  /** @type {Turn[]} */
  const roots = [];
  /** Seen messages in depth first order: key, role, the place of the one above. @type {[string, string, number][]} */
  const found = [];
  /** Per seen message, how many are next below it. @type {number[]} */
  const next = [];
  /** @type {[string, number][]} */
  const stack = [];
  for (const key in mapping) if (mapping[key].parent === null) stack.push([key, -1]);
  while (stack.length) {
    let [key, above] = /** @type {[string, number]} */ (stack.pop());
    for (;;) {
      const { message, children } = mapping[key];
      if (seen(message)) {
        if (above >= 0) next[above] += 1;
        found.push([key, message.author.role, above]);
        above = found.length - 1;
        next.push(0);
      }
      for (let i = children.length - 1; i > 0; i -= 1) stack.push([children[i], above]);
      if (!children.length) break;
      key = children[0];
    }
  }
  /** @type {Turn[]} */
  const turnAt = new Array(found.length);
  /** @type {Map<string, Turn>} */
  const byKey = new Map();
  for (let i = 0; i < found.length; i += 1) {
    const [key, role, above] = found[i];
    const upper = above < 0 ? null : turnAt[above];
    if (upper && role === "assistant" && upper.role === "assistant" && next[above] === 1) {
      upper.id = key;
      turnAt[i] = upper;
    } else {
      const number = (upper ? upper.number : 0) + (role === "user" ? 1 : 0);
      turnAt[i] = { id: key, role, number, active: false, children: [] };
      (upper ? upper.children : roots).push(turnAt[i]);
    }
    byKey.set(key, turnAt[i]);
  }
  for (let key = current; key; key = mapping[key].parent) {
    const turn = byKey.get(key);
    if (turn) turn.active = true;
  }
  return roots;
}

/** @param {{ children: any[] }} root */
export function layout(root) {
  return /** @type {any} */ (tree().nodeSize(NODE_SIZE)(hierarchy(root)));
}

/** The whole way. @param {ArrayBuffer | Uint8Array} bytes */
export function picture(bytes) {
  const { mapping, current_node: current } = JSON.parse(decoder.decode(bytes));
  const roots = turnsOf(mapping, current);
  return layout(roots.length === 1 ? roots[0] : { children: roots });
}

/** Nested objects from parent numbers in preorder. @param {number[]} parents */
export function nested(parents) {
  const nodes = parents.map(() => ({ children: /** @type {any[]} */ ([]) }));
  parents.forEach((parent, i) => {
    if (parent >= 0) nodes[parent].children.push(nodes[i]);
  });
  return nodes[0];
}
