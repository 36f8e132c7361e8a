import { copiesOf } from '../data/device.js';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { byName } from '../data/natural-order.js';
import { isTransient } from '../data/transient.js';

const FIND = graphql(`
  query FindQueens($filter: QueenFilter) {
    queens(first: 20, filter: $filter) {
      totalCount
      nodes {
        id
        name
        externalId
        dateOfBirth
        generation
      }
    }
  }
`);

export interface PickedQueen {
  id: string;
  name: string;
  externalId: string | null;
  dateOfBirth: string | null;
}

interface Search {
  /** A part of a name or number. */
  search?: string;
  generation?: 'F0' | 'F1';
}

interface Found {
  totalCount: number;
  nodes: readonly PickedQueen[];
}

type Node = ResultOf<typeof FIND>['queens']['nodes'][number];

/**
 * Returns the first 20 queens with this text in their names or numbers. Without a network, searches the queens that are
 * stored on the device.
 */
export async function findQueens(search: Search, signal?: AbortSignal): Promise<Found> {
  try {
    return (await ask(FIND, { filter: search }, signal)).queens;
  } catch (error) {
    const stored = isTransient(error) ? await findOnDevice(search) : [];
    if (stored.length === 0) throw error;
    return { totalCount: stored.length, nodes: stored.slice(0, 20) };
  }
}

async function findOnDevice({ search = '', generation }: Search): Promise<Node[]> {
  const copies = (await copiesOf('queen')) as ({ queen: Node | null } | undefined)[];
  const searched = search.toLocaleLowerCase();
  const fits = ({ name, externalId, ...queen }: Node) =>
    (generation === undefined || queen.generation === generation) &&
    [name, externalId ?? ''].some((text) => text.toLocaleLowerCase().includes(searched));
  return copies
    .flatMap((copy) => copy?.queen ?? [])
    .filter(fits)
    .sort(byName);
}
