// The conversation on screen: where it comes from, its nodes, and which leaf the page stands at.
//
// `singular`: one request, the whole tree. `paged`: only the active branch, page by page, from which the client
// makes a linear tree below `paginated-root:<id>`; the same request goes out twice. Knows no element.

import { api, options, sendJson } from './api.js';
import { oldestLeaf } from './turns.js';
import { newestLeaf } from './versions.js';
import { breathe, fromPieces } from './large_json.js';

const TURNS = 10;

export const state = {
  /** @type {string | null} */
  id: null,
  title: '',
  /** @type {Map<string, any>} */
  nodes: new Map(),
  /** @type {string | null} */
  leaf: null,
  /** Where older messages begin; null when there are none or the whole tree is there. */
  cursor: null,
  paged: false,
  temporary: false,
  shared: false,
  trouble: false,
  /** The reply being written: `{stop}`. */
  answering: null,
};

let loads = 0;
let paging = null;
let draw = () => {};

/** Who draws; `toEnd` asks for the newest message, as on opening. */
export function drawnBy(renderer) {
  draw = renderer;
}

export const changed = (toEnd = false) => draw(toEnd);

// ---------------------------------------------------------------- from an address

export function placeOf(address) {
  const url = new URL(address, location.href);
  const found = url.pathname.match(/^(?:\/u\/\d+)?(?:\/g\/[^/]+)?\/(c|share)\/([^/]+)/);
  return {
    id: found ? decodeURIComponent(found[2]) : null,
    shared: found?.[1] === 'share',
    temporary: url.searchParams.get('temporary-chat') === 'true',
    deepLink: url.searchParams.has('message') || url.searchParams.has('messageId'),
  };
}

export const provisional = id => /^(WEB:|local-)/.test(id);

export async function open() {
  const number = ++loads;
  const { id, shared, temporary, deepLink } = placeOf(location.href);
  state.answering?.leave();
  Object.assign(state, {
    id, shared, temporary, title: '', nodes: new Map(), leaf: null, cursor: null, paged: false, trouble: false, answering: null,
  });
  changed();
  if (!id || options.history === 'none' || provisional(id)) return;
  try {
    const paged = options.history === 'paged' && !shared && !deepLink;
    const made = paged ? await newestPage(id) : await wholeTree(shared ? `/share/${id}` : `/conversation/${id}`);
    await breathe();
    if (number !== loads) return;
    Object.assign(state, made);
    changed(true);
  } catch {
    if (number !== loads) return;
    state.trouble = true;
    changed();
  }
}

async function wholeTree(path) {
  const answer = await api(path);
  const conversation = await fromPieces(answer);
  const nodes = new Map(Object.entries(conversation.mapping ?? {}).filter(([, node]) => node && typeof node === 'object'));
  for (const node of nodes.values()) if (!Array.isArray(node.children)) node.children = [];
  return { title: conversation.title ?? '', nodes, leaf: conversation.current_node ?? null, cursor: null, paged: false };
}

// ---------------------------------------------------------------- pages

async function newestPage(id) {
  const path = `/conversations/${id}?include_has_versions=true&num_turns=${TURNS}`;
  const [first, again] = await Promise.all([api(path), api(path)]);
  const page = await first.json();
  await again.text();
  const top = `paginated-root:${id}`;
  const nodes = new Map([[top, { id: top, message: null, parent: '', children: [] }]]);
  hangBetween(nodes, top, page.messages);
  return {
    title: page.title ?? '', nodes, leaf: page.current_node ?? page.current_node_id ?? page.messages.at(-1)?.id ?? null,
    cursor: page.page_info?.has_previous_page ? page.page_info.start_cursor : null, paged: true,
  };
}

/** A line of messages between the top and what hangs on it. */
function hangBetween(nodes, top, messages) {
  const fresh = messages.filter(message => !nodes.has(message.id));
  const later = nodes.get(top).children;
  fresh.forEach((message, index) => nodes.set(message.id, {
    id: message.id, message, parent: fresh[index - 1]?.id ?? top,
    children: index + 1 < fresh.length ? [fresh[index + 1].id] : later,
  }));
  if (!fresh.length) return;
  for (const id of later) nodes.get(id).parent = fresh.at(-1).id;
  nodes.get(top).children = [fresh[0].id];
}

export async function loadOlder() {
  const { id, cursor } = state, number = loads;
  if (!cursor || paging) return;
  const before = encodeURIComponent(cursor);
  paging = api(`/conversations/${id}/messages?before=${before}&include_has_versions=true&num_turns=${TURNS}`);
  try {
    const page = await (await paging).json();
    if (number !== loads || state.cursor !== cursor) return;
    hangBetween(state.nodes, `paginated-root:${id}`, page.messages);
    state.cursor = page.page_info?.has_previous_page ? page.page_info.start_cursor : null;
    changed();
  } catch { /* the sentinel asks again when it comes into view */ } finally {
    paging = null;
  }
}

/** Paged messages know only that they have versions; the versions themselves are in the whole tree. */
export const hasVersions = node => state.paged && (node.message?.has_versions ?? node.message?.metadata?.has_versions) === true;

export async function loadVersions() {
  const number = loads, { leaf } = state;
  const made = await wholeTree(`/conversation/${state.id}`);
  if (number !== loads) return;
  Object.assign(state, made, { leaf: made.nodes.has(leaf) ? leaf : made.leaf });
  changed();
}

// ---------------------------------------------------------------- changes on this page

/** The 2024 client: the oldest leaf, and the server is told nothing. */
export function switchToOldest(variant) {
  state.leaf = oldestLeaf(state.nodes, variant);
  changed();
}

/** The app shell: the newest leaf, and the server is told; whether it takes it is its affair. */
export function switchAndTell(variant) {
  state.leaf = newestLeaf(state.nodes, variant);
  changed();
  if (state.id && !state.shared && !state.temporary) {
    sendJson('PATCH', `/conversation/${state.id}`, { current_node_id: state.leaf }).catch(() => {});
  }
}

export function hang(message, above) {
  state.nodes.set(message.id, { id: message.id, message, parent: above, children: [] });
  state.nodes.get(above)?.children.push(message.id);
  state.leaf = message.id;
}

export async function rename(id, title) {
  await sendJson('PATCH', `/conversation/${id}`, { title });
  if (id === state.id) state.title = title;
  changed();
}

export const remove = id => sendJson('PATCH', `/conversation/${id}`, { is_visible: false });
