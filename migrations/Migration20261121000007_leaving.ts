import { Migration } from '@mikro-orm/migrations';

/**
 * `closed_at` is the time when an account was deleted. After this time, nobody can sign in, and the service deletes the
 * rows of the account. Rows refer to each other in all directions, so no order of deletions satisfies all foreign keys.
 * Therefore cascading foreign keys delete the rows, and the checks of the other foreign keys can be deferred to the end
 * of the transaction.
 */
export class Migration20261121000007_leaving extends Migration {
  override up(): void {
    this.addSql(`alter table account add column closed_at timestamptz(3)`);
    this.addSql(this.alterRefusing('deferrable initially immediate'));
  }

  override down(): void {
    this.addSql(this.alterRefusing('not deferrable'));
    this.addSql(`alter table account drop column closed_at`);
  }

  private alterRefusing(how: string): string {
    return `
      do $$
      declare refusing record;
      begin
        for refusing in
          select conrelid::regclass as name, conname from pg_constraint
          where contype = 'f' and confdeltype = 'a' and connamespace = 'public'::regnamespace
        loop
          execute format('alter table %s alter constraint %I ${how}', refusing.name, refusing.conname);
        end loop;
      end $$`;
  }
}
