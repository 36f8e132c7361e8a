import { Migration } from '@mikro-orm/migrations';
import { nameKey } from '../src/features/queens/name-key.js';

const BATCH_ROWS = 5000;

interface Name {
  account_id: string;
  id: string;
  name: string;
}

/**
 * Corrects sort and search keys of names. If one row of a file had the name of a queen and a later row had only her
 * identifier, an import stored the key of her identifier as the key of her name.
 */
export class Migration20261129000057_keys_of_names extends Migration {
  override async up(): Promise<void> {
    const names = (await this.execute(`
      select account_id, id, name from queen
      where identifier_key(name_key) = external_key and identifier_key(name) <> external_key`)) as Name[];
    for (let start = 0; start < names.length; start += BATCH_ROWS) {
      const keys = names
        .slice(start, start + BATCH_ROWS)
        .map(({ account_id, id, name }) => ({ account_id, id, name_key: nameKey(name) }));
      await this.execute(
        `update queen q set name_key = n.name_key
         from json_to_recordset(?::json) as n(account_id uuid, id uuid, name_key text)
         where q.account_id = n.account_id and q.id = n.id and q.name_key <> n.name_key`,
        [JSON.stringify(keys)],
      );
    }
  }

  override down(): void {
    // The earlier keys were wrong.
  }
}
