// The last known bytes of conversations in the extension's IndexedDB, bounded, the oldest first to go.
// Must not know what the bytes say.

import { BY_AGE, SNAPSHOTS, VERSION, settled, withDatabase } from "./records.js";

/** A person who debugs may change them; so may a test. */
export const bounds = { bytes: 64 * 1024 * 1024, conversations: 200 };

/** @typedef {{ body: ArrayBuffer, levels: number, saved: number, size: number }} Snapshot `saved` is in Unix seconds */

/**
 * A store of a later version is not ours to read or write.
 * @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => Promise<T>} use
 */
function withStore(mode, use) {
  return withDatabase(async (database) => {
    if (database.version !== VERSION) throw new Error(`the database has version ${database.version}`);
    const transaction = database.transaction(SNAPSHOTS, mode);
    const complete = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    complete.catch(() => {});
    const given = await use(transaction.objectStore(SNAPSHOTS));
    await complete;
    return given;
  });
}

/** @param {string} account @param {string} conversation @param {ArrayBuffer} body @param {number} levels how deep it is nested */
export async function saveSnapshot(account, conversation, body, levels) {
  const size = body.byteLength;
  if (!size || size > bounds.bytes) return;
  await withStore("readwrite", async (store) => {
    await settled(store.put({ body, levels, saved: Date.now() / 1000, size }, [account, conversation]));
    await makeRoom(store);
  });
}

/** Only keys are read for this: the index has all that is to be known. @param {IDBObjectStore} store */
async function makeRoom(store) {
  /** @type {{ size: number, key: IDBValidKey }[]} */
  const kept = [];
  const request = store.index(BY_AGE).openKeyCursor();
  for (let at = await settled(request); at; at = await settled(request)) {
    kept.push({ size: /** @type {number[]} */ (at.key)[1], key: at.primaryKey });
    at.continue();
  }
  let total = kept.reduce((sum, { size }) => sum + size, 0);
  for (let oldest = 0; total > bounds.bytes || kept.length - oldest > bounds.conversations; oldest += 1) {
    store.delete(kept[oldest].key);
    total -= kept[oldest].size;
  }
}

/** @param {string} account @param {string} conversation @returns {Promise<Snapshot | undefined>} */
export function readSnapshot(account, conversation) {
  return withStore("readonly", (store) => settled(store.get([account, conversation])));
}

/**
 * One, of every account when none is named; or all when no conversation is named.
 * @param {string} account @param {string} conversation
 */
export function dropSnapshots(account, conversation) {
  return withStore("readwrite", async (store) => {
    if (!conversation) await settled(store.clear());
    else if (account) await settled(store.delete([account, conversation]));
    else {
      const keys = /** @type {string[][]} */ (await settled(store.getAllKeys()));
      for (const key of keys) if (key[1] === conversation) store.delete(key);
    }
  });
}
