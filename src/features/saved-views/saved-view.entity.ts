import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { EditableRow } from '../../graphql/owned-row.entity.js';
import { SavedViewPage } from './saved-view.enums.js';

@Entity({ tableName: 'saved_view' })
@ObjectType({
  description: 'Settings of a page of the interface, saved under a name: filters, sort order, weights or mating plan.',
  simpleResolvers: true,
})
@Resource('queens')
export class SavedView extends EditableRow {
  @Field(() => SavedViewPage, { description: 'Page of the interface that the view belongs to.' })
  @Property({ type: 'text' })
  page!: SavedViewPage;

  @Field({ description: 'Name, unique for the page.' })
  @Property({ type: 'text' })
  name!: string;

  /** Sort key of the name, which ignores case and sorts numbers by value. */
  @Property({ type: 'text', generated: 'natural_key(identifier_key(name)) stored' })
  nameOrder!: string;

  @Field({ description: 'Query string of the address of the page, such as `generation=F0&sort=index`.' })
  @Property({ type: 'text' })
  parameters!: string;
}
