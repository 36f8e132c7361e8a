import { Migration } from '@mikro-orm/migrations';

/**
 * The time when an account was deleted. From then on, nobody can sign in, and the rows of the account are being
 * removed. Rows refer to one another in all directions, so no order of deletion would work. Cascading foreign keys
 * delete them, and the other foreign keys can be deferred to the end of the transaction.
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
