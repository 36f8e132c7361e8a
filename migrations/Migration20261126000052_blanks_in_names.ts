import { Migration } from '@mikro-orm/migrations';

/** Non-ASCII blanks, as in migration 36. */
const BLANKS =
  '\\0085\\00A0\\1680\\2000\\2001\\2002\\2003\\2004\\2005\\2006\\2007\\2008\\2009\\200A\\2028\\2029\\202F\\205F\\3000';
const COUNT = BLANKS.split('\\').length - 1;

/** SQL that replaces each sequence of blanks and line breaks with one blank. */
const collapsed = (text: string) =>
  `btrim(regexp_replace(translate(${text}, U&'${BLANKS}', repeat(' ', ${COUNT})), '\\s+', ' ', 'g'))`;

/**
 * Collapses blanks in the names of existing queens. Writes already collapse blanks in new names. If two queens would
 * then have the same name, both names stay unchanged.
 */
export class Migration20261126000052_blanks_in_names extends Migration {
  override up(): void {
    this.addSql(`
      update queen q set name = n.name, name_key = ${collapsed('q.name_key')}
      from (
        select account_id, id, ${collapsed('name')} as name,
          count(*) over (partition by account_id, ${collapsed('name')}) as queens
        from queen
      ) n
      where n.account_id = q.account_id and n.id = q.id and n.name <> q.name and n.queens = 1`);
  }

  override down(): void {
    // The former blanks are not stored, so they cannot be restored.
  }
}
