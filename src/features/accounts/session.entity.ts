import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A signed-in browser. The cookie holds a random id, the row only its SHA-256. */
@Entity({ tableName: 'session' })
export class Session {
  @PrimaryKey({ type: 'text' })
  idHash!: string;

  @Property({ type: 'uuid', nullable: true })
  accountId!: string | null;

  @Property({ type: 'json' })
  data!: Record<string, unknown>;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;
}
