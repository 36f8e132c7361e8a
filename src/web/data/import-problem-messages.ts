import { t } from '@lingui/core/macro';
import { isGiven, type Message, type TextParams } from './fault-params.js';

/** Messages about unreadable files, by `kind` of `unreadable_file`. In English, the message of the server is shown. */
export const UNREADABLE: Readonly<Record<string, Message>> = {
  empty: () => t`The file contains no table.`,
  no_rows: () => t`The table has headers, but no rows below them.`,
  no_queen_column: () => t`No column identifies queens. Map a column to the name or the studbook number.`,
  transposed: () =>
    t`The headers are in the first column of the table. Swap its rows and columns, for example in a spreadsheet.`,
  unknown_encoding: () =>
    t`The encoding of the file cannot be recognized. Choose an encoding, or save the file as UTF-8.`,
  mixed_encodings: ({ row }) => t`The file has two encodings: line ${row} is not UTF-8. Save the whole file as UTF-8.`,
  damaged: () => t`The file is damaged or not complete.`,
  password: () => t`The file is protected by a password. Save it without one.`,
  open_quote: ({ row }) => t`Row ${row}: a cell begins with a quote (") that is never closed.`,
  text_after_quote: ({ row }) =>
    t`Row ${row}: text follows after the closing quote (") of a cell. A quote inside a quoted cell is written twice ("").`,
  quote_inside: ({ row }) =>
    t`Row ${row}: a cell contains a quote ("), but does not begin with a quote. Put the cell in quotes and write the quote inside it twice ("").`,
  row_too_large: ({ row }) => t`Row ${row} is too large.`,
  too_many_columns: () => t`The table has too many columns.`,
  unknown_sheet: ({ given }) => t`There is no sheet "${given}".`,
  export_document: () => t`The file is only a part of an export. Choose the whole ZIP file of the export.`,
  export_table: ({ given }) =>
    t`The table ${given} comes from an export and does not describe queens. Import the whole ZIP file of the export, or its files queens.csv and evaluations.csv.`,
};

/** Appends the names of the rows in brackets or, if the server returns no names, their number. */
function counted(text: string, { count, names }: TextParams): string {
  if (isGiven(names)) return `${text} (${names})`;
  return isGiven(count) ? `${text} (${count})` : text;
}

/**
 * Messages about obstacles to the undo of an import, by `kind` of `undo_blocked`. In English, the message of the server
 * is shown.
 */
export const OBSTACLES: Readonly<Record<string, Message>> = {
  daughters: (params) => counted(t`Queens that this import did not create have a dam from this import`, params),
  daughters_of_sire: (params) =>
    counted(t`Queens that this import did not create have a sire from this import`, params),
  mated_queens: (params) =>
    counted(t`Queens that this import did not create are mated to a queen from this import`, params),
  tests_of_queens: (params) =>
    counted(t`Queens from this import have evaluations that this import did not create`, params),
  tests_at_apiaries: (params) =>
    counted(t`Apiaries from this import have evaluations that this import did not create`, params),
  tests_in_hives: (params) =>
    counted(t`Hives from this import have evaluations that this import did not create`, params),
  hives_at_apiaries: (params) =>
    counted(t`Apiaries from this import have hives that this import did not create`, params),
  hives_of_queens: (params) => counted(t`Queens from this import head hives that this import did not create`, params),
  breeding_values: (params) => counted(t`Queens from this import have breeding values`, params),
  later_imports: (params) => counted(t`Later imports describe queens from this import`, params),
  changed_queens: (params) => counted(t`Queens were changed after the import`, params),
  changed_evaluations: (params) => counted(t`Evaluations were changed after the import`, params),
  changed_hives: (params) => counted(t`Hives were changed after the import`, params),
  changed_apiaries: (params) => counted(t`Apiaries were changed after the import`, params),
  taken_names: (params) => counted(t`Former names now belong to other queens`, params),
  taken_hives: (params) => counted(t`Queens would head a hive again, but now head another one`, params),
  taken_evaluations: (params) =>
    counted(
      t`Evaluations cannot return to their former apiaries, because their queens now have other evaluations there`,
      params,
    ),
  gone_queen: ({ queen, hive }) =>
    isGiven(hive)
      ? t`${queen} would head hive ${hive} again, but she is sold, dead or lost`
      : t`${queen} would head a hive again, but she is sold, dead or lost`,
};
