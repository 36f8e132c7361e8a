import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import { Apiary } from '../../apiaries/apiary.entity.js';
import { apiaryById } from '../../apiaries/apiary.loader.js';
import type { RequestContext } from '../../../graphql/context.js';
import { asId } from '../../../graphql/ids.js';
import { EbvRun } from '../ebv-run.entity.js';
import { moreWarningsOf, traitReportsOf, warningsOf } from './read-report.js';
import { EbvTraitProgress, EbvTraitReport, EbvWarning } from './report.types.js';
import { traitProgressOf } from './trait-progress.js';

@Resolver(() => EbvRun)
export class ReportResolver {
  @FieldResolver(() => [EbvTraitProgress], {
    description: 'How far each trait is worked out, one after the other; then the values are stored.',
  })
  traitProgress(@Root() run: EbvRun): EbvTraitProgress[] {
    return traitProgressOf(run);
  }

  @FieldResolver(() => [EbvTraitReport], {
    description: 'How each trait went; empty before the run is completed, and where it came with an import.',
  })
  traitReports(@Root() run: EbvRun): EbvTraitReport[] {
    return traitReportsOf(run);
  }

  @FieldResolver(() => [EbvWarning], {
    description: 'Apiaries and seasons of which the tests add next to nothing: at most 100 a trait.',
  })
  warnings(@Root() run: EbvRun): EbvWarning[] {
    return warningsOf(run);
  }

  @FieldResolver(() => Int, { description: 'How many warnings there are beyond those that are told.' })
  moreWarnings(@Root() run: EbvRun): number {
    return moreWarningsOf(run);
  }
}

@Resolver(() => EbvWarning)
export class WarningResolver {
  @FieldResolver(() => Apiary, {
    nullable: true,
    description: 'The apiary as it is now; null where there was none, or it has been deleted.',
  })
  @Requires('hive', 'read')
  async apiary(@Root() { apiaryId }: EbvWarning, @Ctx() { loaders }: RequestContext): Promise<Apiary | null> {
    const id = apiaryId === null ? null : asId(apiaryId);
    return id === null ? null : loaders.get(apiaryById).load(id);
  }
}
