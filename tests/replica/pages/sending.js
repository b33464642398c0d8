// Sending, editing, regenerating, stopping: the request, the reply as it is written, the address of a new chat.
//
// A reply is complete at `message_stream_complete`, which after a hand-off comes over the topic and not in the
// answer. Until then `state.answering` is set, and the pages show their stop button. Knows no element.

import { sendJson } from './api.js';
import { changed, hang, placeOf, state } from './conversation.js';
import { Deltas, readStream, takeData } from './event_stream.js';
import { promptOf } from './turns.js';

const NEW_ROOT = 'client-created-root';

function question(text) {
  return {
    id: crypto.randomUUID(), author: { role: 'user', name: null, metadata: {} }, create_time: Date.now() / 1000,
    content: { content_type: 'text', parts: [text] }, status: 'finished_successfully', weight: 1, metadata: {},
    recipient: 'all', channel: null,
  };
}

export const sendsNothing = () => Boolean(state.answering) || state.shared || state.trouble;

export function send(text) {
  if (sendsNothing()) return;
  if (!state.nodes.size) begin();
  const asked = question(text), above = state.leaf;
  hang(asked, above);
  exchange('next', [asked], above, asked.id);
}

/** A new user message beside the edited one. */
export function edit(id, text) {
  if (sendsNothing()) return;
  const above = state.nodes.get(id).parent, asked = question(text);
  hang(asked, above);
  exchange('next', [asked], above, asked.id);
}

/** Another answer beside this one: below the nearest question above it. */
export function regenerate(id) {
  const prompt = promptOf(state.nodes, id);
  if (sendsNothing() || !prompt?.message) return;
  state.leaf = prompt.id;
  exchange('variant', [prompt.message], prompt.id, prompt.id);
}

/** An address of its own while nothing is saved; a temporary chat keeps the one it has. */
function begin() {
  state.nodes.set(NEW_ROOT, { id: NEW_ROOT, message: null, parent: null, children: [] });
  state.leaf = NEW_ROOT;
  if (!state.temporary) history.pushState({}, '', `/c/WEB:${crypto.randomUUID()}`);
}

function known(id) {
  if (!id || state.id === id) return;
  state.id = id;
  if (placeOf(location.href).id?.startsWith('WEB:')) history.replaceState({}, '', `/c/${id}`);
}

async function exchange(action, messages, above, hangsOn) {
  const controller = new AbortController();
  const saved = state.id && !state.id.startsWith('WEB:') ? { conversation_id: state.id } : {};
  let here = true, source = null, turn = null, last = hangsOn, over = false;

  const end = () => {
    over = true;
    source?.close();
    if (!here) return;
    state.answering = null;
    changed();
  };
  state.answering = {
    leave() { here = false; source?.close(); },
    stop() {
      const written = state.nodes.get(last)?.message;
      if (written && last !== hangsOn) written.metadata.finish_details = { type: 'interrupted', reason: 'client_stopped' };
      if (turn) fetch(`/replica/topic/${turn}/stop`, { method: 'POST' });
      controller.abort();
      end();
    },
  };
  changed(true);

  const deltas = new Deltas(
    (message, root) => {
      if (!here || over) return;
      known(root.conversation_id);
      message.metadata ??= {};
      message.author ??= { role: 'assistant' };
      if (message.author.role === 'user') return;
      hang(message, last);
      last = message.id;
      changed();
    },
    () => { if (here && !over) changed(); },
  );
  const take = frame => {
    if (!here || over) return;
    if (frame.type === 'resume_conversation_token') known(frame.conversation_id);
    else if (frame.type === 'title_generation') { state.title = frame.title; changed(); }
    else if (frame.type === 'stream_handoff') turn = frame.turn_exchange_id;
    else if (frame.type === 'message_stream_complete') end();
    else if (!frame.type) deltas.take(frame);
  };

  try {
    const answer = await sendJson('POST', '/f/conversation', {
      action, messages, parent_message_id: above, ...saved, model: 'auto', conversation_mode: { kind: 'primary_assistant' },
      timezone_offset_min: new Date().getTimezoneOffset(), supported_encodings: ['v1'], system_hints: [],
      history_and_training_disabled: state.temporary,
    }, { signal: controller.signal });
    await readStream(answer.body, take);
    if (turn && here && !over) source = follow(turn, take, end);
    else if (!over) end();
  } catch {
    if (!over) end();
  }
}

/** The rest of an answer that was handed off. */
function follow(turn, take, end) {
  const source = new EventSource(`/replica/topic/${turn}`);
  const taken = event => { if (!takeData(event.data, take)) { source.close(); end(); } };
  source.addEventListener('delta', taken);
  source.addEventListener('message', taken);
  source.addEventListener('error', end);
  return source;
}
