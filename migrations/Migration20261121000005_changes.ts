import { Migration } from '@mikro-orm/migrations';

/** Kinds of rows in the change feed, each with the SQL for the time of its last write. */
const KINDS = {
  queen: 'updated_at',
  evaluation: 'updated_at',
  apiary: 'updated_at',
  hive: 'updated_at',
  ebv_run: 'coalesce(computed_at, created_at)',
};
const WRITTEN = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

/**
 * The latest write or deletion of each row, with its revision. Triggers maintain the table, so that no statement can
 * write a row without an entry. A revision is the time of the transaction's first write, in microseconds since 1970. If
 * the clock has not advanced, the revision is the previous one plus 1. From its first write to the commit, the
 * transaction locks the account's row of `change_clock`. Therefore the revisions of an account have the order of the
 * account's commits, and all entries of a commit become visible at once. `change` has no foreign key to `account`,
 * because checking the key would make writing an entry 50 % slower. A trigger deletes the rows of a deleted account.
 */
export class Migration20261121000005_changes extends Migration {
  override up(): void {
    this.addSql(`
      create table change_clock (
        account_id uuid primary key references account on delete cascade,
        revision bigint not null
      )`);
    this.addSql(`
      create table change (
        account_id uuid not null,
        kind text collate "C" not null,
        row_id uuid not null,
        revision bigint not null,
        deleted boolean not null,
        primary key (account_id, kind, row_id)
      )`);
    for (const [kind, written] of Object.entries(KINDS)) {
      this.addSql(`
        insert into change
        select account_id, '${kind}', id, extract(epoch from ${written}) * 1000000, false from ${kind}`);
    }
    this.addSql(`insert into change_clock select account_id, max(revision) from change group by account_id`);
    this.addSql(`create index change_by_revision on change (account_id, kind, revision, row_id)`);
    this.createFunctions();

    for (const kind of Object.keys(KINDS)) {
      for (const [event, rows] of WRITTEN) this.note(kind, event, rows, 'note_change');
    }
    for (const [event, rows] of [...WRITTEN, ['update', 'old']] as const) {
      this.note('queen_identifier', event, rows, 'note_identifier_change');
    }
    this.addSql(`
      create trigger forget_changes after delete on account for each row execute function forget_changes()`);
  }

  /** Creates a trigger. Its function finds the written rows in the transition table `written`. */
  private note(table: string, event: string, rows: string, run: string): void {
    this.addSql(`
      create trigger note_${event}_of_${rows} after ${event} on ${table} referencing ${rows} table as written
      for each statement execute function ${run}()`);
  }

  private createFunctions(): void {
    // Returns the transaction's revision of an account, or null if the account is being deleted.
    this.addSql(`
      create function change_revision(owner uuid) returns bigint language plpgsql as $$
      declare
        known text := current_setting('queenbook.revision', true);
        given bigint;
      begin
        if starts_with(known, owner::text) then
          return nullif(substr(known, 38), '')::bigint;
        end if;
        if exists (select from account where id = owner) then
          insert into change_clock as clock values (owner, extract(epoch from clock_timestamp()) * 1000000)
          on conflict (account_id) do update set revision = greatest(clock.revision + 1, excluded.revision)
          returning revision into given;
        end if;
        perform set_config('queenbook.revision', concat(owner, ' ', given), true);
        return given;
      end $$`);
    this.addSql(`
      create function note_change() returns trigger language plpgsql as $$
      declare
        owner uuid;
        given bigint;
      begin
        for owner in select distinct account_id from written loop
          given := change_revision(owner);
          continue when given is null;
          insert into change as c
          select owner, tg_table_name, id, given, tg_op = 'DELETE' from written where account_id = owner
          on conflict (account_id, kind, row_id) do update set revision = excluded.revision, deleted = excluded.deleted
          where (c.revision, c.deleted) is distinct from (excluded.revision, excluded.deleted);
        end loop;
        return null;
      end $$`);
    // A queen that this transaction has written or deleted already has an entry, so the function skips her.
    this.addSql(`
      create function note_identifier_change() returns trigger language plpgsql as $$
      declare
        owner uuid;
        given bigint;
      begin
        for owner in select distinct account_id from written loop
          given := change_revision(owner);
          continue when given is null;
          insert into change as c
          select distinct owner, 'queen', q.id, given, false
          from written w join queen q on q.account_id = owner and q.id = w.queen_id
          where w.account_id = owner and not exists (
            select from change n where n.account_id = owner and n.kind = 'queen' and n.row_id = q.id and n.revision = given)
          on conflict (account_id, kind, row_id) do update set revision = excluded.revision, deleted = false;
        end loop;
        return null;
      end $$`);
    // The rows of the account are deleted after this trigger. From now on, the account must not get a revision.
    this.addSql(`
      create function forget_changes() returns trigger language plpgsql as $$
      begin
        perform set_config('queenbook.revision', concat(old.id, ' '), true);
        delete from change where account_id = old.id;
        return null;
      end $$`);
  }

  override down(): void {
    this.addSql(`drop table change, change_clock`);
    this.addSql(`drop function change_revision, note_change, note_identifier_change, forget_changes cascade`);
  }
}
