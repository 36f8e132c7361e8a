import type { Query, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { copyOf, storeCopy } from './device.js';
import { isTransient } from './transient.js';
import { setServerResponding } from './connection.js';

/** After this time without a response, the copy on the device is shown until the response arrives. */
const RESPONSE_TIMEOUT_MS = 3000;

const KINDS = ['season', 'apiary', 'apiaries', 'apiary-options', 'apiaryNames', 'queen', 'home'];

/**
 * Whether the device stores copies of the data of a query. Copies are stored for the home page, apiaries, seasons,
 * queens, and pedigrees of three generations.
 */
function isCopied([kind, ...rest]: QueryKey): boolean {
  if (kind === 'pedigree') return rest[1] === 3 && rest[2] === 'queen';
  return KINDS.includes(String(kind));
}

/**
 * Loads data from the server and stores a copy on the device. Without a response, returns the copy. The data then have
 * the age of the copy, so that they are loaded again as soon as possible.
 */
export async function withCopy<Data, Key extends QueryKey>(
  load: (context: QueryFunctionContext<Key>) => Data | Promise<Data>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<Data> {
  if (!isCopied(query.queryKey)) return load(context);
  const { data, dataUpdatedAt } = query.state;
  const copy = data === undefined ? await copyOf(query.queryHash) : { data, at: dataUpdatedAt };
  const response = Promise.resolve(load(context)).then((loaded) => {
    // After the time limit, the server was marked as not responding. A late response must remove this mark.
    setServerResponding(true);
    void storeCopy(query.queryHash, { data: loaded, at: Date.now() });
    return loaded;
  });
  if (!copy) return response;
  const fromDevice = (): Data => {
    setServerResponding(false);
    setTimeout(() => query.setState({ dataUpdatedAt: copy.at }));
    return copy.data as Data;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, RESPONSE_TIMEOUT_MS, 'late')));
  try {
    const first = await Promise.race([response, late]);
    if (first !== 'late') return first;
    response.then(
      (loaded) => query.setData(loaded),
      () => undefined,
    );
    return fromDevice();
  } catch (error) {
    if (!isTransient(error)) throw error;
    return fromDevice();
  } finally {
    clearTimeout(timer);
  }
}
