// Small durable records in the extension's IndexedDB: text by key.
// Must not know what a record holds.

const DATABASE = "conversation-tree";
const STORE = "records";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

/** @returns {Promise<Record<string, string>>} */
export async function readRecords() {
  const database = await opened();
  try {
    const store = database.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at]]));
  } finally {
    database.close();
  }
}

/** @param {string} key @param {string} value */
export async function saveRecord(key, value) {
  const database = await opened();
  try {
    await settled(database.transaction(STORE, "readwrite").objectStore(STORE).put(value, key));
  } finally {
    database.close();
  }
}
