import { Field, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import { Requires, Resource } from '../../auth/requires.js';
import { FIELD_GROUPS, FIELD_TEXTS, type FieldGroup, type FieldText } from './reading/field-texts.js';

const groups = Object.entries(FIELD_GROUPS);
const ImportFieldGroup = Object.fromEntries(groups.map(([group]) => [group, group]));
registerEnumType(ImportFieldGroup, {
  name: 'ImportFieldGroup',
  description: 'What a field of an imported row tells of.',
  valuesConfig: Object.fromEntries(groups.map(([group, description]) => [group, { description }])),
});

@ObjectType({ description: 'A field that a column of a file can be mapped to.', simpleResolvers: true })
@Resource('queens')
export class ImportField implements FieldText {
  @Field({ description: 'What `mapping` names it, and `columns` of an import.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Another name of it, which `columns` of a file of breeding values has in its place.',
  })
  alias!: string | null;

  @Field(() => ImportFieldGroup, { description: 'What it tells of.' })
  group!: FieldGroup;

  @Field({ description: 'What people call it.' })
  title!: string;

  @Field({ description: 'What its cells say.' })
  description!: string;

  @Field(() => [String], {
    description: 'Headers that are taken for it without a mapping; case, accents and punctuation do not matter.',
  })
  headers!: string[];
}

@Resolver()
export class ImportFieldsResolver {
  @Query(() => [ImportField], {
    nullable: true,
    description: 'The fields that a column of an imported file can be mapped to.',
  })
  @Requires('queens', 'read')
  importFields(): readonly FieldText[] {
    return FIELD_TEXTS;
  }
}
