import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { guardSchema } from '../auth/guard.js';
import { AccountResolver } from '../features/accounts/account.resolver.js';
import { ApiKeyResolver } from '../features/api-keys/api-key.resolver.js';
import { ApiaryResolver } from '../features/apiaries/apiary.resolver.js';
import { HiveQueenResolver, QueenHiveResolver } from '../features/apiaries/hive-queen.resolver.js';
import { BreedingValueQueenResolver } from '../features/breeding-values/breeding-value-queen.resolver.js';
import { EvaluationRelationsResolver } from '../features/evaluations/evaluation-relations.resolver.js';
import { HiveResolver } from '../features/apiaries/hive.resolver.js';
import { AuditResolver } from '../features/audit/audit.resolver.js';
import { ChangesResolver } from '../features/changes/changes.resolver.js';
import { EbvRunWriteResolver } from '../features/breeding-values/runs/run-write.resolver.js';
import { EbvRunResolver } from '../features/breeding-values/ebv-run.resolver.js';
import {
  PedigreeInbreedingResolver,
  QueenInbreedingResolver,
} from '../features/breeding-values/inbreeding/inbreeding.resolver.js';
import { MatingPlanResolver } from '../features/breeding-values/mating-plans/mating-plan.resolver.js';
import { EbvResolver, QueenEbvResolver } from '../features/breeding-values/ebv.resolver.js';
import { PublishedParametersResolver } from '../features/breeding-values/runs/published.resolver.js';
import { QueenIndexResolver } from '../features/breeding-values/selection-index/queen-index.resolver.js';
import { IndexWeightsResolver } from '../features/breeding-values/selection-index/index-weights.resolver.js';
import { RankingResolver } from '../features/breeding-values/ranking/ranking.resolver.js';
import { ReportResolver, WarningResolver } from '../features/breeding-values/reports/report.resolver.js';
import { TrendsResolver } from '../features/breeding-values/trends/trends.resolver.js';
import { EvaluationResolver, QueenEvaluationsResolver } from '../features/evaluations/evaluation.resolver.js';
import { ApiarySeasonsResolver, SeasonDamsResolver } from '../features/evaluations/apiary-seasons.resolver.js';
import { GroupTraitsResolver } from '../features/evaluations/group-traits.resolver.js';
import { OffspringTraitsResolver } from '../features/evaluations/offspring-traits.resolver.js';
import { ImportFieldsResolver } from '../features/imports/import-fields.resolver.js';
import { ImportColumnResolver, ImportResolver } from '../features/imports/import.resolver.js';
import { countListRows } from '../graphql/budget.js';
import { OriginResolver } from '../features/imports/origin.resolver.js';
import { ImportReviewResolver, ImportRowResolver } from '../features/imports/review/review.resolver.js';
import { UndoResolver } from '../features/imports/undo.resolver.js';
import { PedigreeResolver } from '../features/pedigree/pedigree.resolver.js';
import { DaughtersResolver } from '../features/queens/daughters.resolver.js';
import { OffspringStatsResolver } from '../features/evaluations/offspring-stats.resolver.js';
import { AssignQueensResolver } from '../features/apiaries/assign-queens.resolver.js';
import { ApiaryWriteResolver, HiveWriteResolver } from '../features/apiaries/place-write.resolver.js';
import { EvaluationWriteResolver } from '../features/evaluations/evaluation-write.resolver.js';
import { QueenWriteResolver } from '../features/queens/queen-write.resolver.js';
import { MergeResolver } from '../features/queens/merge/merge.resolver.js';
import { QueenResolver } from '../features/queens/queen.resolver.js';
import { SavedViewResolver } from '../features/saved-views/saved-view.resolver.js';
import { QueenListResolver } from '../features/queen-list/queen-list.resolver.js';
import { QueenTermsResolver } from '../features/queens/queen-terms.resolver.js';

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
  EvaluationRelationsResolver,
  EvaluationResolver,
  EvaluationWriteResolver,
  HiveQueenResolver,
  HiveResolver,
  HiveWriteResolver,
  AssignQueensResolver,
  ImportFieldsResolver,
  ImportColumnResolver,
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
  QueenIndexResolver,
  QueenListResolver,
  QueenInbreedingResolver,
  QueenResolver,
  QueenTermsResolver,
  QueenWriteResolver,
  RankingResolver,
  ReportResolver,
  SavedViewResolver,
  SeasonDamsResolver,
  TrendsResolver,
  ImportRowResolver,
  ImportReviewResolver,
  UndoResolver,
  WarningResolver,
] as const;

const ROOTS: Record<string, string> = {
  Query: 'Operations that read data. A field that the caller may not read is null, with an error at its path.',
  Mutation: 'Operations that change data.',
};

/**
 * Builds the schema. Every field enforces its access rule.
 * @throws {Error} if a field lacks a necessary access rule
 */
export async function buildGuardedSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: RESOLVERS, validate: false });
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type) type.description = ROOTS[type.name];
  }
  return guardSchema(countListRows(schema));
}

/** The schema as text, for `schema.graphql`. */
export function schemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
