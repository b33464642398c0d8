// What both pages have below a turn: actions, the pager, the field for editing. Knows neither page's frame.

import { options } from './api.js';
import { hasVersions, loadVersions, state } from './conversation.js';
import { button, make } from './elements.js';
import { label, position } from './labels.js';
import { edit, regenerate } from './sending.js';

const marked = event => { event.preventDefault(); event.currentTarget.toggleAttribute('data-pressed'); };

export const shareButton = attributes => button(label.share, label.share, marked, attributes);

/** Two buttons around `n/m`; null when there is nothing to choose. */
export function pager({ ids, index }, choose) {
  if (ids.length < 2 || index < 0) return null;
  const step = by => event => { event.preventDefault(); choose(ids[index + by]); };
  return make('div', { class: 'flex' },
    button(label.previous, '‹', step(-1), { disabled: index === 0 }),
    make('div', { class: 'tabular-nums' }, position(index + 1, ids.length)),
    button(label.next, '›', step(1), { disabled: index === ids.length - 1 }));
}

/** Of a paged message that has versions only this is known; pressing it asks for them. */
export function versionsAsked(node) {
  return hasVersions(node) ? button(label.versions, '❏', () => loadVersions()) : null;
}

export function answerActions(node) {
  return [
    button(label.copy, '❏', marked, { 'data-testid': 'copy-turn-action-button' }),
    button(label.good, '▲', marked, { 'data-testid': 'good-response-turn-action-button' }),
    button(label.bad, '▼', marked, { 'data-testid': 'bad-response-turn-action-button' }),
    button(label.aloud, '♪', marked, { 'data-testid': 'voice-play-turn-action-button' }),
    button(label.share, '↥', marked, { 'data-testid': 'share-turn-action-button' }),
    state.shared ? null
      : button(label.again, '↻', () => regenerate(node.id), { 'data-testid': 'regenerate-turn-action-button' }),
  ];
}

export function questionActions(node, canEdit, bubble) {
  const start = () => bubble.replaceWith(editor(node, bubble));
  return [
    button(label.copy, '❏', marked, { 'data-testid': 'copy-turn-action-button' }),
    canEdit && !state.shared ? button(label.edit, '✎', start, { 'data-testid': 'edit-turn-action-button' }) : null,
  ];
}

function editor(node, bubble) {
  const field = make('textarea', { 'aria-label': label.edit, dir: 'auto' });
  field.value = (node.message.content.parts ?? []).filter(part => typeof part === 'string').join('\n');
  const form = make('form', { class: 'editor' }, field,
    button(label.cancel, label.cancel, () => form.replaceWith(bubble)), make('button', { type: 'submit' }, label.save));
  form.addEventListener('submit', event => {
    event.preventDefault();
    const text = field.value.trim();
    form.replaceWith(bubble);
    if (text) edit(node.id, text);
  });
  return form;
}

/**
 * Mounts what `fill` gives into `place` while `area` is under the pointer or has the focus, or for good.
 * @param {HTMLElement} area @param {HTMLElement} place @param {() => (Node | null)[]} fill
 */
export function whileHovered(area, place, fill) {
  const mount = () => { if (!place.firstChild) place.append(...fill().filter(Boolean)); };
  if (options.pagerMounts === 'always') return mount();
  const unmount = event => {
    if (area.contains(event.relatedTarget) || place.querySelector('[role=menu]')) return;
    place.replaceChildren();
  };
  for (const name of ['pointerover', 'mouseover', 'focusin']) area.addEventListener(name, mount);
  for (const name of ['pointerout', 'mouseout', 'focusout']) area.addEventListener(name, unmount);
}
