import { Migration } from '@mikro-orm/migrations';

/**
 * Links a rotated key to its predecessor. For existing keys, the predecessor is identified by its times: a rotation
 * creates the new key at the time at which it revokes the old key or starts the overlap.
 */
export class Migration20261126000055_key_predecessors extends Migration {
  override up(): void {
    this.addSql(`
      alter table api_key
        add predecessor_id uuid,
        add foreign key (account_id, predecessor_id) references api_key deferrable initially deferred`);
    this.addSql(`create unique index api_key_by_predecessor on api_key (account_id, predecessor_id)`);
    this.addSql(`
      update api_key k set predecessor_id = o.id
      from (
        select distinct on (n.account_id, n.id) n.account_id, n.id as successor, o.id
        from api_key n
        join api_key o on o.account_id = n.account_id and o.id <> n.id and o.permissions = n.permissions
          and o.created_at < n.created_at
          and n.created_at in (o.revoked_at, o.overlap_ends_at - interval '1 hour',
            o.overlap_ends_at - interval '24 hours', o.overlap_ends_at - interval '168 hours')
        order by n.account_id, n.id, o.id
      ) o
      where k.account_id = o.account_id and k.id = o.successor
        and not exists (
          select from api_key other where other.account_id = k.account_id and other.predecessor_id = o.id
        )`);
  }

  override down(): void {
    this.addSql(`alter table api_key drop predecessor_id`);
  }
}
