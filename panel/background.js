// The extension's background: sees to it that the engine exists, and hands on the toolbar button.
// Must not know conversations. It takes no connections: they would reach it instead of the engine.

const { offscreen, runtime } = chrome;
const ENGINE_PAGE = "panel/engine.html";
const WELCOME_PAGE = "panel/welcome.html";

/** @type {Promise<void> | null} */
let making = null;

/** Make the engine's document once, whoever asks at the same time. */
async function ensureEngine() {
  // Firefox has no offscreen documents: there the engine runs in this very page.
  if (!offscreen) return;
  const existing = await runtime.getContexts({ contextTypes: [runtime.ContextType.OFFSCREEN_DOCUMENT] });
  if (existing.length) return;
  making ??= offscreen
    .createDocument({
      url: ENGINE_PAGE,
      reasons: [offscreen.Reason.WORKERS],
      justification: "Runs the Python engine that reads and lays out conversations in a Worker.",
    })
    .finally(() => {
      making = null;
    });
  await making;
}

runtime.onMessage.addListener((message, _sender, answer) => {
  if (message?.open_options) runtime.openOptionsPage();
  if (!message?.ensure_engine) return false;
  ensureEngine().then(
    () => answer({ ok: true }),
    (error) => answer({ ok: false, reason: String(error) }),
  );
  return true;
});

runtime.onInstalled.addListener(({ reason }) => {
  if (reason === runtime.OnInstalledReason.INSTALL) chrome.tabs.create({ url: WELCOME_PAGE });
});

chrome.action.onClicked.addListener((tab) => {
  if (tab.id === undefined) return;
  chrome.tabs.sendMessage(tab.id, { toggle: true }).catch(() => {
    // A page that we have no business with: there is nobody to tell.
  });
});
