// Small durable records in the extension's IndexedDB, text by key, and the database that all stores are in.
// Must not know what a record holds.

const DATABASE = "conversation-tree";
const RECORDS = "records";
/** Bodies of conversations, by account and conversation; `snapshots.js` keeps them. */
export const SNAPSHOTS = "snapshots";
/** Index of the snapshots that is read without their bodies. */
export const BY_AGE = "by_age";
/** What each version of the database has more than the one before. @type {((database: IDBDatabase) => void)[]} */
const MIGRATIONS = [
  (database) => database.createObjectStore(RECORDS),
  (database) => database.createObjectStore(SNAPSHOTS).createIndex(BY_AGE, ["saved", "size"]),
];
export const VERSION = MIGRATIONS.length;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** As it is now if no version is named, which is how one of a later version can be read. @param {number} [version] */
function connected(version) {
  const request = indexedDB.open(DATABASE, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    for (const migrate of MIGRATIONS.slice(oldVersion)) migrate(request.result);
  };
  return settled(request);
}

/**
 * Give the database to somebody for a while. One of a later version of the extension is given as it is.
 * @template T @param {(database: IDBDatabase) => Promise<T>} use
 */
export async function withDatabase(use) {
  const database = await connected(VERSION).catch((error) => {
    if (error.name !== "VersionError") throw error;
    return connected();
  });
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** @returns {Promise<Record<string, string>>} */
export function readRecords() {
  return withDatabase(async (database) => {
    const store = database.transaction(RECORDS).objectStore(RECORDS);
    const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at]]));
  });
}

/** @param {string} key @param {string} value */
export function saveRecord(key, value) {
  return withDatabase((database) => settled(database.transaction(RECORDS, "readwrite").objectStore(RECORDS).put(value, key)));
}
