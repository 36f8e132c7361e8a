/**
 * The resources on which a key has a permission level. The API keys, the GraphQL schema and the OpenAPI document use
 * this table. The web interface has its own copy (`src/web/keys/permissions.ts`).
 */
export const RESOURCES = {
  queens: 'Queens, pedigree, inbreeding, daughters, offspring counts, origin data, imports',
  evaluations: 'Evaluations, and the traits in offspring statistics',
  blup: 'Breeding values, runs, index weights, mating plans',
  hive: "Apiaries, hives, a queen's hive",
  account: 'Profile, settings, the change feed, the audit trail',
} as const;

export const LEVELS = {
  none: { title: 'No access', methods: [] },
  read: { title: 'Read', methods: ['GET'] },
  write: { title: 'Read and write', methods: ['GET', 'POST', 'PUT', 'DELETE'] },
} as const;

export type Resource = keyof typeof RESOURCES;
export type Level = keyof typeof LEVELS;
export type Permissions = Readonly<Record<Resource, Level>>;
export interface Requirement {
  resource: Resource;
  level: Exclude<Level, 'none'>;
}

const RANK: Record<Level, number> = { none: 0, read: 1, write: 2 };

/** Whether the permissions satisfy the requirement; write includes read. */
export function permits(permissions: Permissions, { resource, level }: Requirement): boolean {
  return RANK[permissions[resource]] >= RANK[level];
}

/**
 * The permissions with a level for every resource. A missing resource gets `none`. For example, a key lacks resources
 * that were added after its creation.
 */
export function permissionsOf(permissions: Partial<Permissions> | null | undefined): Permissions {
  const resources = Object.keys(RESOURCES) as Resource[];
  return Object.fromEntries(resources.map((resource) => [resource, permissions?.[resource] ?? 'none'])) as Record<
    Resource,
    Level
  >;
}

/** The permissions of a session, which has every permission on its own account. */
export const FULL_ACCESS: Permissions = Object.freeze({
  queens: 'write',
  evaluations: 'write',
  blup: 'write',
  hive: 'write',
  account: 'write',
});
