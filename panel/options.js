// The options page: native controls on one side, the engine on the other.
// Must not know what a setting does: the core says how they are and what follows.

import "./protocol_names.js";
import "./wire.js";
import "./link.js";
import { browsersLocale, speak } from "./page_words.js";

const { events: E, commands: C } = cgtNames;
/** @type {<T extends Element>(selector: string) => T} */
const one = (selector) => /** @type {any} */ (document.querySelector(selector));
const form = /** @type {HTMLFormElement} */ (one("form"));
const status = /** @type {HTMLElement} */ (one("#status"));
const report = /** @type {HTMLTextAreaElement} */ (one("#report"));

let locale = browsersLocale;
let say = await speak(locale);
/** @type {EngineState | null} */
let engine = null;

/** The last thing set that the core has not answered: what is older than it would move a control back. */
let waiting = 0;

/** @returns {(HTMLInputElement | HTMLSelectElement)[]} */
const controls = () => [...form.querySelectorAll(/** @type {any} */ ("input, select"))];

function showNumbers() {
  for (const output of form.querySelectorAll("output")) {
    output.value = say(output.dataset.unit ?? "", /** @type {HTMLInputElement} */ (one(`#${output.htmlFor}`)).value);
  }
}

/** @type {Record<string, (command: any) => unknown>} */
const perform = {
  async [C.show_settings]({ values, locale: wanted, said }) {
    if (waiting) return;
    if (wanted !== locale) say = await speak((locale = wanted));
    for (const control of controls()) {
      const value = values[control.name];
      if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value;
      else if (control instanceof HTMLInputElement && control.type === "radio") control.checked = control.value === value;
      else control.value = String(value);
    }
    showNumbers();
    for (const group of form.querySelectorAll("fieldset")) group.disabled = false;
    if (said) status.textContent = say(said);
  },
  async [C.copy_text]({ text }) {
    report.value = text;
    report.hidden = false;
    await navigator.clipboard.writeText(text);
    status.textContent = say("diagnostics_copied");
  },
};

/** @param {Record<string, unknown> & { type: string }} event */
function send(event) {
  status.textContent = "";
  const sent = link.send({ ...event, time: Date.now() / 1000 });
  if (event.type === E.setting_changed) waiting = sent;
}

form.addEventListener("input", showNumbers);
form.addEventListener("change", ({ target }) => {
  const control = /** @type {HTMLInputElement} */ (target);
  const { name, type, checked, value } = control;
  if (name) send({ type: E.setting_changed, name, value: type === "checkbox" ? checked : type === "range" ? Number(value) : value });
});
one("#button_back").addEventListener("click", () => send({ type: E.setting_changed, name: "button", value: [] }));
one("#clear").addEventListener("click", () => send({ type: E.clearing_asked }));
one("#copy").addEventListener("click", () => {
  const { start_ms = 0, boot = "" } = engine ?? {};
  const facts = { browser: navigator.userAgent, language: navigator.language, engine_start_ms: Math.round(start_ms), boot };
  send({ type: E.diagnostics_asked, facts });
});
form.addEventListener("submit", (event) => event.preventDefault());

const link = cgtLink.open({
  state(change) {
    engine = change;
    waiting = 0;
    if (change.state === "ready") send({ type: E.settings_asked, language: browsersLocale.replace("_", "-") });
    else if (change.state === "gone") status.textContent = say("extension_updated");
    else {
      const key = `engine_${change.state}`;
      status.textContent = `${say(key)} ${say(`${key}_text`)}`;
      for (const group of form.querySelectorAll("fieldset")) group.disabled = true;
    }
  },
  batch(seq, commands) {
    if (seq === waiting) waiting = 0;
    for (const command of commands) perform[command.type]?.(command);
  },
});
