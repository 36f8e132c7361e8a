import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const src = fileURLToPath(new URL('../src/', import.meta.url));

interface Arrow {
  from: string;
  to: string;
  /** Erased by the compiler: it binds no module to another when they run. */
  typeOnly: boolean;
}

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.tsx?$/.test(path) && !path.endsWith('.d.ts')) yield path;
  }
}

function arrowsOf(path: string): Arrow[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return [];
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
    const named = clause?.namedBindings;
    const typeOnly =
      Boolean(clause?.isTypeOnly) ||
      (!clause?.name && !!named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly));
    const target = relative(src, join(dirname(path), moduleSpecifier.text)).replace(/\.js$/, '.ts');
    return [{ from: relative(src, path).split(sep).join('/'), to: target.split(sep).join('/'), typeOnly }];
  });
}

const arrows = [...files(src)].flatMap(arrowsOf);
const show = ({ from, to }: Arrow) => `${from} → ${to}`;

/** The arrows of the README's map. `of` picks files, `may` what they may import, besides types. */
const RULES: { name: string; of: RegExp; may: RegExp; typesToo?: true }[] = [
  {
    name: 'the engine, the errors and the matrix stand alone',
    of: /^(blup\/|errors\.ts|access\/permissions\.ts)/,
    may: /^blup\//,
    typesToo: true,
  },
  { name: 'the rules of single values know no row and no database', of: /^rules\//, may: /^rules\// },
  {
    name: 'a table of checks knows the rules alone',
    of: /\.checks\.ts$/,
    may: /^(rules|access)\/|\.enums\.ts$|^errors\.ts$/,
  },
  {
    name: 'an entity knows entities, enums, scalars and the stamps of the guard',
    of: /\.entity\.ts$/,
    may: /(\.entity|\.enums)\.ts$|^graphql\/(scalars|job-status)\.ts$|^access\/requires\.ts$/,
  },
  {
    name: 'a loader knows entities and what helps to group them',
    of: /\.loader\.ts$/,
    may: /(\.entity|\.enums|\.loader|\.types|\.order)\.ts$|^graphql\/|^access\/owner\.ts$|^errors\.ts$|^[^/]+\/[^/.]+\.ts$/,
  },
  {
    name: 'a table of routes knows REST, its mapping, checks and the matrix, not the resolvers, the loaders or the entities',
    of: /\.(routes|rest|operations)\.ts$/,
    may: /(\.rest|\.routes|\.parameters|\.checks)\.ts$|^rest\/|^errors\.ts$|^access\/permissions\.ts$/,
  },
  {
    name: 'the gateway knows no feature',
    of: /^rest\//,
    may: /^(rest|access|graphql|rules|replicas)\/|^(errors|context|sightings|unreachable)\.ts$/,
  },
  {
    name: 'the OpenAPI document is made of tables alone',
    of: /^openapi\//,
    may: /^(openapi|rest)\/|\.(rest|checks)\.ts$|^accounts\/input\.ts$|^(errors|security-headers)\.ts$|^access\/permissions\.ts$/,
  },
  { name: 'the browser code knows nothing of the server', of: /^web\//, may: /^web\//, typesToo: true },
  {
    name: 'what is applied in SQL knows no resolver and no route',
    of: /^exchange\/apply\//,
    may: /^exchange\/|^queens\/name-key\.ts$|^pedigree\/(lock|lineage-rules|rings)\.ts$|^(access\/open-account|fetch-rows)\.ts$/,
  },
];

test.each(RULES)('$name', ({ of, may, typesToo }) => {
  const wrong = arrows.filter(({ from, to, typeOnly }) => of.test(from) && !may.test(to) && (typesToo || !typeOnly));
  expect(wrong.map(show)).toEqual([]);
});

test('nobody else imports what puts the parts together', () => {
  const composing = /^(app|main|start|serve|workers|schema|routes|entities)\.ts$/;
  const wrong = arrows.filter(
    ({ from, to, typeOnly }) => composing.test(to) && !typeOnly && !/^(app|main|serve|orm|schema)\.ts$/.test(from),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('only breeding values use the engine', () => {
  const wrong = arrows.filter(({ from, to }) => to.startsWith('blup/') && !/^(blup|breeding-values)\//.test(from));
  expect(wrong.map(show)).toEqual([]);
});

test('what tells metrics and traces is loaded when somebody asks for them, not at every start', () => {
  const tellers = /^observing\/(figures|send-traces)\.ts$/;
  expect(arrows.filter(({ to, typeOnly }) => tellers.test(to) && !typeOnly).map(show)).toEqual([]);
  const using = [...files(src)].filter((path) =>
    /from '(prom-client|@opentelemetry\/)/.test(readFileSync(path, 'utf8')),
  );
  expect(using.map((path) => relative(src, path)).sort()).toEqual(['observing/figures.ts', 'observing/send-traces.ts']);
});

test('no file is too long to be read in one go', () => {
  const long = [...files(src)]
    .map((path) => ({ path: relative(src, path), lines: readFileSync(path, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 220);
  expect(long).toEqual([]);
});
