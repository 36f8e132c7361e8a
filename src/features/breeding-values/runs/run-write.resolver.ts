import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { rereadOne } from '../../../graphql/reread.js';
import { withoutLimit } from '../../../db/statement-timeout.js';
import { write, writeReturning } from '../../writes/write.js';
import { EbvRun } from '../ebv-run.entity.js';
import { endRun, startRun } from './manage-runs.js';
import { EBV_QUEUE } from './run-queue.js';
import { EbvRunInput } from './run-start.input.js';

@Resolver()
export class EbvRunWriteResolver {
  @Mutation(() => EbvRun, {
    description: 'Start the computation of breeding values in the background. Query `ebvRun` for its progress.',
  })
  @Requires('blup', 'write')
  async startEbvRun(
    @Arg('input', () => EbvRunInput, {
      nullable: true,
      description: 'Options of the run. Absent options have their default values.',
    })
    input: EbvRunInput | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<EbvRun> {
    const ids = await write(context, (unit) => startRun(unit, input ?? {}));
    const run = await rereadOne(context.em, EbvRun, ids);
    await context.services.jobs.send(EBV_QUEUE, { accountId: run.accountId, id: run.id });
    return run;
  }

  @Mutation(() => EbvRun, {
    description:
      'Cancel a queued or running run, or delete a finished run with its values. Return the run. The error CONFLICT means that the run belongs to an import: undo the import instead.',
  })
  @Requires('blup', 'write')
  async deleteEbvRun(
    @Arg('id', () => ID, { description: 'Id of the run.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<EbvRun> {
    // Deleting many values can take longer than the limit for a statement.
    return withoutLimit(() => writeReturning(context, (unit) => endRun(unit, id)));
  }
}
