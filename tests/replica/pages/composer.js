// The composer of both pages: what is written is sent; a reply being written shows a stop button instead.
// Typing anywhere lands in it, unless something that takes text has the focus.

import { state } from './conversation.js';
import { button, make, takesText } from './elements.js';
import { label } from './labels.js';
import { send } from './sending.js';

/**
 * @param {Record<string, any>} form @param {Record<string, any>} field Their attributes, by which each page is known.
 */
export function composer(form, field) {
  const named = { 'aria-label': label.ask, 'data-placeholder': label.ask };
  const text = make('div', { contenteditable: 'true', role: 'textbox', dir: 'auto', ...named, ...field });
  const action = make('div', { class: 'flex' });
  const submit = event => {
    event.preventDefault();
    const written = text.innerText.trim();
    if (!written || state.answering) return;
    text.replaceChildren();
    send(written);
  };
  text.addEventListener('keydown', event => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
  });
  const box = make('form', { ...form, onsubmit: submit }, text, action);
  let shown = '';
  const update = () => {
    const wanted = state.answering ? 'stop' : 'send';
    if (wanted === shown) return;
    shown = wanted;
    const id = { id: 'composer-submit-button', class: 'round' };
    action.replaceChildren(wanted === 'stop'
      ? button(label.stop, '■', () => state.answering?.stop(), { ...id, 'data-testid': 'stop-button' })
      : make('button', { ...id, type: 'submit', 'data-testid': 'send-button', 'aria-label': label.send }, '↑'));
  };
  update();
  return { box, text, update };
}

/** @param {() => HTMLElement | null} field */
export function takeTyping(field) {
  addEventListener('keydown', event => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!takesText(document.activeElement)) field()?.focus();
  }, true);
}
