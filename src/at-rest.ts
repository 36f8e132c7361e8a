/** Milliseconds between looks. */
const PERIOD = 5_000;
/** Milliseconds of a period: whoever works less is at rest, for looking out for jobs takes some. */
const AT_REST = 150;
/**
 * Periods of rest. A collection that gives memory back takes machine code along: what is asked next takes the processor
 * for twice as long, for some ten seconds. So it is not for whoever pauses for a moment.
 */
const ENOUGH = 12;

/**
 * Gives memory back whenever this process has come to rest: soon after its start, which takes much, and after each time
 * of much work. By itself the engine keeps what it once had, for as long as little is asked of it. It takes some 0.1 s.
 */
export function giveMemoryBackAtRest(): void {
  // `npm start` makes it known.
  const collect = globalThis.gc;
  if (!collect) return;
  let before = performance.eventLoopUtilization();
  /** How many periods of rest are still to come; 0 once memory was given back, until there is work again. */
  let missing = 1;
  const look = () => {
    const { active } = performance.eventLoopUtilization(before);
    if (active > AT_REST) missing = ENOUGH;
    else if (missing > 0) {
      missing -= 1;
      if (missing === 0) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
    before = performance.eventLoopUtilization();
  };
  setInterval(look, PERIOD).unref();
}
