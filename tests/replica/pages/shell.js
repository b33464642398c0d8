// The app shell: one block an exchange, units in it, few of them mounted, in a scroller that counts from the end.
//
// A route that was left stays mounted, not displayed; only `[data-app-shell-active-page="true"]` is on screen.
// Answers have a pager, questions a button that lists their versions; both are there while the exchange is under the
// pointer. A switch is told to the server.

import { options } from './api.js';
import { chats } from './chats.js';
import { composer } from './composer.js';
import { answerActions, pager, questionActions, shareButton, versionsAsked, whileHovered } from './controls.js';
import { hasVersions, loadOlder, loadVersions, state, switchAndTell } from './conversation.js';
import { button, formatted, make, picture, pieces } from './elements.js';
import { label, position } from './labels.js';
import { Mounting } from './mounting.js';
import { notices } from './notices.js';
import { olderWhenSeen } from './sentinel.js';
import { amountOf, blocksOf, isShown, pathTo } from './turns.js';
import { versionsOf, visibleAssistant, visibleUser } from './versions.js';

const OLD_ROUTES = 2;

// ---------------------------------------------------------------- exchanges and units

/** A question with its answers; an answer is what was done for it and, last, what it says. */
function exchangesOf(path) {
  const made = [];
  let doing = [];
  const close = () => {
    if (doing.some(isShown)) made.at(-1).answers.push(doing);
    doing = [];
  };
  for (const node of path) {
    if (visibleUser(node)) {
      close();
      made.push({ key: node.id, question: node, answers: [] });
    } else {
      if (!made.length) made.push({ key: node.id, question: null, answers: [] });
      doing.push(node);
      if (visibleAssistant(node)) close();
    }
  }
  close();
  return made.filter(each => each.question || each.answers.length);
}

function unit(exchange, number, role, nodes, ...inside) {
  const ids = nodes.map(node => node.id).join(' '), key = `${exchange.key}:${number}:${role}`;
  return make('div', {
    class: `unit ${role}`, 'data-chatgpt-search-unit-key': key, 'data-content-search-unit-key': key,
    'data-chatgpt-search-message-ids': ids,
  }, ...inside);
}

function versionsMenu(versions, place) {
  const open = place.querySelector('[role=menu]');
  if (open) return open.remove();
  place.append(make('div', { role: 'menu', class: 'menu' }, ...versions.ids.map((id, index) => {
    const name = `${label.version} ${position(index + 1, versions.ids.length)}`;
    const checked = String(index === versions.index);
    return button(name, name, () => switchAndTell(id), { role: 'menuitemradio', 'aria-checked': checked });
  })));
}

function drawQuestion(exchange, path, area) {
  const node = exchange.question, controls = make('div', { class: 'turn-action-controls' });
  const bubble = make('div', { 'data-user-message-bubble': true, 'data-markdown-text-tone': 'user-message', dir: 'auto' },
    ...pieces(node.message).map(piece => (piece.image ? picture() : piece.text)));
  const whole = unit(exchange, 0, 'user', [node], make('div', { class: 'group/user-message' }, bubble), controls);
  whileHovered(area, controls, () => {
    const versions = versionsOf(state.nodes, node, path);
    const several = versions.ids.length > 1 || hasVersions(node);
    const press = () => (versions.ids.length > 1 ? versionsMenu(versions, controls) : loadVersions());
    return [several ? button(label.versions, label.versions, press) : null, ...questionActions(node, true, bubble)];
  });
  return whole;
}

function drawBlock({ kind, nodes }) {
  if (kind === 'run') return make('div', { class: 'run', 'data-run': nodes.length }, label.worked);
  const shown = nodes.flatMap(node => pieces(node.message));
  return make('div', {
    'data-chatgpt-selection-message-id': nodes.at(-1).id, 'data-markdown-text-style': 'assistant-message', dir: 'auto',
  }, ...shown.flatMap(piece => (piece.image ? [picture()] : formatted(piece.text))));
}

function drawAnswer(exchange, nodes, number, path, area) {
  const last = nodes.at(-1), controls = make('div', { class: 'turn-action-controls' });
  const own = nodes.filter(isShown);
  const said = blocksOf({ role: 'assistant', nodes }).map(drawBlock);
  const whole = unit(exchange, number, 'assistant', own,
    make('h4', { class: 'sr-only', 'data-conversation-role': 'assistant' }, label.assistant), ...said, controls);
  const newest = exchange.answers.at(-1) === nodes;
  whileHovered(area, controls, () => [
    newest ? pager(versionsOf(state.nodes, last, path), switchAndTell) : null,
    newest ? versionsAsked(last) : null,
    ...answerActions(last),
  ]);
  return whole;
}

function itemOf(exchange, path) {
  const { key, question, answers } = exchange, last = answers.at(-1)?.at(-1) ?? question;
  const count = answers.reduce((sum, nodes) => sum + nodes.length, 0);
  const controls = options.pagerMounts === 'always'
    ? JSON.stringify([question, answers.at(-1)?.at(-1)].map(node => node && versionsOf(state.nodes, node, path))) : '';
  return {
    key, id: key, signature: `${controls} ${state.paged} ${count} ${last.id} ${amountOf(last)}`,
    build() {
      const area = make('div', { 'data-turn-key': key, class: 'exchange' });
      if (question) area.append(drawQuestion(exchange, path, area));
      area.append(...answers.map((nodes, index) => drawAnswer(exchange, nodes, index + 1, path, area)));
      return area;
    },
  };
}

function items() {
  const line = pathTo(state.nodes, state.leaf), path = new Set(line.map(node => node.id));
  return exchangesOf(line).map(exchange => itemOf(exchange, path));
}

// ---------------------------------------------------------------- routes

function route() {
  const sentinel = make('div', { 'data-testid': 'conversation-pagination-sentinel' });
  const notice = make('div', {}), exchanges = make('div', { class: 'exchanges' });
  const content = make('div', {
    class: 'thread-content', 'data-chatgpt-conversation-selection-target': true, 'data-thread-find-target': 'conversation',
  }, notice, sentinel, exchanges);
  const scroller = make('div', { class: 'thread-scroll-container', 'data-app-action-timeline-scroll': true }, content);
  const written = composer({ 'data-chatgpt-composer': true }, { 'data-composer-markdown': true });
  const bottom = make('div', { class: 'bottom' }, written.box);
  const page = make('div', { class: 'route', 'data-app-shell-active-page': 'true' }, scroller, bottom);
  let mounting = null;
  const older = olderWhenSeen(sentinel, scroller, loadOlder);
  return {
    page,
    field: written.text,
    draw(toEnd) {
      const usual = options.unmount ? options.mountedTurns || 6 : Infinity;
      mounting ??= new Mounting({ scroller, content: exchanges, usual, shells: false, guess: 240 });
      notice.replaceChildren(...notices());
      bottom.hidden = state.shared;
      mounting.set(items(), { toEnd, following: Boolean(state.answering) });
      written.update();
      older(state.cursor);
    },
  };
}

/** @param {(address: string) => void} go */
export function shell(go, theme) {
  const routes = make('div', { class: 'routes' });
  const list = make('div', {});
  const beside = chats(list, id => ({ 'data-sidebar-chatgpt-conversation-key': id }), go);
  const head = make('header', { class: 'head', 'data-testid': 'app-shell-header-context-menu-surface' },
    make('span', {}, 'ChatGPT'), shareButton({ class: 'gap-toolbar-action' }));
  document.getElementById('app').append(
    make('nav', { class: 'side', 'data-app-action-sidebar-scroll': true },
      make('a', { href: '/', 'data-testid': 'create-new-chat-button' }, label.fresh),
      make('h2', {}, label.chats), make('div', { 'data-sidebar-project-container-id': 'chats' }, list),
      make('button', { 'data-testid': 'accounts-profile-button', onclick: theme }, label.theme)),
    make('main', {}, head, routes));
  let current = null;
  const opened = () => {
    current?.page.setAttribute('data-app-shell-active-page', 'false');
    current = route();
    routes.append(current.page);
    while (routes.children.length > OLD_ROUTES + 1) routes.firstElementChild.remove();
  };
  opened();
  beside.fill();
  return {
    field: () => current.field,
    opened,
    draw(toEnd) {
      current.draw(toEnd);
      beside.update();
    },
  };
}
