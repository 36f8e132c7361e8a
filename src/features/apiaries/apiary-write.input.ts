import { Field, Float, ID, InputType } from 'type-graphql';

@InputType({
  description:
    'An apiary as it is to be. On creating, it needs a name; on changing, what is absent stays and null takes away.',
})
export class ApiaryInput {
  @Field(() => String, { nullable: true, description: 'Unique in the account.' })
  name?: string | null;

  @Field(() => Float, { nullable: true, description: 'Degrees north, WGS 84.' })
  latitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees east, WGS 84.' })
  longitude?: number | null;

  @Field(() => Float, { nullable: true, description: 'Metres above sea level.' })
  elevationM?: number | null;

  @Field(() => String, { nullable: true, description: 'Country: two letters (ISO 3166-1).' })
  countryCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as given.' })
  postalCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Whatever is to be noted, up to 10,000 characters.' })
  notes?: string | null;
}

@InputType({
  description:
    'A hive as it is to be. On creating, it needs a name; on changing, what is absent stays and null takes away.',
})
export class HiveInput {
  @Field(() => ID, { nullable: true, description: 'Where it stands.' })
  apiaryId?: string | null;

  @Field(() => String, { nullable: true, description: 'Unique at its apiary.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Kind of hive, as given.' })
  type?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The queen at its head; she heads one hive at a time, and is not sold, dead or lost.',
  })
  queenId?: string | null;
}
