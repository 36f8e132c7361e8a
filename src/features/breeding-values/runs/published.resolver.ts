import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import { Requires, Resource } from '../../../auth/requires.js';
import { DEFAULT_PARAMETERS, parametersFrom } from '../../../blup/index.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { VarianceParameters } from '../reports/report.types.js';

@ObjectType({
  description:
    'The variances that a run takes for a trait where it is given none, in squares of the unit of the trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class PublishedParameters extends VarianceParameters {
  @Field(() => Trait, { description: 'The trait.' })
  trait!: Trait;

  @Field(() => String, { description: 'The unit of the trait.' })
  unit!: string;

  @Field(() => String, { description: 'Where the figures stem from, and what of them was chosen here.' })
  source!: string;
}

@Resolver()
export class PublishedParametersResolver {
  @Query(() => [PublishedParameters], {
    nullable: true,
    description: 'The variances that runs take where they are given none, by trait, with their source.',
  })
  @Requires('blup', 'read')
  publishedParameters(): PublishedParameters[] {
    return DEFAULT_PARAMETERS.map((each) => ({
      trait: each.trait as Trait,
      unit: each.unit,
      ...parametersFrom(each),
      source: each.source,
    }));
  }
}
