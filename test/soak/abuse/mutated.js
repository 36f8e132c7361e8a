const JUNK = [
  '',
  ' ',
  '\0',
  '\ud800',
  'A',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '%',
  '%00',
  "'",
  '"',
  '\\',
  ';--',
  '\u202e',
  '💥',
  "' or 1=1 --",
  "'; drop table queen; --",
  '1); select pg_sleep(5); --',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  '2023-02-30',
  '0000-00-00',
  '9999-12-31',
  '99999999999999999999',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'a,b',
  'a:b',
  'a:1e400',
  '-id,-id',
  'é',
];
const VALUES = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  1e21,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { __proto__: null, constructor: 1 },
  Array.from({ length: 200 }, (_, n) => n),
];

/**
 * Returns a function that creates requests to the operations of an OpenAPI document. Some requests are valid; other
 * requests have random changes.
 */
export function mutator(document, ids, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const chance = (share) => random() < share;
  const junkText = () => (chance(0.2) ? noise() : pick(JUNK));
  const noise = () => String.fromCharCode(...Array.from({ length: 1 + random() * 20 }, () => random() * 0x2fff));
  const junk = () => (chance(0.5) ? junkText() : pick(VALUES));

  const resolved = (part) =>
    part?.$ref
      ? resolved(
          part.$ref
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key], document),
        )
      : part;

  /** Returns a value that is valid, or nearly valid, for a schema. */
  function valueFor(reference, depth = 0) {
    const schema = resolved(reference);
    if (!schema || depth > 6) return pick(VALUES);
    if (chance(0.06)) return junk();
    if ('const' in schema) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return valueFor(pick(choices), depth);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => valueFor(each, depth)));
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === 'object' || schema.properties) {
      const names = Object.keys(schema.properties ?? {}).filter(
        (name) => schema.required?.includes(name) || chance(0.3),
      );
      const entries = names
        .filter(() => !chance(0.03))
        .map((name) => [name, valueFor(schema.properties[name], depth + 1)]);
      if (chance(0.05)) entries.push([junkText(), junk()]);
      return Object.fromEntries(entries);
    }
    if (type === 'array')
      return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(schema.items, depth + 1));
    if (type === 'integer') return Math.floor((schema.minimum ?? 0) + random() * 60);
    if (type === 'number') return (schema.minimum ?? 0) + Math.round(random() * 100) / 10;
    if (type === 'boolean') return chance(0.5);
    if (schema.format === 'uuid') return pick(ids);
    if (schema.format === 'date' || /date/.test(schema.description ?? ''))
      return `20${10 + Math.floor(random() * 15)}-06-15`;
    if (schema.examples) return pick(schema.examples);
    return chance(0.3) ? pick(ids) : `soak ${Math.floor(random() * 1e6)}`;
  }

  /** Returns a copy with existing ids and new names. */
  function withOwnIds(value, name) {
    if (Array.isArray(value)) return value.map((each) => withOwnIds(each, name));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withOwnIds(each, key)]));
    }
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) return pick(ids);
    if (/^(queen_name|name|external_id|value|email)$/.test(name)) return `${Math.floor(random() * 1e9)} ${value}`;
    return value;
  }

  /** Returns a copy in which one part is removed, replaced, or repeated under another name. */
  function withFault(value) {
    const keys = value !== null && typeof value === 'object' ? Object.keys(value) : [];
    if (keys.length === 0 || chance(0.2)) return junk();
    const key = pick(keys);
    const copy = Array.isArray(value) ? [...value] : { ...value };
    if (chance(0.15)) delete copy[key];
    else if (chance(0.1)) copy[junkText()] = copy[key];
    else copy[key] = withFault(copy[key]);
    return copy;
  }

  function bodyOf({ schema, example }) {
    if (example === undefined || chance(0.3)) return valueFor(schema);
    const body = withOwnIds(example);
    return chance(0.4) ? body : withFault(body);
  }

  const textOf = (value) => (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)).toWellFormed();

  /** Returns a changed JSON text, usually with a syntax error. */
  function broken(text) {
    const at = Math.floor(random() * text.length);
    return pick([
      () => text.slice(0, at),
      () => text.slice(0, at) + noise() + text.slice(at),
      () => text.replace(/[:,]/, ''),
      () => text + text,
      () => `\ufeff${text}`,
      () => '['.repeat(2000),
      () => Buffer.from([...Buffer.from(text.slice(0, at)), 0xff, 0xfe]),
    ])();
  }

  return function request(path, method, operation) {
    const parameters = (operation.parameters ?? []).map(resolved);
    const query = new URLSearchParams();
    const headers = {};
    let address = path;
    for (const { name, in: place, required, schema } of parameters) {
      if (!required && !chance(0.25)) continue;
      const value = chance(0.25) ? junkText() : textOf(valueFor(schema));
      if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value.toWellFormed()) || '%20');
      else if (place === 'query') query.append(name, value.toWellFormed());
      else headers[name] = value.replace(/[^\x21-\x7e]/g, '');
    }
    if (chance(0.1)) query.append(junkText().toWellFormed(), junkText().toWellFormed());
    if (chance(0.05)) headers['X-HTTP-Method-Override'] = 'DELETE';
    if (chance(0.05)) headers['Idempotency-Key'] = junkText().replace(/[^\x21-\x7e]/g, '') || 'a';
    if (chance(0.05))
      headers.Accept = pick(['text/html', 'application/xml', '*/*;q=0', junkText().replace(/[^\x21-\x7e]/g, '')]);
    let body;
    const content = operation.requestBody?.content;
    if (content) {
      const [type] = Object.keys(content);
      headers['Content-Type'] = chance(0.03)
        ? pick(['text/plain', 'application/xml', 'multipart/form-data', type + '; charset=utf-16'])
        : type;
      const text = JSON.stringify(bodyOf(content[type])) ?? 'null';
      body = type === 'application/json' ? (chance(0.08) ? broken(text) : text) : form(text);
      if (body instanceof FormData) delete headers['Content-Type'];
    }
    const search = query.size > 0 ? `?${query}` : '';
    return { method: method.toUpperCase(), path: address + search, headers, body };
  };

  function form(text) {
    const data = new FormData();
    const rows = Array.from({ length: 3 }, () => `${junkText()};${junkText()};${junkText()}`).join('\n');
    const head = pick(['queen_name;birth_date;mother', 'ANPAARTYP;Name', 'Zuchtbuch-Nr.;geboren;Mutter', junkText()]);
    if (!chance(0.05))
      data.set('file', new Blob([chance(0.9) ? `${head}\n${rows}` : text]), pick(['q.csv', 'q.xlsx', 'q', junkText()]));
    for (const name of ['dry_run', 'format', 'generation', 'mapping', 'sheet', junkText()]) {
      if (chance(0.2)) data.set(name || 'a', textOf(junk()));
    }
    return data;
  }
}
