// The page that a person sees once, after the first install.
// Must not know the engine.

import { browsersLocale, speak } from "./page_words.js";

await speak(browsersLocale);
document.querySelector("button")?.addEventListener("click", () => chrome.runtime.openOptionsPage());
