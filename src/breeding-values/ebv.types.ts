import { Field, ObjectType } from 'type-graphql';
import { Resource } from '../access/requires.js';
import { connectionOf } from '../graphql/connection.js';
import { BreedingValue } from './breeding-value.entity.js';
import { EbvRun } from './ebv-run.entity.js';

const BreedingValueConnection = connectionOf(BreedingValue, 'BreedingValue', 'blup', 'A page of breeding values.');

@ObjectType({ description: 'A page of the breeding values of one run.', simpleResolvers: true })
@Resource('blup')
export class LatestEbv extends BreedingValueConnection {
  @Field(() => EbvRun, { nullable: true, description: 'The run they are from; null where there is none yet.' })
  run!: EbvRun | null;
}
