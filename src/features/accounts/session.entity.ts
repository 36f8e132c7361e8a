import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A session of a browser. The cookie contains a random id; the row contains its SHA-256. */
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
