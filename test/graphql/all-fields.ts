/** Selections that together contain most fields of a queen, and fields of related rows. */
export const PIECES = [
  `id name generation race line dateOfBirth status externalId breederCode marking notes motherId fatherId matedToId
   matingType sdiCode droneProducers drones matedAt matingStation inbreeding createdAt updatedAt`,
  'externalIdentifiers { system value }',
  'mother { id name mother { id } } father { id name } matedTo { id name }',
  'daughters(first: 5) { totalCount nodes { id name } pageInfo { endCursor hasNextPage } }',
  'allDaughters { id name }',
  'evaluations { id year honey apiary { name } hive { name } queen { name } groupTraits { trait n mean } }',
  'ebv { trait entityType raw normalized reliability pieces { parentAverage family ownTest offspring } run { id } }',
  'index indexReliability',
  'history: ebv(history: true) { trait normalized run { id status } }',
  'hive { name apiary { name hives { name } } queen { name } }',
  'offspringStats { total evaluated byGeneration { key count } byStatus { key count } byYear { key count } }',
  'traits: offspringStats { traits { trait n mean sd min max } }',
  'originData originImports { importId filename importedAt rows }',
  'pedigree(depth: FIVE) { knownAncestors ancestors { position queen { id name } } }',
];
export const QUEEN = PIECES.join('\n');

/** Lists of the account's rows, with fields of these rows and of related rows. */
export const LISTS = [
  'evaluations(first: 100) { totalCount nodes { id year honey queen { name } apiary { name } hive { name } } }',
  'apiaries(first: 100) { totalCount nodes { id name hives { name queen { name } } } }',
  'hives(first: 100) { totalCount nodes { id name apiary { name } queen { name } } }',
  'latestEbv(first: 100) { totalCount run { id } nodes { raw queen { name } run { id } } }',
  'ebvRanking(first: 100) { totalCount run { id } weights { honey } nodes { rank index values { raw } queen { name } } }',
  'ebvRuns(first: 100) { totalCount nodes { id status } }',
  'changes(first: 100) { totalCount nodes { kind change queen { name } evaluation { id } apiary { name } hive { name } ebvRun { id } } }',
  'imports(first: 100) { totalCount nodes { id progress errors { row message } created { queens } } }',
];
