import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';
import { SESSION } from '../data/of-account.js';
import { queryClient } from '../data/query-client.js';
import { noResponse, rest } from '../data/rest.js';
import type { SignedIn } from '../data/of-account.js';
import { isUnfinished, whenFinished, type ImportDetail } from './import-data.js';
import { upload } from './upload.js';

export interface Sample {
  name: string;
  title: string;
  description: string;
  size: number;
  path: string;
}

/** The sample files in the order of their import: some files need the data of earlier files. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => rest<Sample[]>('GET', '/samples/', undefined, { signal }),
  staleTime: Infinity,
});

/** Titles and descriptions of the samples. For a sample without an entry, the server's description is shown. */
export const SAMPLE_TEXTS: Record<string, { title: MessageDescriptor; description: MessageDescriptor }> = {
  'datenimport-2005-2024.csv': {
    title: msg`Breeding queens of 2005 to 2024`,
    description: msg`BeeBreed Datenimport: queens with their dams, their matings and one performance test each`,
  },
  'stockkarten-2024.csv': {
    title: msg`Hive cards of 2024`,
    description: msg`BeeBreed Stockkarten: several inspections per season, with the studbook number of each queen`,
  },
  'regine-f1-2024.csv': {
    title: msg`Production queens of 2024`,
    description: msg`A breeder’s own table with headers in Italian: F1 daughters with their dams`,
  },
  'zuchtwerte-2024.csv': {
    title: msg`Breeding values of 2024`,
    description: msg`BeeBreed Zuchtwerte: values around 100 and their reliabilities`,
  },
};

const LATEST = graphql(`
  query LatestImports {
    imports(first: 100, filter: { dryRun: false }) {
      nodes {
        id
        filename
        status
        undoneAt
      }
    }
  }
`);

/**
 * Active and completed imports by filename, the newest of each name. The query requests the last 100 imports, which is
 * enough to recognize the samples.
 */
export const currentImportsQuery = queryOptions({
  queryKey: ['imports', 'current'],
  async queryFn({ signal }) {
    const { imports } = await ask(LATEST, {}, signal);
    const current = imports.nodes.filter(
      (each) => isUnfinished(each) || (each.status === 'completed' && !each.undoneAt),
    );
    return new Map(current.reverse().map((each) => [each.filename, each]));
  },
});

type CurrentImports = ReadonlyMap<string, { readonly status: string }>;

/**
 * The key in the session storage for the account that is being filled with samples. The session storage survives a
 * reload.
 */
const FILLING = 'queenbook.filling';
const signedIn = (): string => queryClient.getQueryData<SignedIn | null>(SESSION)?.id ?? '';

const listeners = new Set<() => void>();

/** Stores whether the account is being filled with samples. */
export function noteFilling(isFilling: boolean): void {
  try {
    if (isFilling) sessionStorage.setItem(FILLING, signedIn());
    else sessionStorage.removeItem(FILLING);
  } catch {
    // Without storage, the import of samples cannot be resumed.
  }
  for (const listener of listeners) listener();
}

/**
 * Subscribes to calls of `noteFilling`.
 * @returns a function to unsubscribe
 */
export function onFillingNoted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this account is marked as being filled. */
export function isFillingNoted(): boolean {
  try {
    return sessionStorage.getItem(FILLING) === signedIn();
  } catch {
    return false;
  }
}

/** Whether some but not all of the samples are imported. */
export const isHalfFilled = (samples: readonly Sample[], current: CurrentImports): boolean =>
  current.size > 0 && !samples.every(({ name }) => current.get(name)?.status === 'completed');

/** Imports a sample like a file of the user, and waits until the import has ended. */
export async function importSample(sample: Sample): Promise<ImportDetail> {
  const response = await fetch(sample.path).catch(() => null);
  if (!response?.ok) throw noResponse();
  const file = new File([await response.blob()], sample.name, { type: 'text/csv' });
  return whenFinished(await upload(file, { dryRun: false }));
}
