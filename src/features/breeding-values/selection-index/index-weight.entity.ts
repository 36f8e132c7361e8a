import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Trait } from '../../evaluations/trait.enums.js';

/** Saved weight of a trait. If the account has any saved weight, a trait without a row has weight 0. */
@Entity({ tableName: 'index_weight' })
export class IndexWeight {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @PrimaryKey({ type: 'text' })
  trait!: Trait;

  @Property({ type: 'double' })
  weight!: number;

  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
