// The page's own requests to the site, with the headers it sends. Knows no conversation.

/** What the server wrote into the document. */
export const options = JSON.parse(document.getElementById('replica-options').textContent);

let token = '';

export async function api(path, init = {}) {
  if (!token) token = (await (await fetch('/api/auth/session')).json()).accessToken ?? '';
  const own = { authorization: `Bearer ${token}`, 'oai-client-version': options.clientVersion, 'oai-language': navigator.language };
  const answer = await fetch(`/backend-api${path}`, { ...init, headers: { ...own, ...init.headers } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export function sendJson(method, path, body, init = {}) {
  return api(path, { ...init, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
