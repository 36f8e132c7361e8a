import type { GraphQLResolveInfo } from 'graphql';
import { sql } from 'kysely';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { idOrNil } from '../../graphql/ids.js';
import type { Matching } from '../../graphql/matching.js';
import { paginate } from '../../graphql/paginate.js';
import { Reads } from '../../graphql/selection.js';
import { Queen } from '../queens/queen.entity.js';
import { Evaluation } from './evaluation.entity.js';
import { EvaluationsArgs, type EvaluationFilter } from './evaluation.input.js';
import { evaluationsByQueen } from './evaluation.loader.js';
import { evaluationOrder } from './evaluation.order.js';

export const EvaluationConnection = connectionOf(Evaluation, 'Evaluation', 'evaluations', 'A page of evaluations.');

@Resolver()
export class EvaluationResolver {
  @Query(() => Evaluation, {
    nullable: true,
    description: 'Evaluation with this id; null if it does not exist.',
  })
  @Requires('evaluations', 'read')
  evaluation(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<Evaluation | null> {
    return findById(em, Evaluation, id);
  }

  @Query(() => EvaluationConnection, {
    nullable: true,
    description: 'Evaluations, newest season first by default.',
  })
  @Requires('evaluations', 'read')
  evaluations(
    @Args(() => EvaluationsArgs) { filter, sort, ...page }: EvaluationsArgs,
    @Ctx() { em }: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return paginate(em, Evaluation, conditions(filter), evaluationOrder(sort), page, info);
  }
}

@Resolver(() => Queen)
export class QueenEvaluationsResolver {
  @FieldResolver(() => [Evaluation], { nullable: true, description: 'All evaluations, newest season first.' })
  @Requires('evaluations', 'read')
  @Reads('id')
  evaluations(
    @Root() queen: Queen,
    @Ctx() { loaders }: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Evaluation[]> {
    return loaders.get(evaluationsByQueen(info)).load(queen.id);
  }
}

function conditions(filter?: EvaluationFilter | null): Matching<Evaluation> {
  const { queenId, year, apiaryId, hiveId, updatedSince } = filter ?? {};
  const values = {
    ...(queenId != null && { queenId: idOrNil(queenId) }),
    ...(year != null && { year }),
    ...(apiaryId != null && { apiaryId: idOrNil(apiaryId) }),
    ...(hiveId != null && { hiveId: idOrNil(hiveId) }),
  };
  return { values, conditions: updatedSince == null ? [] : [sql`q.updated_at >= ${updatedSince}`] };
}
