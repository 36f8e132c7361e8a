import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A browser session. The cookie contains a random id, and the row contains the SHA-256 hash of this id. */
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
