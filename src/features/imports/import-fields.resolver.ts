import { Field, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql';
import { Requires, Resource } from '../../auth/requires.js';
import { FIELD_GROUPS, FIELD_TEXTS, type FieldGroup, type FieldText } from './reading/field-texts.js';

const groups = Object.entries(FIELD_GROUPS);
const ImportFieldGroup = Object.fromEntries(groups.map(([group]) => [group, group]));
registerEnumType(ImportFieldGroup, {
  name: 'ImportFieldGroup',
  description: 'Groups of fields of an imported row.',
  valuesConfig: Object.fromEntries(groups.map(([group, description]) => [group, { description }])),
});

@ObjectType({ description: 'A field that a column of a file can be mapped to.', simpleResolvers: true })
@Resource('queens')
export class ImportField implements FieldText {
  @Field({ description: 'Name of the field in `mapping`, and in `columns` of an import.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the field in `columns` of an import of breeding values, if it differs from `name`.',
  })
  alias!: string | null;

  @Field(() => ImportFieldGroup, { description: 'Group of the field.' })
  group!: FieldGroup;

  @Field({ description: 'Title of the field for users, in English.' })
  title!: string;

  @Field({ description: 'What the cells of the column contain.' })
  description!: string;

  @Field(() => [String], {
    description: 'Headers that are recognized without a mapping; case, accents and punctuation are ignored.',
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
