import { Migration } from '@mikro-orm/migrations';
import { enableRowSecurity } from './row-level-security.js';

/**
 * Events that the owner of an account can read: sign-ins, failed sign-ins, keys, exports, imports and deletions. The
 * events contain no secrets and no e-mail addresses. Equal events within an hour are one row with a count. Ids start
 * with the time, so that the primary key sorts the events by time.
 */
export class Migration20261121000019_audit_trail extends Migration {
  override up(): void {
    this.addSql(`
      create table audit_event (
        account_id uuid not null references account on delete cascade,
        id uuid not null,
        happened_at timestamptz(3) not null default clock_timestamp(),
        action text not null,
        actor text not null check (actor in ('session', 'key', 'operator', 'visitor')),
        key_id uuid,
        subject_id uuid,
        address text,
        count integer not null default 1 check (count > 0),
        primary key (account_id, id)
      )`);
    for (const each of enableRowSecurity('audit_event')) this.addSql(each);
  }

  override down(): void {
    this.addSql(`drop table audit_event`);
  }
}
