// What lies around the page: the clipboard, and the person's time zone.
// Must not know who wants either.
"use strict";

globalThis.cgtSurroundings = {
  /** Whether the text is on the clipboard now. @param {string} text */
  copy: async (text) => navigator.clipboard.writeText(text).then(() => true, () => false),
  /** `[Unix seconds, minutes]`: from when on the clocks go how far before UTC; they are changed on Sundays. */
  utcOffsets() {
    const sundays = Array.from({ length: 1_000 }, (_, week) => new Date(2022, 0, 2 + 7 * week, 12));
    const offsets = sundays.map((day) => [day.getTime() / 1000, -day.getTimezoneOffset()]);
    return offsets.filter(([, minutes], week) => minutes !== offsets[week - 1]?.[1]);
  },
};
