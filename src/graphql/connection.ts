import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import type { Resource as ResourceName } from '../auth/permissions.js';
import { Resource } from '../auth/requires.js';
import type { Page } from './paginate.js';

@ObjectType({ description: 'Where a page of a list stands.', simpleResolvers: true })
export class PageInfo {
  @Field({ description: 'Whether more rows follow.' })
  hasNextPage!: boolean;

  @Field({ description: 'Whether the page does not begin with the first row.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Null for an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Give it as `after` to read on. Null for an empty page.' })
  endCursor!: string | null;
}

@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, { defaultValue: 20, description: 'Rows of a page, 1 to 100.' })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the row after which to go on. Walking by cursor visits each row once, also while others are written.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Rows to jump over, in place of `after`.' })
  offset?: number | null;
}

/** The Relay connection type of a node, e.g. `QueenConnection` with `QueenEdge`. */
export function connectionOf<Node extends object>(
  node: ClassType<Node>,
  name: string,
  resource: ResourceName,
  description: string,
) {
  @ObjectType(`${name}Edge`, { description: 'A row and its place in the list.', simpleResolvers: true })
  @Resource(resource)
  class Edge {
    @Field({ description: 'Opaque; good for `after` in a list of the same order.' })
    cursor!: string;

    @Field(() => node, { description: 'The row.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description, simpleResolvers: true })
  @Resource(resource)
  class Connection {
    @Field(() => Int, { description: 'Rows that match, over all pages. Counted only where asked for.' })
    totalCount!: () => Promise<number>;

    @Field(() => [node], { description: 'The rows of this page.' })
    nodes!: Node[];

    @Field(() => [Edge], { description: 'The rows of this page, each with its cursor.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where this page stands.' })
    pageInfo!: PageInfo;
  }
  return Connection as ClassType<Page<Node>>;
}
