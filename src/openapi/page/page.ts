import type { OpenApi } from '../document.js';
import type { JsonSchema } from '../json-schema.js';
import { blocks, html, inline, type Html } from './html.js';
import { membersTable, table, typeOf } from './schemas.js';

interface ContentObject {
  schema: JsonSchema;
  example?: unknown;
}

interface OperationObject {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters: ParameterObject[];
  requestBody?: { required: boolean; content: Record<string, ContentObject> };
  responses: Record<string, { $ref?: string; description: string; content?: Record<string, ContentObject> }>;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  required: boolean;
  schema: JsonSchema & { default?: unknown };
}

type ComponentMap = Record<string, Record<string, unknown>> & { schemas: Record<string, JsonSchema> };

/** Renders the document as a static page without scripts. */
export function documentPage(document: OpenApi): string {
  const { info, tags, components } = document as OpenApi & {
    info: { title: string; version: string; description: string };
    tags: { name: string; description: string }[];
    components: ComponentMap;
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, ...(operation as OperationObject) })),
  );
  const of = (tag: string) => operations.filter(({ tags: [own] }) => own === tag);
  const schemas = Object.entries(components.schemas);
  const linkTo = (id: string, text: Html | string) => html`<li><a href="#${id}">${text}</a></li>`;
  return html`<nav aria-label="Contents">
      <ul>
        ${tags.map(({ name }) => linkTo(idOf(name), name))} ${linkTo('schemas', 'Schemas')}
      </ul>
    </nav>
    <main>
      <h1>${info.title} API <span class="note">${info.version}</span></h1>
      ${blocks(info.description)}
      <p><a href="/api/openapi.json">OpenAPI 3.1 document</a> for programs</p>
      ${tags.map(
        ({ name, description }) =>
          html`<section aria-labelledby="${idOf(name)}">
            <h2 id="${idOf(name)}">${name}</h2>
            <p>${inline(description)}</p>
            ${of(name).map((operation) => operationPart(operation, components))}
          </section>`,
      )}
      <section aria-labelledby="schemas">
        <h2 id="schemas">Schemas</h2>
        ${schemas.map(([name, schema]) => schemaPart(name, schema))}
      </section>
    </main>`.text;
}

const idOf = (name: string) => name.toLowerCase().replace(/\W+/g, '-');

function operationPart(operation: OperationObject & { method: string; path: string }, components: ComponentMap): Html {
  const { method, path, operationId, summary, description, requestBody } = operation;
  const parameters = operation.parameters.map((parameter) => follow(parameter, components));
  const success = Object.entries(operation.responses)
    .map(([status, response]) => ({ status, ...follow(response, components) }))
    .find(({ status }) => status.startsWith('2'));
  return html`<details>
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="summary">${summary}</span>
    </summary>
    <div id="${operationId}">
      <p>
        ${inline(description)} <span class="note">Operation id: <code>${operationId}</code></span>
      </p>
      ${parameters.length > 0 && parameterTable(parameters)}
      ${requestBody && contentPart(`Request body${requestBody.required ? '' : ', optional'}`, requestBody.content)}
      ${success && contentPart(`Response: ${success.status}`, success.content ?? {}, success.description)}
      <h3>All responses</h3>
      ${answersTable(operation, components)}
    </div>
  </details>`;
}

function parameterTable(parameters: readonly ParameterObject[]): Html {
  const rows = parameters.map(
    ({ name, in: place, description, required, schema }) =>
      html`<tr>
        <th scope="row"><code>${name}</code> <span class="note">${place}${required && ', required'}</span></th>
        <td>
          ${typeOf(schema)}${schema.default !== undefined && html`; <code>${String(schema.default)}</code> if absent`}
        </td>
        <td>${inline(description)}</td>
      </tr>`,
  );
  return html`<h3>Parameters</h3>
    ${table('Parameters', ['Name', 'Type', 'Meaning'], rows)}`;
}

function answersTable({ responses }: OperationObject, components: ComponentMap): Html {
  const rows = Object.entries(responses).map(
    ([status, response]) =>
      html`<tr>
        <th scope="row">${status}</th>
        <td>${inline(follow(response, components).description)}</td>
      </tr>`,
  );
  return table('All responses', ['Status', 'When'], rows);
}

function contentPart(title: string, content: Record<string, ContentObject>, description = ''): Html {
  const [[type, { schema, example }] = ['', { schema: {} } as ContentObject]] = Object.entries(content);
  const { properties } = schema as { properties?: { data?: JsonSchema } };
  const data = properties?.data;
  return html`<h3>${title}</h3>
    <p>
      ${description} ${type && html`<code>${type}</code>: `}
      ${type && (data ? html`<code>data</code> is ${typeOf(data)}.` : html`${typeOf(schema)}.`)}
    </p>
    ${example !== undefined && sample(example, title)}`;
}

function schemaPart(name: string, schema: JsonSchema): Html {
  const { description = '', examples: [example] = [] } = schema as { description?: string; examples?: unknown[] };
  return html`<details>
    <summary><code>${name}</code> <span class="summary">${inline(description)}</span></summary>
    <div id="${name}">
      ${membersTable(schema, `Members of ${name}`)} ${example !== undefined && sample(example, `Example of ${name}`)}
    </div>
  </details>`;
}

const sample = (value: unknown, title: string) =>
  html`<pre tabindex="0" role="region" aria-label="${title}: example">${JSON.stringify(value, null, 2)}</pre>`;

/** Resolves a reference to a component. */
function follow<Referable extends { $ref?: string }>(value: Referable, components: ComponentMap): Referable {
  if (!value.$ref) return value;
  const [section = '', name = ''] = value.$ref.split('/').slice(2);
  return components[section]?.[name] as Referable;
}
