import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { enter, openPage } from './browser.js';
import { copied } from './device.js';
import { startLink, type Link } from './link.js';
import type { Server } from './server.js';
import { soon } from './soon.js';

export const YEAR = new Date().getFullYear();
export const PHONE = {
  viewport: { width: 360, height: 740 },
  serviceWorkers: 'allow',
  reducedMotion: 'reduce',
} as const;

/** An apiary with a queen in each hive, and a device with a connection that tests can cut. */
export interface ApiaryVisit {
  link: Link;
  apiaryId: string;
  /** Ids of queens and hives by the name of the hive. A queen is named after the apiary and the hive. */
  queens: Record<string, string>;
  hives: Record<string, string>;
  /** Sends a GraphQL document from another device of the account with a good connection. */
  api<Data>(query: string, variables?: object): Promise<Data>;
  /** Returns the URL path of the page on which evaluations at the apiary are recorded this season. */
  season(): string;
  /** Signs in and opens the season with a network, so that the device has a copy of its data. */
  prepare(page: Page): Promise<void>;
  /** Returns the page of a new device that has opened the season. */
  device(): Promise<Page>;
  close(): Promise<void>;
}

export async function startVisit(
  server: Server,
  browser: Browser,
  name: string,
  names: readonly string[],
): Promise<ApiaryVisit> {
  const link = await startLink(server.url);
  const { page: office } = await openPage(browser, server.url);
  await enter(office, server.url, server.demo);

  async function api<Data>(query: string, variables: object = {}): Promise<Data> {
    const options = { data: { query, variables }, headers: { Origin: server.url } };
    const { data, errors } = await (await office.request.post('/graphql', options)).json();
    expect(errors).toBeUndefined();
    return data;
  }

  async function prepare(page: Page): Promise<void> {
    await enter(page, link.url, server.demo);
    await page.goto(`${link.url}${visit.season()}?view=list`);
    await page.getByRole('heading', { level: 1, name: `${name} · ${YEAR}` }).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await soon(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    await copied(page, 'season');
  }

  const { createApiary } = await api<{ createApiary: { id: string } }>(
    'mutation ($name: String!) { createApiary(input: { name: $name }) { id } }',
    { name },
  );
  const visit: ApiaryVisit = {
    link,
    apiaryId: createApiary.id,
    queens: {},
    hives: {},
    api,
    season: () => `/record/${createApiary.id}/${YEAR}`,
    prepare,
    async device() {
      const { page } = await openPage(browser, link.url, PHONE);
      await prepare(page);
      return page;
    },
    close: () => link.close(),
  };
  for (const hive of names) {
    const input = {
      name: `${name} ${hive}`,
      externalId: `${name.toUpperCase()}-${hive}`,
      generation: 'F0',
      dateOfBirth: String(YEAR - 1),
    };
    const { createQueen } = await api<{ createQueen: { id: string } }>(
      'mutation ($input: QueenInput!) { createQueen(input: $input) { id } }',
      { input },
    );
    visit.queens[hive] = createQueen.id;
    const { createHive } = await api<{ createHive: { id: string } }>(
      'mutation ($input: HiveInput!) { createHive(input: $input) { id } }',
      { input: { name: hive, apiaryId: createApiary.id, queenId: createQueen.id } },
    );
    visit.hives[hive] = createHive.id;
  }
  return visit;
}
