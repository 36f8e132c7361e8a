import DataLoader from 'dataloader';
import { ownerOf } from '../../access/owner.js';
import { PedigreeError } from '../../blup/index.js';
import type { LoaderFactory } from '../../context.js';
import { together } from '../../graphql/together.js';
import type { Em } from '../../orm.js';
import { herdsOf, type View } from '../../queens/herd.js';
import { inbreedingOfDaughters, recordsOf, type Records } from './compute.js';
import { knownInbreeding } from './known-inbreeding.js';
import { readAncestry } from './read-ancestry.js';
import { rememberedAncestry } from './remembered-ancestry.js';
import { inThread } from './threads.js';

/** So many records hold the event loop up for some 30 ms; more go to another thread. */
export const AT_ONCE = 3000;

/**
 * The inbreeding coefficient of the daughters of a dam, which they have in common. For any number of dams one statement,
 * which reads just the revision of the account's queens where they are all known; none where that revision is known too,
 * nor where all of their ancestors are remembered then.
 */
export const inbreedingByDam: LoaderFactory<string, number> = (em, loaders) =>
  new DataLoader(async (dams) => {
    const { revision } = loaders;
    const found = revision === undefined ? undefined : await withoutReading(em, dams, revision);
    if (found) return dams.map((dam) => found.get(dam) as number);
    return loaders.get(askedTogether).loadMany(dams.map((dam) => ({ dam, revision })));
  });

/** Coefficients by dam, if nothing need be read for them as of the account's revision. */
async function withoutReading(
  em: Em,
  dams: readonly string[],
  asOf: number,
): Promise<ReadonlyMap<string, number> | undefined> {
  const owner = ownerOf(em);
  const store = knownInbreeding(em);
  const known = store.of(owner);
  if (known?.seenAt !== asOf) return undefined;
  if (dams.every((dam) => known.byDam.has(dam))) return known.byDam;
  const herd = await herdsOf(em).at(em, asOf);
  if (!herd || store.of(owner) !== known || known.seenAt !== asOf) return undefined;
  const lacking = dams.filter((dam) => !known.byDam.has(dam));
  const found = ofRemembered(known.records, herd, lacking);
  if (!found) return undefined;
  const added = lacking.map((dam, index): [string, number] => [dam, found.computed[index]!]);
  store.learn(owner, known.revision, added, found.fresh);
  return known.byDam;
}

function ofRemembered(known: Records, herd: View, dams: readonly string[]) {
  const remembered = rememberedAncestry(known, herd, dams, AT_ONCE);
  try {
    return remembered && { computed: inbreedingOfDaughters(remembered.records, dams), fresh: remembered.fresh };
  } catch (error) {
    // Rows of several moments may make a circle that none of the moments has.
    if (error instanceof PedigreeError) return undefined;
    throw error;
  }
}

interface Asked {
  dam: string;
  revision: number | undefined;
}

/** What is read is later than each revision that is asked for, and so than the latest. */
const askedTogether = together<Asked, number>(async (em, asked) => {
  const dams = [...new Set(asked.map(({ dam }) => dam))];
  const revisions = asked.flatMap(({ revision }) => revision ?? []);
  const found = await inbreedingOf(em, dams, revisions.length > 0 ? Math.max(...revisions) : undefined);
  return asked.map(({ dam }) => found.get(dam) as number);
});

const elsewhere = async (packed: string, dams: readonly string[]) =>
  (await inThread({ kind: 'daughters', packed, dams }, 'coefficients')).coefficients;

async function inbreedingOf(
  em: Em,
  dams: readonly string[],
  asOf: number | undefined,
): Promise<ReadonlyMap<string, number>> {
  const owner = ownerOf(em);
  // What a transaction sees of its own is not there for others, and may never be.
  const store = em.isInTransaction() ? undefined : knownInbreeding(em);
  const known = store?.of(owner);
  const held = known ? dams.filter((dam) => known.byDam.has(dam)) : [];
  const lacking = known ? dams.filter((dam) => !known.byDam.has(dam)) : dams;
  const ancestry = await readAncestry(em, lacking, known && { revision: known.revision, ids: held });
  const stillKnown = ancestry.revision === known?.revision;
  const asked = stillKnown ? lacking : dams;
  const found = new Map<string, number>();
  if (stillKnown) for (const dam of held) found.set(dam, known!.byDam.get(dam)!);
  if (stillKnown) known!.seenAt = asOf;
  if (asked.length === 0) return found;
  const { count, packed, revision } = ancestry;
  const records = count <= AT_ONCE ? recordsOf(packed) : undefined;
  const computed = records ? inbreedingOfDaughters(records, asked) : await elsewhere(packed, asked);
  const added = asked.map((dam, index): [string, number] => [dam, computed[index]!]);
  store?.learn(owner, revision, added, records);
  for (const [dam, coefficient] of added) found.set(dam, coefficient);
  return found;
}
