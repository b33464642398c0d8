// The legacy page: one section a turn, n/m pagers that tell the server nothing, shells for turns out of view.

import { options } from './api.js';
import { chats } from './chats.js';
import { composer } from './composer.js';
import { answerActions, pager, questionActions, shareButton, versionsAsked, whileHovered } from './controls.js';
import { loadOlder, state, switchToOldest } from './conversation.js';
import { formatted, make, picture, pieces } from './elements.js';
import { label } from './labels.js';
import { Mounting } from './mounting.js';
import { notices } from './notices.js';
import { olderWhenSeen } from './sentinel.js';
import { amountOf, blocksOf, editable, isRendered, pathTo, roleOf, turnsOf, variantsOf } from './turns.js';

// ---------------------------------------------------------------- one turn

function bubble(nodes, turnRole, first) {
  const { message } = nodes[0];
  const box = make('div', {
    'data-message-id': nodes.at(-1).message.id, 'data-message-author-role': roleOf(nodes[0]), dir: 'auto',
    'data-message-model-slug': message.metadata?.model_slug ?? null, 'data-turn-start-message': first,
  });
  const text = [];
  for (const piece of nodes.flatMap(node => pieces(node.message))) {
    if (piece.image) box.append(picture());
    else if (piece.text.trim()) text.push(piece.text);
  }
  if (turnRole === 'user') for (const each of text) box.append(make('div', { class: 'whitespace-pre-wrap', dir: 'auto' }, each));
  else if (nodes.length > 1) box.append(make('div', { class: 'markdown prose', dir: 'auto' }, ...formatted(text.join(''))));
  else for (const each of text) box.append(make('div', { class: 'markdown prose', dir: 'auto' }, ...formatted(each)));
  return box;
}

const run = nodes => make('div', { class: 'run', 'data-run': nodes.length }, label.worked);

function drawTurn(turn, blocks, number) {
  const name = turn.role === 'user' ? 'user' : 'assistant';
  const controls = make('div', { class: 'controls' });
  const start = blocks.find(block => block.kind === 'bubble');
  const shown = blocks.map(block => (block.kind === 'run' ? run(block.nodes) : bubble(block.nodes, name, block === start)));
  const section = make('section', {
    'data-testid': `conversation-turn-${number}`, 'data-turn': name, 'data-turn-id': idOf(blocks), tabindex: '-1',
  }, make('h5', { class: 'sr-only' }, label[name]), ...shown, controls);
  const last = turn.nodes.at(-1);
  whileHovered(section, controls, () => [
    pager(variantsOf(state.nodes, turn), switchToOldest), versionsAsked(turn.nodes[0]),
    ...(name === 'user' ? questionActions(last, editable(turn), shown[0]) : answerActions(last)),
  ]);
  return section;
}

function idOf(blocks) {
  const said = blocks.find(block => block.kind === 'bubble') ?? blocks[0];
  return said.nodes[0].id;
}

class Item {
  constructor(turn, number, signature) {
    Object.assign(this, { key: turn.nodes[0].id, turn, number, signature });
  }

  get blocks() {
    return (this.made ??= blocksOf(this.turn));
  }

  get id() {
    return idOf(this.blocks);
  }

  build() {
    return drawTurn(this.turn, this.blocks, this.number);
  }
}

/** By a turn's first node: while a reply is written only the newest turn changes. */
const known = new WeakMap();

function itemOf(turn, number) {
  const last = turn.nodes.at(-1), always = options.pagerMounts === 'always' ? JSON.stringify(variantsOf(state.nodes, turn)) : '';
  const signature = `${number} ${state.paged} ${turn.nodes.length} ${last.id} ${amountOf(last)} ${always}`;
  const before = known.get(turn.nodes[0]);
  if (before?.signature === signature) return before;
  const item = new Item(turn, number, signature);
  known.set(turn.nodes[0], item);
  return item;
}

function items() {
  const found = [];
  turnsOf(pathTo(state.nodes, state.leaf)).forEach((turn, number) => { if (isRendered(turn)) found.push(itemOf(turn, number)); });
  return found;
}

// ---------------------------------------------------------------- the page

/** @param {(address: string) => void} go */
export function legacy(go, theme) {
  const sentinel = make('div', { 'data-testid': 'conversation-pagination-sentinel' });
  const notice = make('div', {}), turns = make('div', { class: 'turns' });
  const thread = make('div', { id: 'thread' }, notice, sentinel, turns);
  const scroller = make('div', { 'data-scroll-root': true }, thread);
  const written = composer({ 'data-type': 'unified-composer' }, { id: 'prompt-textarea' });
  const list = make('div', { id: 'history' });
  const beside = chats(list, () => ({ 'data-sidebar-item': true }), go);
  const bottom = make('div', { id: 'thread-bottom-container' }, written.box);
  const actions = make('div', { id: 'conversation-header-actions' }, shareButton({ 'data-testid': 'share-chat-button' }));
  document.getElementById('app').append(
    make('div', { id: 'stage-slideover-sidebar' },
      make('a', { href: '/', 'data-sidebar-item': true, 'data-testid': 'create-new-chat-button' }, label.fresh),
      make('h2', {}, label.chats), list,
      make('button', { 'data-testid': 'accounts-profile-button', onclick: theme }, label.theme)),
    make('main', {},
      make('header', { id: 'page-header' }, make('span', {}, 'ChatGPT'), actions),
      scroller, bottom));
  const usual = options.unmount ? options.mountedTurns || 15 : Infinity;
  const mounting = new Mounting({ scroller, content: turns, usual, shells: true, guess: 110 });
  const older = olderWhenSeen(sentinel, scroller, loadOlder);
  beside.fill();
  return {
    field: () => written.text,
    opened() {},
    draw(toEnd) {
      notice.replaceChildren(...notices());
      bottom.hidden = state.shared;
      mounting.set(items(), { toEnd, following: Boolean(state.answering) });
      written.update();
      beside.update();
      older(state.cursor);
    },
  };
}
