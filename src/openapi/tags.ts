/** The tags of the document. An operation gets the tag that has the longest matching path. */
const TAGS: readonly { name: string; description: string; paths: readonly string[] }[] = [
  {
    name: 'Queens',
    description:
      'F0 queens (breeding stock), F1 queens (production), their pedigrees and statistics of their daughters.',
    paths: ['/queens'],
  },
  {
    name: 'Evaluations',
    description: 'Performance tests: one queen, one season, one apiary.',
    paths: ['/queens/evaluations'],
  },
  {
    name: 'Breeding values',
    description: 'Estimated breeding values (EBV) and the runs that produce them.',
    paths: ['/ebv'],
  },
  { name: 'Apiaries and hives', description: 'Apiaries and hives.', paths: ['/apiaries', '/hives'] },
  { name: 'Imports', description: 'Imports of files.', paths: ['/imports'] },
  {
    name: 'Changes',
    description: 'Change feed for programs that keep a copy of the data.',
    paths: ['/changes'],
  },
  {
    name: 'Account',
    description: 'The account, its profile and sessions.',
    paths: ['/account', '/accounts', '/session'],
  },
  { name: 'API keys', description: 'API keys for programs.', paths: ['/api-keys', '/key'] },
];

const isWithinPath = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

/** @throws {Error} if no tag matches */
export function tagOf(path: string): string {
  const [best] = TAGS.flatMap(({ name, paths }) => paths.map((beginning) => ({ name, beginning })))
    .filter(({ beginning }) => isWithinPath(path, beginning))
    .sort((a, b) => b.beginning.length - a.beginning.length);
  if (!best) throw new Error('has no tag in openapi/tags.ts');
  return best.name;
}

/** The tags that have operations. */
export const tagObjects = (used: ReadonlySet<string>): object[] =>
  TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
