import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';

@Entity({ tableName: 'apiary' })
@ObjectType({
  description: 'A place where hives stand. Only colonies of one apiary in one season are comparable.',
  simpleResolvers: true,
})
@Resource('hive')
export class Apiary extends OwnedRow {
  @Field({ description: 'Unique in the account.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => Float, { nullable: true, description: 'Degrees north, WGS 84.' })
  @Property({ type: 'double', nullable: true })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees east, WGS 84.' })
  @Property({ type: 'double', nullable: true })
  longitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Metres above sea level.' })
  @Property({ type: 'double', nullable: true })
  elevationM!: number | null;

  @Field(() => String, { nullable: true, description: 'Country, as given.' })
  @Property({ type: 'text', nullable: true })
  countryCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as given.' })
  @Property({ type: 'text', nullable: true })
  postalCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Whatever was noted.' })
  @Property({ type: 'text', nullable: true })
  notes!: string | null;
}
