import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { guardSchema } from './access/guard.js';
import { AccountResolver } from './accounts/account.resolver.js';
import { ApiKeyResolver } from './api-keys/api-key.resolver.js';
import { ApiaryResolver } from './apiaries/apiary.resolver.js';
import { HiveResolver } from './apiaries/hive.resolver.js';
import { EvaluationPlaceResolver, QueenHiveResolver } from './apiaries/referring.resolver.js';
import { AuditResolver } from './audit/audit.resolver.js';
import { ChangesResolver } from './changes/changes.resolver.js';
import { EbvRunWriteResolver } from './breeding-values/runs/run-write.resolver.js';
import { EbvRunResolver } from './breeding-values/ebv-run.resolver.js';
import {
  PedigreeInbreedingResolver,
  QueenInbreedingResolver,
} from './breeding-values/inbreeding/inbreeding.resolver.js';
import { MatingPlanResolver } from './breeding-values/mating-plans/mating-plan.resolver.js';
import { EbvResolver, QueenEbvResolver } from './breeding-values/ebv.resolver.js';
import { PublishedParametersResolver } from './breeding-values/runs/published.resolver.js';
import { IndexWeightsResolver } from './breeding-values/selection-index/index-weights.resolver.js';
import { RankingResolver } from './breeding-values/ranking/ranking.resolver.js';
import { ReportResolver, WarningResolver } from './breeding-values/reports/report.resolver.js';
import { TrendsResolver } from './breeding-values/trends/trends.resolver.js';
import { EvaluationResolver, QueenEvaluationsResolver } from './evaluations/evaluation.resolver.js';
import { ApiarySeasonsResolver, SeasonDamsResolver } from './evaluations/apiary-seasons.resolver.js';
import { GroupTraitsResolver } from './evaluations/group-traits.resolver.js';
import { OffspringTraitsResolver } from './evaluations/offspring-traits.resolver.js';
import { ImportFieldsResolver } from './exchange/import-fields.resolver.js';
import { ImportResolver } from './exchange/import.resolver.js';
import { boundLists } from './graphql/budget.js';
import { resolveAtOnce, Resolvers } from './graphql/resolve-at-once.js';
import { OriginResolver } from './exchange/origin.resolver.js';
import { UndoResolver } from './exchange/undo.resolver.js';
import { PedigreeResolver } from './pedigree/pedigree.resolver.js';
import { DaughtersResolver } from './queens/daughters.resolver.js';
import { OffspringStatsResolver } from './queens/offspring-stats.resolver.js';
import { ApiaryWriteResolver, HiveWriteResolver } from './apiaries/place-write.resolver.js';
import { EvaluationWriteResolver } from './evaluations/evaluation-write.resolver.js';
import { QueenWriteResolver } from './queens/queen-write.resolver.js';
import { MergeResolver } from './queens/merge/merge.resolver.js';
import { QueenResolver } from './queens/queen.resolver.js';
import { QueenTermsResolver } from './queens/queen-terms.resolver.js';
import { BreedingValueQueenResolver, EvaluationQueenResolver, HiveQueenResolver } from './queens/referring.resolver.js';

const RESOLVERS = [
  AccountResolver,
  ApiKeyResolver,
  ApiaryResolver,
  ApiarySeasonsResolver,
  ApiaryWriteResolver,
  AuditResolver,
  BreedingValueQueenResolver,
  ChangesResolver,
  DaughtersResolver,
  EbvResolver,
  EbvRunResolver,
  EbvRunWriteResolver,
  EvaluationPlaceResolver,
  EvaluationQueenResolver,
  EvaluationResolver,
  EvaluationWriteResolver,
  HiveQueenResolver,
  HiveResolver,
  HiveWriteResolver,
  ImportFieldsResolver,
  ImportResolver,
  IndexWeightsResolver,
  MatingPlanResolver,
  MergeResolver,
  OffspringStatsResolver,
  GroupTraitsResolver,
  OffspringTraitsResolver,
  OriginResolver,
  PedigreeInbreedingResolver,
  PedigreeResolver,
  PublishedParametersResolver,
  QueenEbvResolver,
  QueenEvaluationsResolver,
  QueenHiveResolver,
  QueenInbreedingResolver,
  QueenResolver,
  QueenTermsResolver,
  QueenWriteResolver,
  RankingResolver,
  ReportResolver,
  SeasonDamsResolver,
  TrendsResolver,
  UndoResolver,
  WarningResolver,
] as const;

const ROOTS: Record<string, string> = {
  Query: 'What can be read. A field that the caller may not read is null, with an error at its path.',
  Mutation: 'What can be changed.',
};

/**
 * The whole schema, each field behind its permission.
 * @throws {Error} where a field that needs one declares none
 */
export async function buildGuardedSchema(): Promise<GraphQLSchema> {
  const container = new Resolvers();
  const schema = await buildSchema({ resolvers: RESOLVERS, container, validate: false });
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type) type.description = ROOTS[type.name];
  }
  return guardSchema(boundLists(resolveAtOnce(schema, container)));
}

/** The text of `schema.graphql`. */
export function schemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
