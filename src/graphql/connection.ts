import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import type { Resource as ResourceName } from '../access/permissions.js';
import { Resource } from '../access/requires.js';
import type { Page } from './paginate.js';

@ObjectType()
export class PageInfo {
  @Field()
  hasNextPage!: boolean;

  @Field()
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true })
  startCursor!: string | null;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

@ArgsType()
export class ConnectionArgs {
  @Field(() => Int, { defaultValue: 20, description: '1 to 100.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Cursor of the row after which to go on.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Rows to jump over, in place of `after`.' })
  offset?: number | null;
}

/** The Relay connection type of a node, e.g. `QueenConnection` with `QueenEdge`. */
export function connectionOf<Node extends object>(node: ClassType<Node>, name: string, resource: ResourceName) {
  @ObjectType(`${name}Edge`)
  @Resource(resource)
  class Edge {
    @Field()
    cursor!: string;

    @Field(() => node)
    node!: Node;
  }

  @ObjectType(`${name}Connection`)
  @Resource(resource)
  class Connection {
    @Field(() => Int, { description: 'Rows that match, over all pages.' })
    totalCount!: () => Promise<number>;

    @Field(() => [node])
    nodes!: Node[];

    @Field(() => [Edge])
    edges!: Edge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;
  }
  return Connection as ClassType<Page<Node>>;
}
