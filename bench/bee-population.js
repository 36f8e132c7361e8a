import { randomFrom } from '../dist/src/blup/random.js';

/**
 * Returns records of `size` queens born over `years`, all with colonies.
 *
 * The kind `stations` is a realistic population. A tenth of the queens become dams, at an age of one to three years. 45
 * % of their daughters mate at mating stations (one station per 120 queens of a year; at each station, the daughters of
 * one queen produce the drones), 25 % mate with drones of the daughters of one of many queens, 5 % mate with drones of
 * a single queen, and 25 % mate openly.
 *
 * The kind `distinct` is the worst case. No queen is selected, and generations do not overlap. The dam is a random
 * queen of the preceding year, and every mating has a different sire. Matings therefore share no walk over ancestors.
 * The number of ancestors doubles with each generation, up to the size of the population.
 */
export function beePopulation(kind, size, { years = 15, seed = 1 } = {}) {
  const next = randomFrom(seed);
  const below = (limit) => Math.floor(next() * limit);
  const perYear = Math.ceil(size / years);
  const firstOf = (year) => year * perYear;
  const records = [];
  for (let year = 0; records.length < size; year += 1) {
    const count = Math.min(perYear, size - records.length);
    const oneOf = (share, oldest) => {
      const born = Math.max(0, year - 1 - below(oldest));
      return firstOf(born) + Math.floor(below(Math.ceil(perYear * share)) / share);
    };
    const stations = Array.from({ length: Math.ceil(perYear / 120) }, () => (year > 0 ? oneOf(0.02, 3) : 0));
    const sires = Array.from({ length: perYear }, (_, index) => index);
    for (let i = perYear - 1; i > 0; i -= 1) {
      const j = below(i + 1);
      [sires[i], sires[j]] = [sires[j], sires[i]];
    }
    const station = () => {
      const draw = next();
      if (draw < 0.45) return { kind: 'dpq', sire: stations[below(stations.length)], droneProducers: 8, drones: 12 };
      if (draw < 0.7) return { kind: 'dpq', sire: oneOf(0.05, 3), droneProducers: 4, drones: 10 };
      if (draw < 0.75) return { kind: 'single queen', sire: oneOf(0.05, 3), drones: 12 };
      return { kind: 'unknown', droneProducers: 50, drones: 12 };
    };
    for (let i = 0; i < count; i += 1) {
      const record = { id: firstOf(year) + i, colony: true };
      if (year > 0) {
        const distinct = kind === 'distinct';
        record.dam = distinct ? firstOf(year - 1) + below(perYear) : oneOf(0.1, 3);
        record.mating = distinct
          ? { kind: 'dpq', sire: firstOf(year - 1) + sires[i], droneProducers: 8, drones: 12 }
          : station();
      }
      records.push(record);
    }
  }
  return records;
}

/**
 * Returns records of a closed population: discrete generations, without open mating after the founders. In each
 * generation, a share of the queens become dams. The preceding generation has a few drone mothers. Every queen mates
 * with drones from the daughters of one of these drone mothers.
 */
export function closedPopulation(size, { generations, droneMothers, damShare = 0.1, seed = 1 }) {
  const next = randomFrom(seed);
  const below = (limit) => Math.floor(next() * limit);
  const perGeneration = Math.ceil(size / generations);
  const records = [];
  let dams = [];
  let sires = [];
  for (let generation = 0; records.length < size; generation += 1) {
    const first = records.length;
    const count = Math.min(perGeneration, size - first);
    for (let i = 0; i < count; i += 1) {
      const record = { id: first + i, colony: true, year: generation };
      if (generation > 0) {
        record.dam = dams[below(dams.length)];
        record.mating = {
          kind: 'dpq',
          sire: sires[below(sires.length)],
          droneProducers: 8,
          drones: 12,
          group: generation,
        };
      }
      records.push(record);
    }
    const drawn = new Set();
    const damCount = Math.max(1, Math.round(count * damShare));
    while (drawn.size < Math.max(damCount, droneMothers)) drawn.add(first + below(count));
    dams = [...drawn].slice(0, damCount);
    sires = [...drawn].slice(0, droneMothers);
  }
  return records;
}
