// The mark above the oldest loaded message: when it comes within 80 px of the view, an older page is asked for.

/** @returns {(cursor: string | null) => void} To be called after every change. */
export function olderWhenSeen(sentinel, scroller, load) {
  const seen = entries => { if (entries.some(each => each.isIntersecting)) load(); };
  const watcher = new IntersectionObserver(seen, { root: scroller, rootMargin: '80px 0px' });
  let watched = null;
  return cursor => {
    if (cursor === watched) return;
    watched = cursor;
    watcher.unobserve(sentinel);
    sentinel.hidden = !cursor;
    if (cursor) watcher.observe(sentinel);
  };
}
