import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { DateTime, Json } from '../../graphql/scalars.js';
import { JobStatus } from '../../graphql/job-status.js';
import { Trait } from '../evaluations/trait.enums.js';
import { EbvSource } from './ebv.enums.js';

@Entity({ tableName: 'ebv_run' })
@ObjectType({
  description: 'One set of breeding values: computed here, or brought from another system. The two are never mixed.',
  simpleResolvers: true,
})
@Resource('blup')
export class EbvRun {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => JobStatus, { description: 'Where it stands.' })
  @Property({ type: 'text' })
  status!: JobStatus;

  @Field(() => EbvSource, { description: 'Computed here, or brought from another system.' })
  @Property({ type: 'text' })
  source!: EbvSource;

  @Field(() => String, {
    nullable: true,
    description: 'The relationships it reckons with: `honey_bee` or `animal`; null where the source does not say.',
  })
  @Property({ type: 'text', nullable: true })
  method!: string | null;

  @Field(() => [Trait], { description: 'The traits it has values for.' })
  @Property({ type: 'array' })
  traits!: Trait[];

  @Field(() => Int, { nullable: true, description: 'Birth years that set mean and spread of the normalized values.' })
  @Property({ type: 'integer', nullable: true })
  baseYears!: number | null;

  @Field(() => Json, {
    nullable: true,
    description: 'Variances and covariances it reckons with, by trait, in squares of the units of the traits.',
  })
  @Property({ type: 'json', nullable: true })
  parameters!: unknown;

  @Field(() => Json, {
    nullable: true,
    description: 'How the computation went, and what the breeder should know of the data.',
  })
  @Property({ type: 'json', nullable: true })
  report!: unknown;

  /** Of an imported run it is that of the values, so that the same file makes no second run. */
  @Field(() => String, {
    nullable: true,
    description:
      'Of the data it used: while that of a later run with the same parameters is the same, so are the values. Null where none are there yet.',
  })
  @Property({ type: 'text', nullable: true })
  fingerprint!: string | null;

  @Field(() => Float, { description: '0 to 1.' })
  @Property({ type: 'double' })
  progress!: number;

  @Field(() => String, { nullable: true, description: 'Why it failed, in words; null where it did not.' })
  @Property({ type: 'text', nullable: true })
  error!: string | null;

  @Property({ type: 'uuid', nullable: true })
  importId!: string | null;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was completed; null before.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  computedAt!: Date | null;
}
