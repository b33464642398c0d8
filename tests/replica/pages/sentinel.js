// The mark above the oldest loaded message: when it comes within 80 px of the view, an older page is asked for.

/** @returns {(cursor: string | null) => void} To be called after every change. */
export function olderWhenSeen(sentinel, scroller, load) {
  const watcher = new IntersectionObserver(seen => { if (seen.some(each => each.isIntersecting)) load(); }, { root: scroller, rootMargin: '80px 0px' });
  let watched = null;
  return cursor => {
    if (cursor === watched) return;
    watched = cursor;
    watcher.unobserve(sentinel);
    sentinel.hidden = !cursor;
    if (cursor) watcher.observe(sentinel);
  };
}
