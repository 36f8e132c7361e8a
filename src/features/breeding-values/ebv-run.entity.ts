import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { DateTime, Json } from '../../graphql/scalars.js';
import { JobStatus } from '../../graphql/job-status.js';
import { Trait } from '../evaluations/trait.enums.js';
import { DroneGroups, EbvSource } from './ebv.enums.js';

@Entity({ tableName: 'ebv_run' })
@ObjectType({
  description:
    'A run: one set of breeding values, computed by the service or imported from another system. A run never contains both computed and imported values.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvRun extends OwnedRow {
  @Field(() => JobStatus, { description: 'Status.' })
  @Property({ type: 'text' })
  status!: JobStatus;

  @Field(() => EbvSource, { description: 'Whether the values were computed or imported.' })
  @Property({ type: 'text' })
  source!: EbvSource;

  @Field(() => String, {
    nullable: true,
    description: 'Model of the relationships: `honey_bee` or `animal`. Null if an imported source does not state it.',
  })
  @Property({ type: 'text', nullable: true })
  method!: string | null;

  @Field(() => [Trait], {
    description: 'Traits with values in the run. Until the run is completed, the requested traits.',
  })
  @Property({ type: 'array' })
  traits!: Trait[];

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of base years: the latest birth year and the years directly before it. The queens born in the base years define the mean and the standard deviation of the normalized scale.',
  })
  @Property({ type: 'integer', nullable: true })
  baseYears!: number | null;

  @Field(() => DroneGroups, {
    nullable: true,
    description:
      'Rule that decides which matings share one group of drone-producing queens. Null for imported runs. Also null for runs of earlier versions of the service, which always used `BY_DAM`.',
  })
  @Property({ type: 'text', nullable: true })
  droneGroups!: DroneGroups | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the most recent seasons whose tests the run hides to check its predictions; 0 for no check. Null for imported runs. Also null for runs of earlier versions of the service, which had no such check.',
  })
  @Property({ type: 'integer', nullable: true })
  validationSeasons!: number | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Variances and covariances by trait, in squared units of the traits. Until the run is completed, the variances of the request: by trait, or `"estimate"`.',
  })
  @Property({ type: 'json', nullable: true })
  parameters!: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'Report of the computation: one entry per trait, with warnings about the data.',
  })
  @Property({ type: 'json', nullable: true })
  report!: unknown;

  /** For an imported run, this is a digest of its values, so that the same file does not create a second run. */
  @Field(() => String, {
    nullable: true,
    description:
      'Fingerprint of the input data or, for an imported run, of its values. Runs with the same fingerprint and the same parameters have the same values. Null until the run is completed, and after values of an imported run were deleted together with a queen.',
  })
  @Property({ type: 'text', nullable: true })
  fingerprint!: string | null;

  @Field(() => Float, { description: 'Progress, 0 to 1.' })
  @Property({ type: 'double' })
  progress!: number;

  @Field(() => String, { nullable: true, description: 'Reason why the run failed; null if it did not fail.' })
  @Property({ type: 'text', nullable: true })
  error!: string | null;

  @Property({ type: 'uuid', nullable: true })
  importId!: string | null;

  @Field(() => DateTime, { description: 'Time at which the run was requested.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Time of completion; null if the run is not completed.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  computedAt!: Date | null;
}
