import { defaultDroneNumbers, type BeeMating, type BeeQueen } from '../../../src/blup/index.js';
import { TabularBees } from '../../blup/tabular.js';

/** A queen as REST returns it. */
export interface Row {
  id: string;
  mother_id: string | null;
  father_id: string | null;
  mated_to_id: string | null;
  mating_type: string | null;
  sdi_code: number | null;
  drone_producers: number | null;
  drones: number | null;
  mated_at: string | null;
  birth_date: string | null;
  mating_station: string | null;
  inbreeding: number;
}

type Node = `${'queen' | 'workers'} ${string}`;

/** Converts rows of the service to records of the engine. */
export const toBeeQueens = (rows: readonly Row[]): BeeQueen[] =>
  rows.map((row) => ({
    id: row.id,
    dam: row.mother_id,
    mating: matingOf(row),
    damMating:
      row.mother_id === null && row.father_id !== null
        ? { kind: 'dpq', sire: row.father_id, droneProducers: 8, drones: 12, group: `dam of ${row.id}` }
        : null,
    colony: true,
  }));

function matingOf(row: Row): BeeMating {
  const { mated_to_id: sire, mating_type, sdi_code, drone_producers, drones: enteredDrones } = row;
  const type = sdi_code === 1 && (mating_type ?? 'insemination') === 'insemination' ? 'single_drone' : mating_type;
  const defaults = defaultDroneNumbers(type);
  const isSingle = type === 'single_drone' || type === 'single_queen';
  const droneProducers = isSingle ? 1 : (drone_producers ?? defaults.droneProducers);
  const drones = type === 'single_drone' ? 1 : (enteredDrones ?? defaults.drones);
  if (sire === null) return { kind: 'unknown', droneProducers, drones };
  if (isSingle) return { kind: 'single queen', sire, drones };
  const year = (row.mated_at ?? row.birth_date)?.slice(0, 4);
  const group = year === undefined ? row.id : `${year}/${row.mating_station ?? ''}`;
  return { kind: 'dpq', sire, droneProducers, drones, group };
}

/** Replaces matings in cycles by unknown matings, with a simple search from every queen. */
export function withoutCycles(bees: BeeQueen[]): BeeQueen[] {
  const byId = new Map(bees.map((bee) => [bee.id as string, bee]));
  const mateOf = ({ mating }: BeeQueen): Node[] => {
    if (!mating || mating.kind === 'unknown') return [];
    return [mating.kind === 'dpq' ? `workers ${mating.sire}` : `queen ${mating.sire}`];
  };
  const above = (node: Node): Node[] => {
    const [kind, id] = node.split(' ') as [string, string];
    const bee = byId.get(id)!;
    if (kind === 'workers') return [`queen ${id}`, ...mateOf(bee)];
    if (bee.dam != null) return [`workers ${bee.dam}`];
    return bee.damMating?.kind === 'dpq' ? [`workers ${bee.damMating.sire}`] : [];
  };
  const reaches = (from: Node, to: Node) => {
    const reached = new Set([from]);
    for (const node of reached) for (const next of above(node)) reached.add(next);
    return reached.has(to);
  };
  return bees.map((bee) => {
    const { mating } = bee;
    const [mate] = mateOf(bee);
    if (!mating || !mate || !reaches(mate, `workers ${bee.id as string}`)) return bee;
    const droneProducers = mating.kind === 'dpq' ? mating.droneProducers : 1;
    return { ...bee, mating: { kind: 'unknown', droneProducers, drones: mating.drones } };
  });
}

/** Returns the inbreeding of each queen according to the reference implementation `TabularBees`. */
export function tabularInbreeding(rows: readonly Row[]): Map<string, number> {
  const table = new TabularBees(withoutCycles(toBeeQueens(rows)));
  return new Map(rows.map(({ id }) => [id, table.inbreeding[table.names.indexOf(table.queen(id))]!]));
}
