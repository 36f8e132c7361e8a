import { Field, InputType } from 'type-graphql';
import { SavedViewPage } from './saved-view.enums.js';

@InputType({ description: 'A view to save. It replaces the view of the same name on the same page.' })
export class SavedViewInput {
  @Field(() => SavedViewPage, { description: 'Page of the interface that the view belongs to.' })
  page!: SavedViewPage;

  @Field(() => String, { nullable: true, description: 'Name, up to 100 characters. Required.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Query string of the address of the page, up to 20,000 characters. Default: the page without parameters.',
  })
  parameters?: string | null;
}
