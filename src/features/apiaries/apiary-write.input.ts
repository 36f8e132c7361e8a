import { Field, Float, ID, InputType } from 'type-graphql';

@InputType({
  description:
    'Fields of an apiary. A new apiary requires a name. In an update, absent fields keep their values and null clears a field.',
})
export class ApiaryInput {
  @Field(() => String, { nullable: true, description: 'Name, unique in the account.' })
  name?: string | null;

  @Field(() => Float, { nullable: true, description: 'Latitude in degrees north (WGS 84), -90 to 90.' })
  latitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Longitude in degrees east (WGS 84), -180 to 180.' })
  longitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Elevation above sea level in metres.' })
  elevationM?: number | null;

  @Field(() => String, { nullable: true, description: 'Country code of two letters (ISO 3166-1).' })
  countryCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as entered.' })
  postalCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes, up to 10,000 characters.' })
  notes?: string | null;
}

@InputType({
  description:
    'Fields of a hive. A new hive requires a name. In an update, absent fields keep their values and null clears a field.',
})
export class HiveInput {
  @Field(() => ID, { nullable: true, description: 'Id of the apiary of the hive.' })
  apiaryId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name, unique at the apiary.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Kind of hive, as entered.' })
  type?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the queen that heads the hive. She must not head another hive and must not be sold, dead or lost.',
  })
  queenId?: string | null;
}
