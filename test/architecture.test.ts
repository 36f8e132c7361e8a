import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Layers, highest first. A file may import only from its own layer and from lower layers. The rule also applies to type
 * imports.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['main.ts', 'cli.ts'],
  ['server', 'commands', 'backups', 'demo'],
  ['features'],
  ['graphql', 'rest', 'openapi'],
  ['auth', 'cache'],
  ['http'],
  ['db'],
  ['observability', 'validation'],
  ['core'],
];

/**
 * Groups of folders in the same layer. A folder may import from the folders that its group lists later, but not from
 * the folders that its group lists earlier.
 */
const WITHIN_A_LAYER: readonly (readonly string[])[] = [
  ['server', 'commands', 'backups', 'demo'],
  [
    ...['features/entities.ts', 'features/queues.ts'],
    ...[
      'changes',
      'exports',
      'imports',
      'queen-list',
      'saved-views',
      'breeding-values',
      'pedigree',
      'evaluations',
      'apiaries',
      'queens',
    ].map((name) => `features/${name}`),
    ...['accounts', 'api-keys', 'writes', 'audit'].map((name) => `features/${name}`),
  ],
  ['openapi', 'rest', 'graphql'],
  ['cache', 'auth'],
  ['observability', 'validation'],
];

const MAX_LINES = 220;
const src = fileURLToPath(new URL('../src/', import.meta.url));

interface Import {
  from: string;
  to: string;
  /** Whether the import contains only types. The compiler removes such imports. */
  typeOnly: boolean;
}

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) yield* filesOf(path);
    else if (/\.tsx?$/.test(path) && !path.endsWith('.d.ts')) yield path;
  }
}

const nameOf = (path: string) => relative(src, path).split(sep).join('/');
const paths = [...filesOf(src)];

function importsOf(path: string): Import[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    // Regression: cycles through `.tsx` files were not found, because imports of these files also end in `.js`.
    const target = join(dirname(path), specifier.text).replace(/\.js$/, '.ts');
    const to = nameOf(paths.includes(`${target}x`) ? `${target}x` : target);
    found.push({ from: nameOf(path), to, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause || clause.name) return false;
  const { isTypeOnly: isClauseTypeOnly, namedBindings: named } = clause;
  return (
    isClauseTypeOnly || (!!named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly))
  );
}

const imports = paths.flatMap(importsOf);
const show = ({ from, to }: Import) => `${from} → ${to}`;
const importsWhere = (holds: (one: Import) => boolean) => imports.filter(holds).map(show);
const isIn = (name: string, folder: string) => name === folder || name.startsWith(`${folder}/`);
const indexIn = (name: string, folders: readonly string[]) => folders.findIndex((folder) => isIn(name, folder));
const layerOf = (name: string) => LAYERS.findIndex((folders) => indexIn(name, folders) >= 0);
/** The BLUP engine and the browser application belong to no layer. */
const isOutsideLayers = (name: string) => isIn(name, 'blup') || isIn(name, 'web');
const isInService = ({ from, to }: Import) => !isOutsideLayers(from) && !isOutsideLayers(to);

describe('in the layers of the source code', () => {
  test('every file belongs to one layer', () => {
    const names = paths.map(nameOf);
    expect(names.filter((name) => !isOutsideLayers(name) && layerOf(name) < 0)).toEqual([]);
  });

  test('a file imports values and types only from its own layer and from lower layers', () => {
    // Migrations are outside `src`.
    const wrong = (one: Import) => isInService(one) && layerOf(one.to) < layerOf(one.from) && !one.to.startsWith('..');
    expect(importsWhere(wrong)).toEqual([]);
  });

  test.each(WITHIN_A_LAYER)(
    'the folder %s and its sibling folders import each other in one direction only',
    (...folders) => {
      const wrong = ({ from, to }: Import) => {
        const [fromIndex, toIndex] = [indexIn(from, folders), indexIn(to, folders)];
        return fromIndex >= 0 && toIndex >= 0 && toIndex < fromIndex;
      };
      expect(importsWhere(wrong)).toEqual([]);
    },
  );

  test('every feature folder is listed in WITHIN_A_LAYER', () => {
    const features = readdirSync(join(src, 'features')).map((name) => `features/${name}`);
    expect(features.filter((name) => !WITHIN_A_LAYER.flat().includes(name))).toEqual([]);
  });

  test('no file imports itself through other files; type imports count as imports', () => {
    expect(cycles(imports)).toEqual([]);
  });
});

/** Returns the groups of files that import each other in cycles (strongly connected components, Tarjan, 1972). */
function cycles(all: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of all) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): void => {
    order.set(name, order.size);
    lowest.set(name, order.get(name)!);
    stack.push(name);
    for (const target of targets.get(name) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(name, Math.min(lowest.get(name)!, lowest.get(target)!));
    }
    if (lowest.get(name) !== order.get(name)) return;
    const circle = stack.splice(stack.indexOf(name));
    if (circle.length > 1 || targets.get(name)?.includes(name)) found.push(circle);
  };
  for (const name of targets.keys()) if (!order.has(name)) visit(name);
  return found;
}

describe('in the source code', () => {
  test('the BLUP engine imports nothing from the service, and only breeding-value files import the engine', () => {
    expect(importsWhere(({ from, to }) => isIn(from, 'blup') && !isIn(to, 'blup'))).toEqual([]);
    const users = ({ from, to }: Import) => isIn(to, 'blup') && !isIn(from, 'blup');
    expect(importsWhere((one) => users(one) && !isIn(one.from, 'features/breeding-values'))).toEqual([]);
  });

  test('the browser application imports only core/traits.ts from the service', () => {
    const isForeign = ({ from, to }: Import) => isIn(from, 'web') !== isIn(to, 'web');
    expect(importsWhere((one) => isForeign(one) && !(isIn(one.from, 'web') && one.to === 'core/traits.ts'))).toEqual(
      [],
    );
  });

  test('the GraphQL executor imports no other file of the service', () => {
    expect(importsWhere(({ from, to }) => isIn(from, 'graphql/executor') && !isIn(to, 'graphql/executor'))).toEqual([]);
  });

  test('a route table imports no resolver, loader or entity', () => {
    const tables = /\.(routes|rest|operations)\.ts$/;
    const wrong = ({ from, to, typeOnly }: Import) =>
      tables.test(from) && !typeOnly && /\.(resolver|loader|entity)\.ts$/.test(to);
    expect(importsWhere(wrong)).toEqual([]);
  });

  test('SQL steps of imports import no resolver and no route', () => {
    const wrong = ({ from, to }: Import) =>
      isIn(from, 'features/imports/apply') && /\.(resolver|routes|rest|operations)\.ts$/.test(to);
    expect(importsWhere(wrong)).toEqual([]);
  });

  test('OpenTelemetry is loaded only when traces are sent', () => {
    const sender = 'observability/send-traces.ts';
    const using = paths.filter((path) => /from '@opentelemetry\//.test(readFileSync(path, 'utf8')));
    expect(using.map(nameOf)).toEqual([sender]);
    const text = readFileSync(join(src, 'observability/open-traces.ts'), 'utf8');
    expect(text).toContain("await import('./send-traces.js')");
    expect(importsWhere(({ to, typeOnly }) => to === sender && !typeOnly)).toEqual([
      `observability/open-traces.ts → ${sender}`,
    ]);
  });
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  const long = paths.filter((path) => readFileSync(path, 'utf8').split('\n').length > MAX_LINES);
  expect(long.map(nameOf)).toEqual([]);
});
