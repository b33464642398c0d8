// Making elements, and the words and pictures of a message as elements. Knows no renderer.

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `on…` is a listener; null and false are left out, true is empty.
 * @param {...(Node | string | null)} inside
 */
export function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...inside.filter(part => part !== null));
  return made;
}

/** What of a message can be seen: its texts and pictures. */
export function pieces(message) {
  const content = message.content ?? {};
  const parts = Array.isArray(content.parts) ? content.parts : [content.text ?? ''];
  return parts.map(part => {
    if (typeof part === 'string') return { text: part };
    if (part?.content_type === 'image_asset_pointer') return { image: part.asset_pointer };
    return part?.text ? { text: part.text } : null;
  }).filter(Boolean);
}

/** Bold and italic are all the Markdown that the conversations here need. */
export function formatted(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\n]+\*)/).map(part => {
    if (/^\*\*[^*]+\*\*$/.test(part)) return make('strong', {}, part.slice(2, -2));
    return /^\*[^*\n]+\*$/.test(part) ? make('em', {}, part.slice(1, -1)) : part;
  });
}

export const picture = () => make('div', { class: 'picture', role: 'img', 'aria-label': 'Image' }, 'image');

/** A named glyph: a button as both pages have them. */
export function button(name, glyph, press, more = {}) {
  return make('button', { type: 'button', 'aria-label': name, onclick: press, ...more }, glyph);
}

/** A text field of the page that takes typing, so that typing elsewhere does not go to the composer. */
export function takesText(element) {
  return Boolean(element?.isContentEditable) || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element?.tagName);
}
