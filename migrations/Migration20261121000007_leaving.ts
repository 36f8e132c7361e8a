import { Migration } from '@mikro-orm/migrations';

/**
 * When an account was given up: nobody gets in from then on, and its rows are on their way out.
 * Its rows refer to one another in all directions, so that no order of deleting them would do: foreign keys that
 * cascade take them, and those that refuse must wait for the end of the transaction where they are told to.
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
