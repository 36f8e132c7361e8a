import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import type { Resource as ResourceName } from '../auth/permissions.js';
import { Resource } from '../auth/requires.js';
import { MAX_PAGE_ROWS } from './max-page-rows.js';
import type { Page } from './paginate.js';

@ObjectType({ description: 'Position of a page in its list.', simpleResolvers: true })
export class PageInfo {
  @Field({ description: 'Whether more rows follow this page.' })
  hasNextPage!: boolean;

  @Field({ description: 'Whether rows precede this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row; null for an empty page.' })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last row, for the argument `after` of the next page. Null for an empty page.',
  })
  endCursor!: string | null;
}

@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, { defaultValue: 20, description: `Number of rows on a page, 1 to ${MAX_PAGE_ROWS}.` })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor after which the page starts. Paging by cursor returns each row once, even while rows are written.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of rows to skip. Not allowed with `after`.' })
  offset?: number | null;
}

/** The Relay connection type of a node, e.g. `QueenConnection` with `QueenEdge`. */
export function connectionOf<Node extends object>(
  node: ClassType<Node>,
  name: string,
  resource: ResourceName,
  description: string,
) {
  @ObjectType(`${name}Edge`, { description: 'A row with its cursor.', simpleResolvers: true })
  @Resource(resource)
  class Edge {
    @Field({ description: 'Opaque cursor for the argument `after` of a list with the same order.' })
    cursor!: string;

    @Field(() => node, { description: 'The row.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description, simpleResolvers: true })
  @Resource(resource)
  class Connection {
    @Field(() => Int, { description: 'Number of matching rows on all pages. Counted only if this field is selected.' })
    totalCount!: () => Promise<number>;

    @Field(() => [node], { description: 'Rows of this page.' })
    nodes!: Node[];

    @Field(() => [Edge], { description: 'Rows of this page, each with its cursor.' })
    edges!: () => Edge[];

    @Field(() => PageInfo, { description: 'Position of this page in the list.' })
    pageInfo!: PageInfo;
  }
  return Connection as ClassType<Page<Node>>;
}
