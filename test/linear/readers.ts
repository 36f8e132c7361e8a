import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { clientAddresses } from '../../src/auth/client-address.js';
import { parseSubnet } from '../../src/core/addresses.js';
import { parseAllowlist } from '../../src/auth/allowlist.js';
import { check, NEW_ACCOUNT } from '../../src/features/accounts/input.js';
import { ACCOUNT_RULES } from '../../src/features/accounts/account.checks.js';
import { APIARY_RULES, HIVE_RULES } from '../../src/features/apiaries/apiary.checks.js';
import { EVALUATION_RULES } from '../../src/features/evaluations/evaluation.checks.js';
import { csvLine, withoutGuard } from '../../src/features/imports/csv-write.js';
import { copyLine } from '../../src/features/imports/copy-text.js';
import { readOptions } from '../../src/features/imports/import-options.js';
import { SECTIONS } from '../../src/features/imports/portable/sections.js';
import type { Draft } from '../../src/features/imports/reading/draft.js';
import { FIELDS } from '../../src/features/imports/reading/fields.js';
import { foldHeader } from '../../src/features/imports/reading/folding.js';
import { nameHeaders } from '../../src/features/imports/reading/headers.js';
import { composed } from '../../src/validation/texts.js';
import { styleOfCode } from '../../src/features/imports/reading/xlsx/dates.js';
import { unescape } from '../../src/features/imports/reading/xlsx/strings.js';
import { receive } from '../../src/features/imports/receive.js';
import { JsonPieces } from '../../src/features/imports/restore/json-pieces.js';
import { readRow } from '../../src/features/imports/restore/read-row.js';
import { decodeCursor } from '../../src/graphql/cursor.js';
import { formatError } from '../../src/graphql/errors.js';
import { rejectDeepNesting } from '../../src/graphql/nesting.js';
import { DateTime, PartialDate } from '../../src/graphql/scalars.js';
import { redact } from '../../src/observability/log.js';
import { nameKey } from '../../src/features/queens/name-key.js';
import { QUEEN_RULES } from '../../src/features/queens/queen.checks.js';
import { matchesTag } from '../../src/http/conditional.js';
import { restPath } from '../../src/rest/faults.js';
import { readJson } from '../../src/http/json-body.js';
import { KINDS } from '../../src/rest/parameter-kinds.js';
import type { Rule } from '../../src/validation/rule.js';
import type { Read } from './growth.js';

const RULES: Record<string, Rule> = {
  ...APIARY_RULES,
  ...HIVE_RULES,
  ...EVALUATION_RULES,
  ...ACCOUNT_RULES,
  ...QUEEN_RULES,
};

/** Rules with the schema type `number` are excluded, because they all use the same reader as a cell with a trait. */
const TEXT_RULES = Object.fromEntries(Object.entries(RULES).filter(([, { schema }]) => schema.type !== 'number'));

/** Names each reader. A reader with several names gets the first of these names. */
const named = <Value>(group: string, readers: Record<string, Value>, read: (reader: Value) => Read) =>
  [
    ...new Map(
      Object.entries(readers)
        .toReversed()
        .map(([name, reader]) => [reader, name]),
    ),
  ].map(([reader, name]): [string, Read] => [`${group} ${name}`, read(reader)]);

/** The tested fields: one field for each kind of cell. */
const CELLS = Object.fromEntries(
  (
    [
      'queen_name',
      'external_identifiers',
      'birth_date',
      'life_status',
      'mother',
      'mating_type',
      'drones',
      'eval_year',
      'evaluated_on',
      'country_code',
      'honey_yield_kg',
    ] as const
  ).map((name) => [name, FIELDS[name]]),
);

/** The readers of external text that need no file and no service, by name. */
export const READERS: readonly [name: string, read: Read][] = [
  ['header of a column', foldHeader],
  ['equal headers', (text) => nameHeaders(Array.from({ length: text.length / 64 }, () => text.slice(0, 64)))],
  ...named('cell', CELLS, (read) => (text) => read(composed(text), {} as Draft)),
  ['guard of a cell', withoutGuard],
  ['number format', styleOfCode],
  ['text of a workbook', unescape],
  ['form of an upload', (text) => receive(form(text), ['mapping'])],
  ['mapping', (text) => readOptions('file', new Map([['mapping', JSON.stringify({ [text]: text })]]), {} as never)],
  ['document of an export', (text) => pieces(`{"queens": [${JSON.stringify(text)}, ${text}`)],
  ...named('row of', SECTIONS, (section) => (text) => {
    readRow(
      'rows',
      section,
      Object.fromEntries([text, ...Object.keys(section.members)].map((name) => [name, text])),
      1,
    );
  }),
  ['row for the database', (text) => copyLine([text, [text], { text }])],
  ['row for a file', (text) => csvLine([text])],
  ...named('rule', TEXT_RULES, (rule) => (text) => rule.read(text)),
  ['identifiers', (text) => QUEEN_RULES.externalIdentifiers.read([{ system: text, value: text }])],
  ['search key of a name', nameKey],
  ...named('parameter', KINDS, (kind) => (text) => kind.read(text, { name: 'x', description: '', kind: 'text' })),
  ['cursor', (text) => decodeCursor('name', text, [{ type: 'instant' }])],
  [
    'content of a cursor',
    (text) => decodeCursor('name', Buffer.from(text).toString('base64url'), [{ type: 'instant' }]),
  ],
  ['document of GraphQL', rejectDeepNesting],
  ['string of GraphQL', (text) => rejectDeepNesting(`{a(b:${JSON.stringify(text)})}`)],
  ['instant', (text) => DateTime.parseValue(text)],
  ['date', (text) => PartialDate.parseValue(text)],
  ['error of a variable', (text) => errorOf(`Variable "$a" got invalid value ${text}; ${text}`)],
  ['error of an argument', (text) => errorOf(`Argument "${text}" ${text}`)],
  ['path of a fault', (text) => restPath(text, {} as never)],
  ['entity tags of a conditional request', (text) => matchesTag(text, 'W/"a"')],
  ['X-Forwarded-For', (text) => forwarded({ 'x-forwarded-for': text })],
  ['X-Real-IP', (text) => forwarded({ 'x-real-ip': text })],
  ['subnet', parseSubnet],
  ['allowlist', (text) => parseAllowlist([text])],
  ['e-mail address', (text) => check(NEW_ACCOUNT, { email: text, name: 'A', password: 'a good long password' })],
  ['name of an account', (text) => check(NEW_ACCOUNT, { email: 'a@example.org', name: text, password: text })],
  ['body', (text) => readJson(json({ [text]: [text] }))],
  ['faulty names in a body', (text) => readJson(json({ [text]: { a: namesWithNul(text.length / 16) } }))],
  ['member of a body', (text) => check(NEW_ACCOUNT, { [text]: text })],
  ['message for the log', redact],
];

const errorOf = (message: string) => formatError({ message, extensions: {} }, undefined);

const forwarded = (headers: Record<string, string>) =>
  clientAddresses(
    { headers, socket: { remoteAddress: '127.0.0.1' } },
    { TRUSTED_PROXIES: ['127.0.0.0/8'], CLIENT_IP_HEADER: undefined },
  );

function pieces(text: string): void {
  const reader = new JsonPieces(2 * text.length);
  for (let at = 0; at < text.length; at += 1024) reader.push(text.slice(at, at + 1024));
  reader.end();
}

/** Creates a request with this body. */
function json(body: unknown): Context {
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  return { req: Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), { headers }) } as unknown as Context;
}

const namesWithNul = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`\0${i}`, 1]));

/** Creates an upload request with the text at every position that a client controls. */
function form(text: string): IncomingMessage {
  const boundary = 'b';
  const part = (headers: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${body}\r\n`;
  const body = `${part('name="mapping"', text)}${part(`name="file"; filename="${text}"`, text)}--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return Object.assign(Readable.from([Buffer.from(body)]), { headers, complete: true }) as unknown as IncomingMessage;
}
