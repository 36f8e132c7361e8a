/** Milliseconds between looks. */
const PERIOD = 5_000;
/** Milliseconds of a period: whoever works less is at rest, for looking out for jobs takes some. */
const AT_REST = 150;

/**
 * Gives memory back whenever this process comes to rest: after its start, which takes much, and after each time of much
 * work. By itself the engine keeps what it once had, for as long as little is asked of it. It takes some 0.1 s.
 */
export function giveMemoryBackAtRest(): void {
  // `npm start` makes it known.
  const collect = globalThis.gc;
  if (!collect) return;
  let before = performance.eventLoopUtilization();
  let hasWorked = true;
  const look = () => {
    const { active } = performance.eventLoopUtilization(before);
    if (active > AT_REST) hasWorked = true;
    else if (hasWorked) {
      hasWorked = false;
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
    before = performance.eventLoopUtilization();
  };
  setInterval(look, PERIOD).unref();
}
