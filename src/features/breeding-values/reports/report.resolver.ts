import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import { Apiary } from '../../apiaries/apiary.entity.js';
import { apiaryById } from '../../apiaries/apiary.loader.js';
import type { RequestContext } from '../../../graphql/context.js';
import { parseId } from '../../../graphql/ids.js';
import { EbvRun } from '../ebv-run.entity.js';
import { moreWarningsOf, traitReportsOf, warningsOf } from './read-report.js';
import { EbvTraitProgress, EbvTraitReport, EbvWarning } from './report.types.js';
import { traitProgressOf } from './trait-progress.js';

@Resolver(() => EbvRun)
export class ReportResolver {
  @FieldResolver(() => [EbvTraitProgress], {
    description: 'Progress by trait. Traits are computed one after the other; then the values are stored.',
  })
  traitProgress(@Root() run: EbvRun): EbvTraitProgress[] {
    return traitProgressOf(run);
  }

  @FieldResolver(() => [EbvTraitReport], {
    description:
      'Report by trait. Empty for imported and cancelled runs, and until the run has ended. A failed run has reports only if the reason for its failure is that no trait can be evaluated.',
  })
  traitReports(@Root() run: EbvRun): EbvTraitReport[] {
    return traitReportsOf(run);
  }

  @FieldResolver(() => [EbvWarning], {
    description: 'Contemporary groups with almost no information about breeding values, at most 100 for each trait.',
  })
  warnings(@Root() run: EbvRun): EbvWarning[] {
    return warningsOf(run);
  }

  @FieldResolver(() => Int, { description: 'Number of warnings that `warnings` leaves out.' })
  moreWarnings(@Root() run: EbvRun): number {
    return moreWarningsOf(run);
  }
}

@Resolver(() => EbvWarning)
export class WarningResolver {
  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary in its current state. Null if the evaluations have no apiary or the apiary was deleted.',
  })
  @Requires('hive', 'read')
  async apiary(@Root() { apiaryId }: EbvWarning, @Ctx() { loaders }: RequestContext): Promise<Apiary | null> {
    const id = apiaryId === null ? null : parseId(apiaryId);
    return id === null ? null : loaders.get(apiaryById).load(id);
  }
}
