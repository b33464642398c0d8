// The legacy renderer: loads a conversation with its own fetch and shows one path of it, with n/m pagers.
// Written from what is publicly known of the 2024 client; knows nothing of any extension.

const options = JSON.parse(document.getElementById('replica-options').textContent);
const LABELS = {
  en: { previous: 'Previous response', next: 'Next response', user: 'You said:', assistant: 'ChatGPT said:', ask: 'Ask anything', home: 'What are you working on?', chats: 'Chats', fresh: 'New chat', theme: 'Theme' },
  zh: { previous: '上一回复', next: '下一回复', user: '您说：', assistant: 'ChatGPT 说：', ask: '询问任何问题', home: '您在忙什么？', chats: '聊天', fresh: '新聊天', theme: '主题' },
  ru: { previous: 'Предыдущий ответ', next: 'Следующий ответ', user: 'Вы сказали:', assistant: 'ChatGPT сказал:', ask: 'Спросите что-нибудь', home: 'Над чем работаете?', chats: 'Чаты', fresh: 'Новый чат', theme: 'Тема' },
};
const label = LABELS[options.labels] ?? LABELS.en;
const state = { token: '', id: null, title: '', nodes: new Map(), leaf: null, load: 0, streaming: false };

const make = (tag, attributes = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...inside.filter(part => part !== null));
  return made;
};

// ---------------------------------------------------------------- the site's API

async function api(path, init = {}) {
  if (!state.token) state.token = (await (await fetch('/api/auth/session')).json()).accessToken ?? '';
  const headers = { authorization: `Bearer ${state.token}`, 'oai-client-version': options.clientVersion, 'oai-language': navigator.language, ...init.headers };
  const answer = await fetch(`/backend-api${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

// ---------------------------------------------------------------- path, turns, variants

const role = node => node?.message?.author?.role ?? 'root';
const kind = node => node?.message?.content?.content_type;
const hidden = node => node.message?.metadata?.is_visually_hidden_from_conversation === true;
const context = node => role(node) === 'system' || kind(node) === 'model_editable_context';

function pathTo(leaf) {
  const path = [], seen = new Set();
  for (let node = state.nodes.get(leaf); node && role(node) !== 'root' && !seen.has(node.id); node = state.nodes.get(node.parent)) {
    seen.add(node.id);
    path.unshift(node);
  }
  return path;
}

function turnsOf(path) {
  const turns = [];
  for (const node of path) {
    const last = turns.at(-1);
    const joins = last && (role(node) === last.role
      || (kind(last.nodes[0]) === 'model_editable_context' && ['assistant', 'system'].includes(role(node)))
      || (last.role !== 'user' && role(node) === 'tool')
      || (last.role === 'tool' && role(node) === 'assistant')
      || (last.role === 'system' && role(node) === 'assistant' && !last.nodes.at(-1).message.author.metadata?.is_system_initiated_conversation));
    if (joins) {
      last.nodes.push(node);
      if (last.role === 'system') last.role = role(node);
    } else turns.push({ role: role(node), nodes: [node] });
  }
  return turns;
}

function variantsOf(turn) {
  let above = state.nodes.get(turn.nodes[0].parent);
  while (above && context(above) && above.children.length === 1 && state.nodes.has(above.parent)) above = state.nodes.get(above.parent);
  const variants = [];
  for (let id of above?.children ?? []) {
    let node = state.nodes.get(id);
    while (node && context(node) && node.children.length === 1) node = state.nodes.get(node.children[0]);
    if (node && role(node) !== 'system') variants.push(node.id);
  }
  return { ids: variants, index: variants.findIndex(id => turn.nodes.some(node => node.id === id)) };
}

function switchTo(variant) {
  let node = state.nodes.get(variant);
  while (node.children.length && state.nodes.has(node.children[0])) node = state.nodes.get(node.children[0]);
  state.leaf = node.id;
  draw();
}

// ---------------------------------------------------------------- drawing

function pieces(message) {
  const content = message.content ?? {};
  const parts = Array.isArray(content.parts) ? content.parts : [content.text ?? ''];
  return parts.map(part => typeof part === 'string' ? { text: part } : part?.content_type === 'image_asset_pointer' ? { image: part.asset_pointer } : part?.text ? { text: part.text } : null).filter(Boolean);
}

function shown(node) {
  if (hidden(node) || !['text', 'multimodal_text'].includes(kind(node))) return false;
  if (role(node) === 'assistant' && ![null, undefined, '', 'all'].includes(node.message.recipient)) return false;
  if (role(node) === 'tool') return pieces(node.message).some(piece => piece.image);
  return role(node) !== 'system' && pieces(node.message).some(piece => piece.image || piece.text.trim());
}

// Bold and italic are all the Markdown that the conversations here need.
function formatted(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\n]+\*)/).map(part =>
    part.startsWith('**') ? make('strong', {}, part.slice(2, -2)) : /^\*[^*]/.test(part) && part.endsWith('*') ? make('em', {}, part.slice(1, -1)) : part);
}

function drawMessage(node, turnRole) {
  const box = make('div', { 'data-message-id': node.message.id, 'data-message-author-role': role(node), dir: 'auto', 'data-message-model-slug': node.message.metadata?.model_slug ?? null });
  for (const piece of pieces(node.message)) {
    if (piece.image) box.append(make('div', { class: 'picture', role: 'img', 'aria-label': 'Image' }, 'image'));
    else if (piece.text.trim() && turnRole === 'user') box.append(make('div', { class: 'whitespace-pre-wrap', dir: 'auto' }, piece.text));
    else if (piece.text.trim()) box.append(make('div', { class: 'markdown prose', dir: 'auto' }, ...formatted(piece.text)));
  }
  return box;
}

function drawPager(turn) {
  const { ids, index } = variantsOf(turn);
  if (ids.length < 2 || index < 0) return null;
  const step = by => event => { event.preventDefault(); switchTo(ids[index + by]); };
  return make('div', { class: 'flex' },
    make('button', { 'aria-label': label.previous, disabled: index === 0, onclick: step(-1) }, '‹'),
    make('div', { class: 'tabular-nums' }, `${index + 1}/${ids.length}`),
    make('button', { 'aria-label': label.next, disabled: index === ids.length - 1, onclick: step(1) }, '›'));
}

function drawTurn(turn, number) {
  const visible = turn.nodes.filter(shown);
  if (!visible.length || turn.role === 'system') return null;
  const controls = make('div', { class: 'controls' });
  const name = turn.role === 'user' ? 'user' : 'assistant';
  const section = make('section', { 'data-testid': `conversation-turn-${number}`, 'data-turn': name, 'data-turn-id': visible[0].id, 'data-turn-id-container': visible[0].id, tabindex: '-1' },
    make('h5', { class: 'sr-only' }, label[name]), ...visible.map(node => drawMessage(node, name)), controls);
  const mount = () => { if (!controls.firstChild) { const pager = drawPager(turn); if (pager) controls.append(pager); } };
  const unmount = event => { if (!section.contains(event.relatedTarget)) controls.replaceChildren(); };
  section.addEventListener('pointerenter', mount);
  section.addEventListener('focusin', mount);
  section.addEventListener('pointerleave', unmount);
  section.addEventListener('focusout', unmount);
  return section;
}

function draw() {
  document.title = state.title || 'ChatGPT';
  const thread = document.getElementById('thread');
  const turns = turnsOf(pathTo(state.leaf)).map(drawTurn).filter(Boolean);
  thread.replaceChildren(...(state.id ? turns : [make('div', { class: 'greeting' }, label.home)]));
  for (const link of document.querySelectorAll('#history a')) link.toggleAttribute('data-active', link.pathname === location.pathname);
}

// ---------------------------------------------------------------- navigation

async function open() {
  const number = ++state.load;
  const id = location.pathname.match(/\/c\/([^/]+)/)?.[1] ?? null;
  Object.assign(state, { id, title: '', nodes: new Map(), leaf: null });
  draw();
  if (!id || options.history === 'none') return;
  try {
    const conversation = await (await api(`/conversation/${id}`)).json();
    if (number !== state.load) return;
    state.title = conversation.title ?? '';
    state.nodes = new Map(Object.entries(conversation.mapping ?? {}));
    state.leaf = conversation.current_node;
    draw();
    const scroller = document.querySelector('[data-scroll-root]');
    scroller.scrollTop = scroller.scrollHeight;
  } catch (error) {
    if (number === state.load) document.getElementById('thread').replaceChildren(make('p', { class: 'trouble' }, `Unable to load conversation ${id}`));
  }
}

function go(event) {
  const link = event.target.closest('a[data-sidebar-item]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  open();
}

async function fillHistory() {
  try {
    const { items } = await (await api('/conversations?offset=0&limit=28&order=updated')).json();
    document.getElementById('history').replaceChildren(...items.map(item => make('a', { href: `/c/${item.id}`, 'data-sidebar-item': true, dir: 'auto' }, item.title ?? 'New chat')));
    draw();
  } catch { /* signed out: the list stays empty */ }
}

// ---------------------------------------------------------------- the composer

async function send(text) {
  const question = { id: crypto.randomUUID(), author: { role: 'user', name: null, metadata: {} }, create_time: Date.now() / 1000, content: { content_type: 'text', parts: [text] }, status: 'finished_successfully', weight: 1, metadata: {}, recipient: 'all', channel: null };
  const hang = (message, parent) => {
    state.nodes.set(message.id, { id: message.id, message, parent, children: [] });
    state.nodes.get(parent).children.push(message.id);
    state.leaf = message.id;
    draw();
  };
  const above = state.leaf;
  hang(question, above);
  state.streaming = true;
  const answer = await api('/f/conversation', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action: 'next', messages: [question], parent_message_id: above, conversation_id: state.id, supported_encodings: ['v1'] }) });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '', reply = null;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    buffer += read.value;
    const frames = buffer.split('\n\n');
    buffer = frames.pop();
    for (const frame of frames) {
      const data = frame.split('\n').find(line => line.startsWith('data: '))?.slice(6);
      if (!data || data === '[DONE]' || data === '"v1"') continue;
      const value = JSON.parse(data);
      if (value.o === 'add') hang(reply = value.v.message, question.id);
      else if (reply && typeof value.v === 'string') { reply.content.parts[0] += value.v; draw(); }
    }
  }
  state.streaming = false;
}

function build() {
  const composer = make('div', { id: 'prompt-textarea', contenteditable: 'true', role: 'textbox', 'aria-label': label.ask, 'data-placeholder': label.ask });
  const submit = event => {
    event.preventDefault();
    const text = composer.textContent.trim();
    composer.textContent = '';
    if (text && state.id) send(text);
  };
  composer.addEventListener('keydown', event => { if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event); });
  const theme = () => {
    const dark = document.documentElement.classList.toggle('dark');
    document.documentElement.classList.toggle('light', !dark);
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
    localStorage.theme = dark ? 'dark' : 'light';
  };
  document.getElementById('app').append(
    make('div', { id: 'stage-slideover-sidebar' },
      make('a', { href: '/', 'data-sidebar-item': true, 'data-testid': 'create-new-chat-button' }, label.fresh),
      make('h2', {}, label.chats), make('div', { id: 'history' }),
      make('button', { 'data-testid': 'accounts-profile-button', onclick: theme }, label.theme)),
    make('main', {},
      make('header', { id: 'page-header' }, make('span', {}, 'ChatGPT'), make('div', { id: 'conversation-header-actions' })),
      make('div', { 'data-scroll-root': true }, make('div', { id: 'thread' })),
      make('div', { id: 'thread-bottom-container' },
        make('form', { 'data-type': 'unified-composer', onsubmit: submit }, composer,
          make('button', { id: 'composer-submit-button', 'data-testid': 'send-button', 'aria-label': 'Send prompt' }, '↑')))));
  document.addEventListener('click', go);
  addEventListener('popstate', open);
  // Typing anywhere lands in the composer, unless something that takes text has the focus.
  addEventListener('keydown', event => {
    const at = document.activeElement;
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at?.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(at?.tagName)) return;
    composer.focus();
  });
}

if (localStorage.theme === 'dark' || localStorage.theme === 'light') {
  document.documentElement.classList.toggle('dark', localStorage.theme === 'dark');
  document.documentElement.classList.toggle('light', localStorage.theme !== 'dark');
}
document.documentElement.style.colorScheme = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
build();
fillHistory();
open();
