// What stands where a conversation would be, or above it: a greeting, trouble, what kind of page it is.

import { state } from './conversation.js';
import { make } from './elements.js';
import { label } from './labels.js';

export function notices() {
  const loading = state.id && !state.nodes.size && !state.trouble;
  return [
    !state.id && !state.nodes.size && make('div', { class: 'greeting' }, state.temporary ? label.temporary : label.home),
    state.trouble && make('p', { class: 'trouble' }, `${label.trouble} ${state.id}`),
    loading && make('div', { class: 'sr-only', role: 'status' }, label.loading),
    state.shared && make('p', { class: 'note' }, label.shared),
  ].filter(Boolean);
}
