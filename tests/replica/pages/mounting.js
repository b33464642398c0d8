// Keeps only the turns near the view in the document, in both directions. Knows no conversation.
//
// Two ways: every turn keeps a shell with its last known height (`shells`), or turns go altogether and one spacer
// above and one below stand for them (`spacers`). What is on screen stays where it is: the first turn in view is
// the anchor, and the scroller moves by as much as that turn did. Works in a column-reverse scroller as well, since
// everything is measured between the scroller and the content, never from a scroll position.
//
// Many shells are made some at a time, from the end on; a gap of their height stands for the rest meanwhile.

import { make } from './elements.js';

const MARGIN = 80;
const SLICE = 40;
const SHELLS_AT_ONCE = 300;

export class Mounting {
  /** @param {{scroller: HTMLElement, content: HTMLElement, usual: number, shells: boolean, guess: number}} given */
  constructor({ scroller, content, usual, shells, guess }) {
    Object.assign(this, { scroller, content, usual, shells, guess, entries: [], byKey: new Map() });
    this.allowed = Math.min(usual, SLICE);
    this.above = make('div', { class: 'spacer' });
    this.under = make('div', { class: 'spacer' });
    if (!shells) content.append(this.above, this.under);
    this.gap = make('div', { class: 'spacer' });
    this.left = 0;
    this.waiting = 0;
    scroller.addEventListener('scroll', () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(scroller);
  }

  later() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      const anchor = this.anchor();
      if (this.left) this.placeShells();
      this.update(anchor);
    });
  }

  /**
   * @param {{key: string, id: string, signature: string, build: () => HTMLElement}[]} items A turn is built again
   *   when its signature is another.
   * @param {{toEnd: boolean, following: boolean}} how `following` keeps the end in view if it is there.
   */
  set(items, { toEnd, following }) {
    const stick = toEnd || (following && this.entries.length > 0 && this.atEnd());
    const anchor = this.anchor();
    const known = this.byKey;
    this.byKey = new Map();
    this.entries = items.map(item => {
      const entry = known.get(item.key) ?? { key: item.key, item, height: this.guess, element: null, shell: null };
      known.delete(item.key);
      if (entry.element && entry.item.signature !== item.signature) this.rebuild(entry, item);
      entry.item = item;
      this.byKey.set(item.key, entry);
      return entry;
    });
    for (const gone of known.values()) { gone.element?.remove(); gone.shell?.remove(); }
    if (this.shells) this.placeShells();
    this.update(stick ? null : anchor, stick);
  }

  rebuild(entry, item) {
    const fresh = item.build();
    entry.element.replaceWith(fresh);
    entry.element = fresh;
  }

  placeShells() {
    const missing = this.entries.filter(entry => !entry.shell);
    const now = new Set(missing.slice(-SHELLS_AT_ONCE));
    this.gap.remove();
    let next = this.content.firstElementChild, skipped = false, behind = null;
    const fresh = document.createDocumentFragment();
    const flush = () => { if (fresh.childNodes.length) this.content.insertBefore(fresh, next); };
    for (const entry of this.entries) {
      if (!entry.shell && !now.has(entry)) { skipped = true; behind = null; continue; }
      entry.shell ??= this.shellOf(entry);
      if (skipped) { behind ??= entry.shell; }
      if (entry.shell === next) { flush(); next = next.nextElementSibling; } else fresh.append(entry.shell);
    }
    flush();
    this.left = missing.length - now.size;
    if (!this.left) return;
    const height = missing.slice(0, this.left).reduce((sum, entry) => sum + entry.height, 0);
    this.gap.style.height = `${height}px`;
    this.content.insertBefore(this.gap, behind);
    this.later();
  }

  shellOf(entry) {
    const shell = make('div', { 'data-turn-id-container': entry.item.id, 'data-is-intersecting': 'false' });
    shell.style.setProperty('--last-known-height', `${entry.height}px`);
    return shell;
  }

  atEnd() {
    return this.content.getBoundingClientRect().bottom - this.scroller.getBoundingClientRect().bottom < 40;
  }

  /** The view in px of the content. */
  view() {
    const top = this.scroller.getBoundingClientRect().top - this.content.getBoundingClientRect().top;
    return { top, bottom: top + this.scroller.clientHeight };
  }

  measure() {
    for (const entry of this.entries) if (entry.element) entry.height = (entry.shell ?? entry.element).offsetHeight;
  }

  /** The first turn in view, and how far below the view's top it begins. */
  anchor() {
    if (!this.entries.length) return null;
    this.measure();
    const { top } = this.view();
    let y = 0;
    for (const entry of this.entries) {
      if (y + entry.height > top + 1) return { key: entry.key, offset: y - top };
      y += entry.height;
    }
    return null;
  }

  topOf(key) {
    let y = 0;
    for (const entry of this.entries) {
      if (entry.key === key) return y;
      y += entry.height;
    }
    return null;
  }

  /** Which turns belong in the document: all in view, and as many around them as are usual. */
  wanted(stick) {
    const { entries } = this, count = entries.length;
    if (stick) return [Math.max(0, count - this.allowed), count];
    const view = this.view();
    let y = 0, first = count, last = 0;
    for (let index = 0; index < count; index += 1) {
      const next = y + entries[index].height;
      if (next > view.top - MARGIN && y < view.bottom + MARGIN) { first = Math.min(first, index); last = index + 1; }
      y = next;
    }
    if (first > last) first = last = view.top <= 0 ? 0 : count;
    while (last - first < this.allowed && (first > 0 || last < count)) {
      if (first > 0) first -= 1;
      if (last < count && last - first < this.allowed) last += 1;
    }
    return [first, last];
  }

  update(anchor, stick = false) {
    if (!this.entries.length) return this.space(0, 0);
    for (let round = 0; round < 4; round += 1) {
      const [first, last] = this.wanted(stick);
      const moved = this.mount(first, last);
      this.measure();
      this.space(first, last);
      if (stick) this.scroller.scrollTop = this.scroller.scrollHeight;
      else if (anchor) this.restore(anchor);
      stick = stick && moved;
      if (stick) { anchor = this.anchor(); stick = false; }
      if (!moved) break;
    }
    if (this.allowed < this.usual && this.allowed < this.entries.length) {
      this.allowed += SLICE;
      this.later();
    }
  }

  restore({ key, offset }) {
    const y = this.topOf(key);
    if (y === null) return;
    const by = y - this.view().top - offset;
    if (Math.abs(by) >= 1) this.scroller.scrollTop += by;
  }

  mount(first, last) {
    let moved = false, before = this.above;
    this.entries.forEach((entry, index) => {
      const wanted = index >= first && index < last && (!this.shells || entry.shell);
      if (!wanted && entry.element) { this.unmount(entry); moved = true; }
      if (wanted && !entry.element) { entry.element = entry.item.build(); moved = true; }
    });
    for (const entry of this.entries.slice(first, last)) {
      if (!entry.element) continue;
      if (entry.shell && entry.element.parentNode !== entry.shell) entry.shell.replaceChildren(entry.element);
      entry.shell?.setAttribute('data-is-intersecting', 'true');
      if (!entry.shell && entry.element.previousElementSibling !== before) before.after(entry.element);
      before = entry.element;
    }
    return moved;
  }

  unmount(entry) {
    entry.element.remove();
    entry.element = null;
    entry.shell?.setAttribute('data-is-intersecting', 'false');
    entry.shell?.style.setProperty('--last-known-height', `${entry.height}px`);
  }

  space(first, last) {
    if (this.shells) return;
    const height = (from, to) => this.entries.slice(from, to).reduce((sum, entry) => sum + entry.height, 0);
    this.above.style.height = `${height(0, first)}px`;
    this.under.style.height = `${height(last, this.entries.length)}px`;
  }
}
