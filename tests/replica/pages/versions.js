// What the app shell counts as versions of a message, as add-ons for it re-implement it. Pure.
//
// visible: a user message that is not hidden; an assistant message that is not hidden, for all, in the final
// channel or none, with words or pictures. A remark before a call (channel commentary) is not visible, so a
// fork inside an answer does count here.

import { hidden, kindOf, roleOf } from './turns.js';

const EVERYONE = [null, undefined, '', 'all'];
const FINAL = [null, undefined, '', 'final'];

function filled(message) {
  const parts = message.content?.parts;
  return Array.isArray(parts) && parts.some(part => (typeof part === 'string' ? part.trim() : part));
}

export const visibleUser = node => roleOf(node) === 'user' && !hidden(node)
  && ['text', 'multimodal_text'].includes(kindOf(node));

export const visibleAssistant = node => roleOf(node) === 'assistant' && !hidden(node)
  && EVERYONE.includes(node.message.recipient) && FINAL.includes(node.message.channel)
  && ['text', 'multimodal_text'].includes(kindOf(node)) && filled(node.message);

const visible = node => visibleUser(node) || visibleAssistant(node);

/** Up to the nearest node that `stops`, or to the top. */
function climb(nodes, node, stops) {
  const seen = new Set([node.id]);
  let at = nodes.get(node.parent);
  while (at && !stops(at) && nodes.has(at.parent) && !seen.has(at.id)) {
    seen.add(at.id);
    at = nodes.get(at.parent);
  }
  return at ?? null;
}

/** The first visible nodes below one, generation by generation through what is invisible. */
function firstVisible(nodes, top) {
  const found = [], seen = new Set(), waiting = [...top.children];
  for (let index = 0; index < waiting.length; index += 1) {
    const node = nodes.get(waiting[index]);
    if (!node || seen.has(node.id)) continue;
    seen.add(node.id);
    if (visible(node)) found.push(node);
    else waiting.push(...node.children);
  }
  return found;
}

const byTime = (a, b) => (a.message.create_time ?? 0) - (b.message.create_time ?? 0);

/** The versions of a user message or of an answer, the oldest first, and which of them is on the path. */
export function versionsOf(nodes, node, path) {
  const asked = roleOf(node) === 'user';
  const top = climb(nodes, node, asked ? visible : visibleUser);
  if (!top) return { ids: [node.id], index: 0 };
  const found = firstVisible(nodes, top).filter(asked ? visibleUser : visibleAssistant).sort(byTime);
  const ids = found.map(each => each.id);
  return { ids, index: ids.findIndex(id => path.has(id)) };
}

/** Down to a leaf, at every fork to what was made last. */
export function newestLeaf(nodes, id) {
  const seen = new Set();
  for (let next = id; nodes.has(next) && !seen.has(next); next = nodes.get(id).children.at(-1)) seen.add(id = next);
  return id;
}
