// The engine's document: the tabs' ports on one side, the Worker with Python on the other.
// Must not know what an event or a command means, but those that are addressed to it.

import "./protocol_names.js";
import "./wire.js";
import { readDescription, readMemory } from "./engine_files.js";
import { Nesting } from "./nesting.js";
import { readRecords, saveRecord } from "./records.js";
import { bounds, dropSnapshots, readSnapshot, saveSnapshot } from "./snapshots.js";
import { Supervisor, limits } from "./supervisor.js";

/** A tab whose events killed the Worker so often within the time is not served until it asks again. */
const MOST_STRIKES = 4;
const STRIKE_MEMORY = 120_000;

/**
 * @typedef {object} Tab
 * @property {chrome.runtime.Port} port
 * @property {boolean} binary whether the bridge found that the Port carries buffers
 * @property {number} greeted the generation of the engine that this tab has sent an event to
 * @property {{ conversation: string, body: ArrayBuffer, levels: number } | null} kept
 * @property {number[]} strikes
 * @property {boolean} secret of a private window, so nothing of it is stored
 *
 * @typedef {{ number: number, tab: Tab, body: ArrayBuffer | null, levels: number }} From whose event a command answers
 */

/** @type {Map<number, Tab>} */
const tabs = new Map();
const decoder = new TextDecoder();
const { commands: C, events: E } = cgtNames;

/** @type {Promise<Record<string, string>> | null} */
let records = null;

/** What is not stored is a loss, not a fault. @param {string} what */
const unable = (what) => (/** @type {unknown} */ error) => console.warn(`engine: ${what} (${error})`);

async function stored() {
  try {
    return await readRecords();
  } catch (error) {
    unable("the records could not be read")(error);
    return {};
  }
}

async function catalogues() {
  const texts = cgtNames.locales.map(async (locale) => {
    const answer = await fetch(chrome.runtime.getURL(`_locales/${locale}/messages.json`));
    return [locale, await answer.json()];
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** The records are read once and then kept up to date here. */
async function texts() {
  records ??= stored();
  const [known, locales] = await Promise.all([records, catalogues()]);
  return { records: JSON.stringify(known), locales: JSON.stringify(locales) };
}

const supervisor = new Supervisor({
  async boot(allowed, send) {
    const sent = [texts().then((found) => send({ kind: "texts", ...found }))];
    const { snapshot } = allowed ? await readDescription() : { snapshot: null };
    if (snapshot) sent.push(readMemory(snapshot).then((content) => send({ kind: "memory", content }, [content])));
    await Promise.all(sent);
  },
  change() {
    for (const tab of tabs.values()) tell(tab);
  },
  crash({ tab: number }) {
    const tab = tabs.get(number);
    if (!tab) return;
    const now = performance.now();
    tab.strikes = [...tab.strikes.filter((at) => now - at < STRIKE_MEMORY), now];
  },
});

const CODES = { starting: undefined, ready: undefined, restarting: "CT-ENGINE-02", failed: "CT-ENGINE-01" };

/** Tell a tab how the engine is. @param {Tab} tab */
function tell(tab) {
  const state = tab.strikes.length >= MOST_STRIKES ? "failed" : supervisor.state;
  tab.port.postMessage({
    kind: "engine",
    state,
    code: CODES[state],
    generation: supervisor.generation,
    start_ms: supervisor.startMs,
    boot: supervisor.boot,
    // Arrives as a buffer only where the Port carries buffers.
    carries: new ArrayBuffer(1),
  });
}

/**
 * @param {number} number @param {number} seq @param {string} header @param {ArrayBuffer | null} body
 * @param {number} levels how deep the body is nested
 */
function pass(number, seq, header, body, levels) {
  const tab = /** @type {Tab} */ (tabs.get(number));
  supervisor.call({ tab: number, header, body, levels }, ({ page, engine }) => {
    // What another page of this tab asked for is nothing to the one that is there now.
    const there = tabs.get(number) === tab;
    if (there) tab.port.postMessage({ kind: "batch", seq, commands: tab.binary ? page : decoder.decode(page) });
    for (const command of engine.byteLength ? JSON.parse(decoder.decode(engine)) : []) {
      perform[command.type]?.(command, { number, tab, body, levels });
    }
  });
}

/** What is obeyed here; none of it holds up the answer. @type {Record<string, (command: any, from: From) => void>} */
const perform = {
  [C.keep_body]({ conversation }, { tab, body, levels }) {
    if (body) tab.kept = { conversation, body, levels };
  },
  [C.save_record]({ key, value }, { tab }) {
    if (tab.secret) return;
    records = Promise.resolve(records).then((known) => ({ ...known, [key]: value }));
    saveRecord(key, value).catch(unable("a record could not be stored"));
  },
  [C.tell_tabs]() {
    for (const number of tabs.keys()) report(number, { type: E.settings_changed }, null, 0);
  },
  [C.open_options]() {
    // A document that is offscreen has not all of the browser's interface.
    if (chrome.runtime.openOptionsPage) chrome.runtime.openOptionsPage();
    else chrome.runtime.sendMessage({ open_options: true }).catch(unable("the options could not be shown"));
  },
  [C.save_snapshot]({ account, conversation }, { tab, body, levels }) {
    if (!body || tab.secret) return;
    saveSnapshot(account, conversation, body, levels).catch(unable("a snapshot could not be stored"));
  },
  async [C.read_snapshot]({ account, conversation }, { number, tab }) {
    const { generation } = supervisor;
    const found = tab.secret
      ? undefined
      : await readSnapshot(account, conversation).catch(unable("a snapshot could not be read"));
    if (tabs.get(number) !== tab || generation !== supervisor.generation) return;
    const { body = null, saved = 0, levels = 0 } = found ?? {};
    report(number, { type: E.snapshot_read, conversation, saved }, body, levels);
  },
  [C.drop_snapshots]({ account, conversation }) {
    dropSnapshots(account, conversation).catch(unable("the snapshots could not be dropped"));
  },
};

/**
 * An event of this document's own.
 * @param {number} number @param {object} event @param {ArrayBuffer | null} body @param {number} levels
 */
function report(number, event, body, levels) {
  pass(number, 0, JSON.stringify({ ...event, time: Date.now() / 1000 }), body, levels);
}

/** @param {number} number @param {Tab} tab @param {any} message @param {ArrayBuffer | null} body @param {number} levels */
function receive(number, tab, message, body, levels) {
  if (message.retry) {
    tab.strikes = [];
    if (supervisor.state === "failed") supervisor.start();
    else tell(tab);
    return;
  }
  // Meant for a Python that is gone; the bridge begins anew with the next one.
  if (message.generation !== supervisor.generation || tab.strikes.length >= MOST_STRIKES) return;
  tab.binary = message.binary;
  pass(number, message.seq, message.header, body, levels);
  if (tab.greeted === supervisor.generation) return;
  tab.greeted = supervisor.generation;
  if (!tab.kept) return;
  const { conversation, body: kept, levels: deep } = tab.kept;
  report(number, { type: E.conversation_kept, conversation }, kept, deep);
}

chrome.runtime.onConnect.addListener((port) => {
  const { id: number, incognito: secret } = port.sender?.tab ?? {};
  if (number === undefined || secret === undefined) return;
  /** @type {Tab} */
  const tab = { port, binary: false, greeted: 0, kept: null, strikes: [], secret };
  let nesting = new Nesting();
  const inbox = cgtWire.inbox((piece) => nesting.feed(piece));
  tabs.set(number, tab);
  port.onMessage.addListener((received) => {
    const whole = inbox(received);
    if (!whole) return;
    const { deepest } = nesting;
    nesting = new Nesting();
    if (tabs.get(number) === tab) receive(number, tab, whole.message, whole.body, deepest);
  });
  port.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    if (tabs.get(number) !== tab) return;
    tabs.delete(number);
    supervisor.post({ kind: "close", tab: number });
  });
  tell(tab);
});

supervisor.start();

/** For a person who debugs, in the console of this document. */
globalThis.engine = { supervisor, limits, tabs, bounds, perform };
