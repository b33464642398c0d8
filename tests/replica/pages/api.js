// The page's own requests to the site, with the headers it sends. Knows no conversation.
//
// The token is asked for once, and once more after a 401. In a workspace, which a cookie names, every request
// says the account that the accounts route tells.

/** What the server wrote into the document. */
export const options = JSON.parse(document.getElementById('replica-options').textContent);

/** @type {Promise<Record<string, string>> | null} */
let identity = null;

const cookie = () => document.cookie.match(/(?:^|; )_account=([^;]*)/)?.[1] ?? '';

async function identify() {
  const version = { 'oai-client-version': options.clientVersion };
  const token = (await (await fetch('/api/auth/session', { headers: version })).json()).accessToken ?? '';
  const own = {
    authorization: `Bearer ${token}`, ...version, 'oai-language': navigator.language,
  };
  const key = cookie();
  if (!key || key === 'personal') return own;
  const answer = await fetch('/backend-api/accounts/check/v4-2023-04-27', { headers: own });
  const id = answer.ok ? (await answer.json()).accounts?.[key]?.account?.account_id : null;
  return id ? { ...own, 'chatgpt-account-id': id } : own;
}

async function ask(path, init) {
  identity ??= identify();
  try {
    return await fetch(`/backend-api${path}`, { ...init, headers: { ...await identity, ...init.headers } });
  } catch (error) {
    identity = null;
    throw error;
  }
}

export async function api(path, init = {}) {
  let answer = await ask(path, init);
  if (answer.status === 401) {
    identity = null;
    answer = await ask(path, init);
  }
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export function sendJson(method, path, body, init = {}) {
  return api(path, { ...init, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
