// Starts the page that the server's options name: theme, language, navigation, drawing.

import { options } from './api.js';
import { takeTyping } from './composer.js';
import { drawnBy, open, state } from './conversation.js';
import { speak } from './labels.js';
import { legacy } from './legacy.js';
import { shell } from './shell.js';

const root = document.documentElement;

function wear(dark) {
  root.classList.toggle('dark', dark);
  root.classList.toggle('light', !dark);
  root.style.colorScheme = dark ? 'dark' : 'light';
}

function theme() {
  wear(!root.classList.contains('dark'));
  localStorage.theme = root.classList.contains('dark') ? 'dark' : 'light';
}

function go(address) {
  history.pushState({}, '', address);
  arrive();
}

function arrive() {
  page.opened();
  open();
}

wear(['dark', 'light'].includes(localStorage.theme) ? localStorage.theme === 'dark' : root.classList.contains('dark'));
speak(options.labels);
const page = (options.renderer === 'shell' ? shell : legacy)(go, theme);
drawnBy(toEnd => {
  document.title = state.title || 'ChatGPT';
  page.draw(toEnd);
});
document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="/"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute('href'));
});
addEventListener('popstate', arrive);
takeTyping(page.field);
open();
