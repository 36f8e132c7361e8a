import type { QueryClient } from '@tanstack/react-query';
import { forgetAccount } from '../data/device.js';
import { sessionQuery } from '../data/session.js';
import { clearDrafts } from './drafts.js';

/**
 * Deletes all data of the signed-in account from this device: unsaved input, the last choices, and copies of the
 * server's data.
 */
export async function clearDevice(client: QueryClient): Promise<void> {
  const account = client.getQueryData(sessionQuery.queryKey);
  if (account) await clearDrafts(account.id);
  await forgetAccount();
}
