import { Migration } from '@mikro-orm/migrations';

/** Hyphens, dashes and minus signs. */
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D';
const BLANKS =
  '\t\n\v\f\r\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000';
const INVISIBLE = '\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF';

/**
 * Returns the non-ASCII capital letters and their lower-case forms. An index cannot use `lower` for these letters,
 * because the result of `lower` depends on the locale of the database.
 */
function capitals(): [string, string] {
  const all = Array.from({ length: 0x0530 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
  const found = all.filter((letter) => letter !== letter.toLowerCase() && [...letter.toLowerCase()].length === 1);
  return [found.join(''), found.map((letter) => letter.toLowerCase()).join('')];
}

const [CAPITALS, SMALL] = capitals();
const FROM = DASHES + BLANKS + CAPITALS + INVISIBLE;
const TO = '-'.repeat(DASHES.length) + ' '.repeat(BLANKS.length) + SMALL;

/** SQL literal in which every character is escaped, so that the log of the database server stays readable. */
const literal = (text: string) =>
  `U&'${[...text].map((each) => `\\${each.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}'`;

/**
 * Identifiers are compared by keys. A key ignores case, treats all dashes as equal, removes blanks around dashes and
 * collapses other blanks. The indexes are not unique, because identifiers from before this migration can have equal
 * keys. Writes check uniqueness under the lock of the account.
 */
export class Migration20261125000036_identifier_keys extends Migration {
  override up(): void {
    this.addSql(`
      create function identifier_key(value text) returns text language sql immutable strict parallel safe as $key$
        select case
          when value ~ '^[0-9a-z-]*$' then value collate "C"
          when value ~ '^[0-9A-Za-z-]*$' then lower(value collate "C")
          else regexp_replace(regexp_replace(
            btrim(lower(translate(value, ${literal(FROM)}, ${literal(TO)}) collate "C")), ' *- *', '-', 'g'), ' +', ' ', 'g')
        end $key$`);
    this.addSql(`
      alter table queen
        add column external_key text collate "C" generated always as (identifier_key(external_id)) stored`);
    this.addSql(`
      alter table queen_identifier
        add column value_key text collate "C" generated always as (identifier_key(value)) stored`);
    this.addSql(`
      alter table import_draft
        add column external_key text collate "C" generated always as (identifier_key(external_id)) stored`);
    this.addSql(`create index queen_external_key on queen (account_id, external_key) where external_key is not null`);
    this.addSql(
      `create index queen_identifier_key on queen_identifier (account_id, value_key) include (queen_id, value, system)`,
    );
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id) include (external_key)`);
  }

  override down(): void {
    this.addSql(`drop index queen_by_name`);
    this.addSql(`create index queen_by_name on queen (account_id, name_key, id) include (external_id)`);
    this.addSql(`alter table import_draft drop column external_key`);
    this.addSql(`alter table queen_identifier drop column value_key`);
    this.addSql(`alter table queen drop column external_key`);
    this.addSql(`drop function identifier_key(text)`);
  }
}
