// What both Workers share: named jobs over messages, and a clock.
// Knows nothing of what is measured.

/** Mean time of one call in ms, and what the last one gave. @param {number} times @param {() => any} work @returns {[number, any]} */
export function timed(times, work) {
  let result;
  const begun = performance.now();
  for (let i = 0; i < times; i += 1) result = work();
  return [(performance.now() - begun) / times, result];
}

/** Answer messages `{job, ...options}` with what the job of that name gives. @param {Record<string, (options: any) => any>} jobs */
export function serve(jobs) {
  addEventListener("message", async ({ data, ports: [port] }) => {
    if (!data.job) return;
    try {
      port.postMessage(await jobs[data.job](data));
    } catch (error) {
      port.postMessage({ error: String(error).slice(0, 600) });
    }
  });
}
