// The words of the extension's own pages, in the person's language.
// Must not hold any of those words itself.

import "./protocol_names.js";

/** Not asked of `getMessage`: a page that shares its process with a website's is sometimes given no texts. */
const wanted = chrome.i18n.getUILanguage().replace("-", "_");
const close = [wanted, wanted.split("_")[0]].flatMap((name) => cgtNames.locales.filter((each) => each.startsWith(name)));
/** The catalogue for the browser's language. */
export const browsersLocale = close[0] ?? "en";

/**
 * Put the words of a catalogue into all that asks for some.
 * @param {string} locale @returns {Promise<(key: string, ...values: unknown[]) => string>} what says further ones
 */
export async function speak(locale) {
  const answer = await fetch(chrome.runtime.getURL(`_locales/${locale}/messages.json`));
  /** @type {Record<string, { message: string }>} */
  const catalogue = await answer.json();
  /** @param {string} key @param {unknown[]} values */
  const say = (key, ...values) =>
    values.reduce((/** @type {string} */ text, value, at) => text.replace(`$${at + 1}`, String(value)), catalogue[key].message);
  document.documentElement.lang = say("language_tag");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = say(/** @type {HTMLElement} */ (element).dataset.text ?? "");
  }
  return say;
}
