import type { JsonSchema } from '../json-schema.js';
import { html, inline, type Html } from './html.js';

/** The parts of a schema that the page shows. */
interface ShownSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  description?: string;
  readOnly?: boolean;
  [bound: string]: unknown;
}

const BOUND_MEMBERS = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' rows'],
] as const;
/** The maximum of 32-bit integers. The page does not show this limit. */
const MAX_INT32 = 2 ** 31 - 1;

const oneOf = (kinds: readonly Html[]) => kinds.flatMap((kind, index) => (index === 0 ? [kind] : [' or ', kind]));

/** Describes a type, with links to named schemas. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, type, enum: words, const: only, format, items, anyOf, oneOf: choices, ...rest } = schema as ShownSchema;
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (words) return html`${oneOf(words.map((word) => html`<code>${JSON.stringify(word)}</code>`))}`;
  const kinds = [type ?? []].flat();
  const alternatives = choices ?? (kinds.length === 0 ? anyOf : undefined);
  if (alternatives) return html`${oneOf(alternatives.map(typeOf))}`;
  const { additionalProperties: values } = rest;
  const map = typeof values === 'object' && html` of ${typeOf(values)}`;
  const bounds = BOUND_MEMBERS.map(([least, most, unit]) => boundsOf(rest[least], rest[most], unit));
  if (items) return html`array of ${typeOf(items)}${kinds.includes('null') && ' or null'}${bounds}`;
  const named = kinds.length === 0 ? 'any' : kinds.join(' or ');
  return html`${named}${map}${format && html` (${format})`}${bounds}`;
}

function boundsOf(least: unknown, most: unknown, unit: string): string {
  const from = least === undefined ? '' : `${least as number}`;
  const to = most === undefined || most === MAX_INT32 ? '' : `${most as number}`;
  if (!from && !to) return '';
  return `, ${from && to ? `${from} to ${to}` : from ? `${from} or more` : `up to ${to}`}${unit}`;
}

/** Table rows for the members of an object, including nested members. */
function rowsOf(schema: JsonSchema, path = ''): Html[] {
  const { properties = {}, required = [], items } = schema as ShownSchema;
  if (items) return rowsOf(items, `${path.slice(0, -1)}[].`);
  return Object.entries(properties).flatMap(([name, member]) => {
    const { description = '', readOnly } = member as ShownSchema;
    const note = required.includes(name) ? 'required' : readOnly ? 'read-only' : '';
    return [
      html`<tr>
        <th scope="row"><code>${path}${name}</code>${note && html` <span class="note">${note}</span>`}</th>
        <td>${typeOf(member)}</td>
        <td>${inline(description)}</td>
      </tr>`,
      ...rowsOf(member, `${path}${name}.`),
    ];
  });
}

export function membersTable(schema: JsonSchema, caption: string): Html {
  const rows = rowsOf(schema);
  return rows.length === 0 ? html`<p>${typeOf(schema)}</p>` : table(caption, ['Member', 'Type', 'Meaning'], rows);
}

export function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
