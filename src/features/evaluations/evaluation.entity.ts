import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TRAIT_NAMES, TRAITS, type TraitName } from '../../core/traits.js';
import { Resource } from '../../auth/requires.js';
import { EditableRow } from '../../graphql/owned-row.entity.js';
import { PartialDate } from '../../graphql/scalars.js';
import { columnTypeOf, graphqlTypeOf } from './trait-fields.js';

/** Code at the end of this file adds the trait columns. */
const TestedRow = EditableRow as new () => EditableRow & Record<TraitName, number | null>;

@Entity({ tableName: 'evaluation' })
@ObjectType({ description: 'A performance test of one colony in one season at one apiary.', simpleResolvers: true })
@Resource('evaluations')
export class Evaluation extends TestedRow {
  @Field(() => ID, { description: 'Queen of the tested colony.' })
  @Property({ type: 'uuid' })
  queenId!: string;

  @Field(() => Int, { description: 'Season.' })
  @Property({ type: 'integer' })
  year!: number;

  @Field(() => PartialDate, { nullable: true, description: 'Date of the evaluation.' })
  @Property({ type: 'text', nullable: true })
  evaluatedOn!: string | null;

  @Field(() => ID, { nullable: true, description: "Id of the colony's apiary; null if unknown." })
  @Property({ type: 'uuid', nullable: true })
  apiaryId!: string | null;

  @Field(() => ID, { nullable: true, description: "Id of the colony's hive; null if unknown." })
  @Property({ type: 'uuid', nullable: true })
  hiveId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the evaluator.' })
  @Property({ type: 'text', nullable: true })
  evaluator!: string | null;

  @Field(() => String, { nullable: true, description: 'Country code of two letters (ISO 3166-1), in upper case.' })
  @Property({ type: 'text', nullable: true })
  countryCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as entered.' })
  @Property({ type: 'text', nullable: true })
  postalCode!: string | null;
}

for (const name of TRAIT_NAMES) {
  Field(() => graphqlTypeOf(name), { nullable: true, description: TRAITS[name].field })(Evaluation.prototype, name);
  Property({ type: columnTypeOf(name), nullable: true })(Evaluation.prototype, name);
}
