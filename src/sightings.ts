/** A power of two. */
const PLACES = 2 ** 16;
const MANY = 255;

/**
 * How often something came of late, by its print: 32 bits of a hash, or of what is as good as one. The table is of a
 * fixed size, where what comes later takes the place of what came before it: that something came is forgotten sooner or
 * later, and seldom believed of what did not. A list of names, most of which never come again, would take more than the
 * look-up itself: the collector carries it about.
 */
export class Sightings {
  private readonly prints = new Int32Array(PLACES);
  private readonly times = new Uint8Array(PLACES);

  /** @returns how often it had come before */
  note(print: number): number {
    const place = (print ^ (print >>> 16)) & (PLACES - 1);
    const before = this.prints[place] === (print | 0) ? this.times[place]! : 0;
    this.prints[place] = print;
    this.times[place] = Math.min(before + 1, MANY);
    return before;
  }
}
