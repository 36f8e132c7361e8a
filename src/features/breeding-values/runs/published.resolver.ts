import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import { Requires, Resource } from '../../../auth/requires.js';
import { DEFAULT_PARAMETERS, parametersFrom } from '../../../blup/index.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { VarianceParameters } from '../reports/variance.types.js';

@ObjectType({
  description: 'Default variances of a trait, in squared units of the trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class PublishedParameters extends VarianceParameters {
  @Field(() => Trait, { description: 'Trait.' })
  trait!: Trait;

  @Field(() => String, { description: 'Unit of the trait.' })
  unit!: string;

  @Field(() => String, {
    description: 'Publication of the variances. The text also states which values are assumptions of this service.',
  })
  source!: string;
}

@Resolver()
export class PublishedParametersResolver {
  @Query(() => [PublishedParameters], {
    nullable: true,
    description: 'Default variances by trait, with their source.',
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
