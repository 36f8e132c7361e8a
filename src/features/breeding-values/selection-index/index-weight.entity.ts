import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Trait } from '../../evaluations/trait.enums.js';

/** What a breeder counts a trait for; a trait without a row counts nothing, once there is any. */
@Entity({ tableName: 'index_weight' })
export class IndexWeight {
  @PrimaryKey({ type: 'uuid' })
  accountId!: string;

  @PrimaryKey({ type: 'text' })
  trait!: Trait;

  @Property({ type: 'double' })
  weight!: number;

  @Property({ type: 'uuid', nullable: true })
  importId!: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  updatedAt!: Date;
}
