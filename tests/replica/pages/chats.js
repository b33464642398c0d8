// The list of chats beside both pages, with renaming and deleting. Knows neither page's frame.

import { api } from './api.js';
import { remove, rename, state } from './conversation.js';
import { button, make } from './elements.js';
import { label } from './labels.js';

let listed = [];

/**
 * @param {HTMLElement} list
 * @param {(id: string) => Record<string, any>} marks A link's own attributes.
 * @param {(address: string) => void} go
 */
export function chats(list, marks, go) {
  let drawn = '';

  async function fill() {
    try {
      listed = (await (await api('/conversations?offset=0&limit=28&order=updated')).json()).items;
    } catch { /* signed out: the list stays as it is */ }
    update();
  }

  function update() {
    const active = listed.find(item => item.id === state.id);
    if (active && state.title) active.title = state.title;
    const now = JSON.stringify([state.id, listed.map(item => [item.id, item.title])]);
    if (now === drawn) return;
    drawn = now;
    list.replaceChildren(...listed.map(row));
  }

  function row(item, index) {
    const own = { href: `/c/${item.id}`, dir: 'auto', 'data-active': item.id === state.id };
    const link = make('a', { ...own, ...marks(item.id) }, item.title ?? label.fresh);
    const more = { class: 'more', 'data-testid': `history-item-${index}-options` };
    const whole = make('div', { class: 'chat' }, link, button(label.options, '…', () => menu(whole, item, link), more));
    return whole;
  }

  function menu(whole, item, link) {
    const open = whole.querySelector('[role=menu]');
    if (open) return open.remove();
    const entry = (name, press, id) => button(name, name, press, { role: 'menuitem', 'data-testid': id });
    whole.append(make('div', { role: 'menu', class: 'menu' },
      entry(label.rename, () => naming(whole, item, link), 'rename-chat-menu-item'),
      entry(label.remove, () => asking(whole, item), 'delete-chat-menu-item')));
  }

  function naming(whole, item, link) {
    const field = make('input', { 'aria-label': label.rename });
    field.value = item.title ?? '';
    const form = make('form', {}, field);
    form.addEventListener('submit', async event => {
      event.preventDefault();
      item.title = field.value;
      await rename(item.id, field.value);
      drawn = '';
      update();
    });
    whole.querySelector('[role=menu]')?.remove();
    link.replaceWith(form);
    field.focus();
  }

  function asking(whole, item) {
    const confirmed = async () => {
      dialog.remove();
      await remove(item.id);
      listed = listed.filter(each => each !== item);
      update();
      if (item.id === state.id) go('/');
    };
    const dialog = make('div', { role: 'dialog', class: 'dialog', 'aria-label': label.remove },
      button(label.cancel, label.cancel, () => dialog.remove()),
      button(label.remove, label.remove, confirmed, { 'data-testid': 'delete-conversation-confirm-button' }));
    whole.querySelector('[role=menu]')?.remove();
    document.body.append(dialog);
  }

  let wasAnswering = false;
  return {
    fill,
    update() {
      const ended = wasAnswering && !state.answering;
      wasAnswering = Boolean(state.answering);
      if (ended && !state.temporary && !listed.some(item => item.id === state.id)) fill();
      else update();
    },
  };
}
