import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { EditableRow } from '../../graphql/owned-row.entity.js';

@Entity({ tableName: 'apiary' })
@ObjectType({
  description: 'A location with hives. Only colonies of the same apiary and season can be compared with each other.',
  simpleResolvers: true,
})
@Resource('hive')
export class Apiary extends EditableRow {
  @Field({ description: 'Name, unique in the account.' })
  @Property({ type: 'text' })
  name!: string;

  /** Sort key of the name, which ignores case and sorts numbers by value. */
  @Property({ type: 'text', generated: 'natural_key(identifier_key(name)) stored' })
  nameOrder!: string;

  @Field(() => Float, { nullable: true, description: 'Latitude in degrees north (WGS 84), -90 to 90.' })
  @Property({ type: 'double', nullable: true })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Longitude in degrees east (WGS 84), -180 to 180.' })
  @Property({ type: 'double', nullable: true })
  longitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Elevation above sea level in metres.' })
  @Property({ type: 'double', nullable: true })
  elevationM!: number | null;

  @Field(() => String, { nullable: true, description: 'Country code of two letters (ISO 3166-1), in upper case.' })
  @Property({ type: 'text', nullable: true })
  countryCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as entered.' })
  @Property({ type: 'text', nullable: true })
  postalCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes.' })
  @Property({ type: 'text', nullable: true })
  notes!: string | null;
}
