import { nameKey } from '../../dist/src/features/queens/name-key.js';
import { randomFrom } from '../../dist/src/blup/random.js';

const YEARS = 10;
const FIRST_YEAR = 2015;
/** Every tenth queen is a breeding queen. */
const BREEDING_INTERVAL = 10;
/** Number of breeding queens of a year that are dams of breeding queens of the next year. */
const NUCLEUS = 16;
/** Number of breeding queens of a year that are drone mothers of mating stations. */
const STATIONS = 8;
/** Share of queens, other than drone mothers, that mate with a drone mother of the preceding year. */
const OLDER_MATE_SHARE = 0.1;
/** Number that means no queen. */
const NONE = -1;
const NAMES =
  'Änne Berta Carla Dora Elfi Frieda Gerda Hanna Ida Jutta Käthe Lotte Maja Nele Olga Paula Rösli Selma Toni Ursel';
const RACES = ['C', 'C', 'C', 'C', 'C', 'B', 'M', 'L'];

/**
 * A population of queens with ten birth years. Size, seed and account determine all data. Queens are identified by
 * number. One in ten queens of a year is a parent of queens of the next year. Each year is one generation, and the
 * youngest queens have pedigrees of seven generations. Breeding queens come from a nucleus and mate at a few stations.
 * Ancestors therefore repeat: about 70 queens fill about 250 of the 254 positions of seven generations, for any size
 * from 3,200 queens on.
 */
export class Herd {
  /**
   * @param size at least 200
   * @param account distinguishes the populations of accounts
   */
  constructor(size, { account = 0, seed = 1 } = {}) {
    Object.assign(this, { size, account, perYear: Math.ceil(size / YEARS) });
    for (const relation of ['mother', 'father', 'mate']) this[relation] = new Int32Array(size).fill(NONE);
    const next = randomFrom(seed + account);
    const breeding = Math.floor(this.perYear / BREEDING_INTERVAL);
    const nucleus = Math.min(NUCLEUS, Math.floor(breeding / 2));
    const stations = Math.min(STATIONS, breeding - nucleus);
    const oneOf = (year, first, count) =>
      year < 0 ? NONE : year * this.perYear + BREEDING_INTERVAL * (first + Math.floor(next() * count));
    for (let queen = 0; queen < size; queen += 1) {
      const year = Math.floor(queen / this.perYear);
      const place = (queen % this.perYear) / BREEDING_INTERVAL;
      const mother = oneOf(year - 1, 0, this.breeds(queen) ? nucleus : breeding);
      this.mother[queen] = mother;
      this.father[queen] = mother === NONE ? NONE : this.mate[mother];
      // The drone mother of a station must mate before the queens that mate there.
      const isStation = place >= nucleus && place < nucleus + stations;
      this.mate[queen] = oneOf(isStation || next() < OLDER_MATE_SHARE ? year - 1 : year, nucleus, stations);
    }
  }

  breeds(queen) {
    return (queen % this.perYear) % BREEDING_INTERVAL === 0;
  }

  /** Returns a UUID of version 7, as in the service. Queens that are written together have adjacent ids. */
  id(queen, kind = 0) {
    if (queen === NONE) return null;
    const random = scatter(queen * 16 + kind, this.account);
    const time = (0x019000000000 + this.account * 0x10000000 + queen).toString(16).padStart(12, '0');
    const rest = random.toString(16).padStart(8, '0');
    const tail = (8 + (random % 4)).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16)}${rest.slice(0, 2)}-${tail}${rest.slice(2, 5)}-${rest.slice(5)}${hex(queen, 9)}`;
  }

  yearOf(queen) {
    return FIRST_YEAR + Math.floor(queen / this.perYear);
  }

  /** Returns the row of a queen by column names. */
  row(queen) {
    const random = scatter(queen, 99);
    const name = `${NAMES.split(' ')[random % 20]} ${1 + (queen % 977)}`;
    return {
      id: this.id(queen),
      generation: this.breeds(queen) ? 'F0' : 'F1',
      name,
      name_key: nameKey(name),
      external_id: this.externalId(queen),
      race: RACES[random % RACES.length],
      birth_date: `${this.yearOf(queen)}-0${5 + (random % 3)}-${String(1 + ((random >>> 4) % 28)).padStart(2, '0')}`,
      status: ['dead', 'dead', 'production', 'testing'][(random >>> 8) % 4],
      mother_id: this.id(this.mother[queen]),
      father_id: this.id(this.father[queen]),
      mated_to_id: this.id(this.mate[queen]),
      mating_type: 'land_station',
      drone_producers: 8,
      drones: 12,
    };
  }

  externalId(queen) {
    return `DE-${18 + this.account}-${1 + (queen % 40)}-${1 + Math.floor(queen / 40)}-${this.yearOf(queen)}`;
  }

  numberOf(externalId) {
    const [, , residue, row] = externalId.split('-').map(Number);
    return (row - 1) * 40 + residue - 1;
  }

  /** Yields the evaluations of a queen. Half of the queens are tested one to three times. */
  *evaluations(queen) {
    const random = scatter(queen, 7);
    if (random % 2 === 0) return;
    const score = (shift) => 1 + ((random >>> shift) % 7) / 2;
    for (let time = 0; time <= (random >>> 1) % 3; time += 1) {
      yield {
        id: this.id(queen, 1 + time),
        queen_id: this.id(queen),
        year: this.yearOf(queen) + 1 + time,
        evaluator: `Tester ${1 + (queen % 40)}`,
        honey: 10 + ((random >>> 3) % 400) / 10,
        gentleness: score(5),
        vigor: score(8),
        wintering: score(11),
        non_swarming: score(14),
        comb_behavior: score(17),
        hyg6h: (random >>> 20) % 25,
        hyg24h: 25 + ((random >>> 22) % 25),
      };
    }
  }

  /** Returns the queens of the last two birth years in random order. */
  shuffledYoungest(seed = 2) {
    const first = this.perYear * (YEARS - 2);
    const list = Int32Array.from({ length: this.size - first }, (_, index) => first + index);
    const next = randomFrom(seed);
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  /**
   * Returns the ancestors of a queen by ahnentafel position: the parents of position n have the positions 2n and 2n +
   * 1.
   */
  ancestors(queen, depth) {
    const found = new Map();
    const walk = (ancestor, position, left) => {
      if (ancestor === NONE) return;
      if (position > 1) found.set(position, ancestor);
      if (left === 0) return;
      walk(this.mother[ancestor], 2 * position, left - 1);
      walk(this.father[ancestor], 2 * position + 1, left - 1);
    };
    walk(queen, 1, depth);
    return found;
  }
}

const hex = (number, digits) => number.toString(16).padStart(digits, '0').slice(-digits);

/** Returns a pseudo-random number of 32 bits. */
function scatter(number, salt) {
  let t = Math.imul(number ^ (salt << 24), 0x9e3779b1) ^ salt;
  t = Math.imul(t ^ (t >>> 16), 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 13), 0xc2b2ae35);
  return (t ^ (t >>> 16)) >>> 0;
}
