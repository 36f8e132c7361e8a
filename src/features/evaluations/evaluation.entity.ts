import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { PartialDate } from '../../graphql/scalars.js';
import { columnTypeOf, typeOf } from './trait-fields.js';

/** The columns of the traits are added below. */
const TestedRow = OwnedRow as new () => OwnedRow & Record<TraitName, number | null>;

@Entity({ tableName: 'evaluation' })
@ObjectType({ description: 'A performance test: one colony, one season, one apiary.', simpleResolvers: true })
@Resource('evaluations')
export class Evaluation extends TestedRow {
  @Field(() => ID, { description: 'The queen of the tested colony.' })
  @Property({ type: 'uuid' })
  queenId!: string;

  @Field(() => Int, { description: 'The season.' })
  @Property({ type: 'integer' })
  year!: number;

  @Field(() => PartialDate, { nullable: true, description: 'When it was evaluated.' })
  @Property({ type: 'text', nullable: true })
  evaluatedOn!: string | null;

  @Field(() => ID, { nullable: true, description: 'Where the colony stood; null where nobody said.' })
  @Property({ type: 'uuid', nullable: true })
  apiaryId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The hive of the colony; null where nobody said.' })
  @Property({ type: 'uuid', nullable: true })
  hiveId!: string | null;

  @Field(() => String, { nullable: true, description: 'Who evaluated.' })
  @Property({ type: 'text', nullable: true })
  evaluator!: string | null;

  @Field(() => String, { nullable: true, description: 'Country, as given.' })
  @Property({ type: 'text', nullable: true })
  countryCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as given.' })
  @Property({ type: 'text', nullable: true })
  postalCode!: string | null;
}

for (const name of TRAIT_NAMES) {
  Field(() => typeOf(name), { nullable: true, description: TRAITS[name].field })(Evaluation.prototype, name);
  Property({ type: columnTypeOf(name), nullable: true })(Evaluation.prototype, name);
}
