import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A one-time link to set a password. Only the SHA-256 hash of its token is stored. */
@Entity({ tableName: 'password_link' })
export class PasswordLink {
  @PrimaryKey({ type: 'text' })
  tokenHash!: string;

  @Property({ type: 'uuid' })
  accountId!: string;

  @Property({ type: 'timestamptz', length: 3 })
  expiresAt!: Date;
}
