// The engine's document: the tabs' ports on one side, the Worker with Python on the other.
// Must not know what an event or a command means, but the two that are addressed to it.

import "./protocol_names.js";
import "./wire.js";
import { Nesting } from "./nesting.js";
import { readRecords, saveRecord } from "./records.js";
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
 */

/** @type {Map<number, Tab>} */
const tabs = new Map();
const decoder = new TextDecoder();

/** @type {Promise<Record<string, string>> | null} */
let records = null;

async function stored() {
  try {
    return await readRecords();
  } catch (error) {
    console.warn(`engine: the records could not be read (${error})`);
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

/** What the Worker's boot needs; the records are read once and then kept up to date here. */
async function prepare() {
  records ??= stored();
  const [known, texts] = await Promise.all([records, catalogues()]);
  return { records: JSON.stringify(known), locales: JSON.stringify(texts) };
}

const supervisor = new Supervisor({
  prepare,
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
  supervisor.call({ tab: number, header, body, levels }, ({ page, engine }) => {
    const tab = tabs.get(number);
    if (engine.byteLength) obey(JSON.parse(decoder.decode(engine)), tab, body, levels);
    tab?.port.postMessage({ kind: "batch", seq, commands: tab.binary ? page : decoder.decode(page) });
  });
}

/**
 * @param {any[]} commands @param {Tab | undefined} tab
 * @param {ArrayBuffer | null} body of the event they answer @param {number} levels
 */
function obey(commands, tab, body, levels) {
  for (const command of commands) {
    if (command.type === cgtNames.commands.keep_body) {
      if (tab && body) tab.kept = { conversation: command.conversation, body, levels };
    } else if (command.type === cgtNames.commands.save_record) {
      records = Promise.resolve(records).then((known) => ({ ...known, [command.key]: command.value }));
      saveRecord(command.key, command.value).catch((error) => {
        console.warn(`engine: a record could not be stored (${error})`);
      });
    }
  }
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
  if (tab.kept) {
    const header = JSON.stringify({
      type: cgtNames.events.conversation_kept,
      time: Date.now() / 1000,
      conversation: tab.kept.conversation,
    });
    pass(number, 0, header, tab.kept.body, tab.kept.levels);
  }
}

chrome.runtime.onConnect.addListener((port) => {
  const number = port.sender?.tab?.id;
  if (number === undefined) return;
  /** @type {Tab} */
  const tab = { port, binary: false, greeted: 0, kept: null, strikes: [] };
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
globalThis.engine = { supervisor, limits, tabs };
