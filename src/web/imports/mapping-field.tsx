import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { Button } from '../ui/button.js';
import { useField } from '../ui/form.js';
import { ErrorPanel } from '../ui/states.js';
import { FIELD_NAMES, GROUP_NAMES, RELIABILITY_OF, type FieldGroup } from './field-names.js';
import type { ImportColumn } from './import-data.js';
import styles from './mapping-field.module.css';

const FIELDS = graphql(`
  query ImportFields {
    importFields {
      name
      alias
      group
      title
    }
  }
`);
type Field = ResultOf<typeof FIELDS>['importFields'][number];
export type Mapping = Readonly<Record<string, string | null>>;

interface MappingFieldProps {
  columns: readonly ImportColumn[];
  /** The mappings that the user chose; other columns have the recognized field. */
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  /** Whether the file has breeding values, which can have reliabilities. */
  estimated: boolean;
  /**
   * Whether the list of columns is open at first if some of them are unrecognized. The list is closed for files of
   * known formats, because these files always have unrecognized columns.
   */
  open: boolean;
}

/** Returns the chosen or recognized field of a column; null if the column is stored only as original data. */
function fieldOf({ header, field }: ImportColumn, mapping: Mapping): string | null {
  const chosen = mapping[header];
  return chosen === undefined ? field : chosen;
}

/** Lists the columns with sample values and their fields. The user can change the fields. */
export function MappingField({ columns, mapping, onChange, estimated, open }: MappingFieldProps) {
  const { t } = useLingui();
  const { id, error } = useField('mapping', t`Columns`);
  const fields = useQuery({
    queryKey: ['import-fields'],
    queryFn: async ({ signal }) => (await ask(FIELDS, {}, signal)).importFields,
    staleTime: Infinity,
  });
  const kept = columns.filter((column) => fieldOf(column, mapping) === null).length;
  const changed = Object.keys(mapping).length;
  if (fields.isError) return <ErrorPanel error={fields.error} onRetry={() => void fields.refetch()} />;
  const known = fields.data ?? [];
  const all = columns.length;
  const understood = all - kept;
  return (
    <details className={styles.mapping} open={(open && kept > 0) || changed > 0 || error !== null || undefined}>
      <summary id={id}>
        <h2>
          <Trans>Columns</Trans>
        </h2>
        <span>
          {kept === 0 ? (
            <Plural value={all} one="The one column is understood" other="All # columns are understood" />
          ) : (
            <Plural
              value={kept}
              one={`${understood} of ${all} columns are understood; one is stored only as original data`}
              other={`${understood} of ${all} columns are understood; # are stored only as original data`}
            />
          )}
        </span>
      </summary>
      {error && <p className={styles.error}>{error}</p>}
      <ul className={styles.columns}>
        {columns.map((column) => (
          <ColumnRow
            key={column.header}
            column={column}
            fields={known.filter(({ group, name }) => group !== 'reliabilities' || estimated || name === column.field)}
            chosen={nameOf(fieldOf(column, mapping), known)}
            onChange={(field) => onChange({ ...mapping, [column.header]: field })}
          />
        ))}
      </ul>
      {changed > 0 && (
        <Button onClick={() => onChange({})}>
          <Trans>Back to the recognized fields</Trans>
        </Button>
      )}
    </details>
  );
}

/** Converts the alias of a field in files of breeding values to the name of the field. Returns other names unchanged. */
const nameOf = (field: string | null, fields: readonly Field[]): string | null =>
  fields.find(({ alias }) => alias !== null && alias === field)?.name ?? field;

interface ColumnRowProps {
  column: ImportColumn;
  fields: readonly Field[];
  chosen: string | null;
  onChange: (field: string | null) => void;
}

function ColumnRow({ column, fields, chosen, onChange }: ColumnRowProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const groups = [...new Set(fields.map(({ group }) => group))] as FieldGroup[];
  const field = fields.find(({ name }) => name === chosen);
  const named = ({ name, title }: Field): string => {
    const trait = RELIABILITY_OF[name];
    if (trait) return t`Reliability: ${i18n._(trait)}`;
    return FIELD_NAMES[name] ? i18n._(FIELD_NAMES[name]) : title;
  };
  return (
    <li className={styles.column}>
      <label htmlFor={id} translate="no">
        {column.header.trim() === '' ? <Trans>(no header)</Trans> : column.header}
      </label>
      <span id={`${id}-samples`} className={styles.samples} translate="no">
        {column.samples?.length ? column.samples.join(' · ') : <Trans>empty</Trans>}
      </span>
      <select
        id={id}
        value={chosen ?? ''}
        data-kept={chosen === null || undefined}
        aria-describedby={`${id}-samples`}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t`Stored only as original data`}</option>
        {chosen !== null && !field && <option value={chosen}>{chosen}</option>}
        {groups.map((group) => (
          <optgroup key={group} label={i18n._(GROUP_NAMES[group])}>
            {fields
              .filter((each) => each.group === group)
              .map((each) => (
                <option key={each.name} value={each.name}>
                  {named(each)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </li>
  );
}
