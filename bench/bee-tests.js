import { randomFrom } from '../dist/src/blup/random.js';

const GROUP_SIZE = 12;

/**
 * Simulates test results. Each queen is tested in a contemporary group of her year. The groups are random or, if
 * `sisters` is true, keep sisters together.
 */
export function testsOf(
  records,
  { relationship, queenNode, workerNode },
  { years, parameters, seed = 1, sisters = false },
) {
  const next = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const { worker, queen, covariance, residual } = parameters;
  const { size, d, parent1, parent2, coefficient1, coefficient2 } = relationship;
  const [w, q] = [new Float64Array(size), new Float64Array(size)];
  const across = covariance / Math.sqrt(worker);
  for (let k = 0; k < size; k += 1) {
    const [z, own] = [normal(), Math.sqrt(d[k])];
    w[k] = own * Math.sqrt(worker) * z;
    q[k] = own * (across * z + Math.sqrt(queen - across ** 2) * normal());
    for (const [parent, share] of [
      [parent1[k], coefficient1[k]],
      [parent2[k], coefficient2[k]],
    ]) {
      if (parent < 0) continue;
      w[k] += share * w[parent];
      q[k] += share * q[parent];
    }
  }
  const queens = records.length;
  const perYear = Math.ceil(queens / years);
  const yearOf = (queen) => Math.floor(queen / perYear);
  const groupsOfYear = Math.ceil(perYear / GROUP_SIZE);
  const groups = groupsOfYear * years;
  const effects = Float64Array.from({ length: groups }, () => 30 + 8 * normal());
  const order = Array.from(records.keys());
  if (sisters) order.sort((a, b) => yearOf(a) - yearOf(b) || (records[a].dam ?? 0) - (records[b].dam ?? 0));
  const group = new Int32Array(queens);
  order.forEach((one, at) => {
    const within = sisters ? Math.floor((at % perYear) / GROUP_SIZE) : Math.floor(next() * groupsOfYear);
    group[one] = yearOf(one) * groupsOfYear + within;
  });
  const values = Float64Array.from(
    group,
    (g, one) => effects[g] + w[workerNode[one]] + q[queenNode[one]] + Math.sqrt(residual) * normal(),
  );
  return { queen: Int32Array.from(records.keys()), group, groups, values };
}
