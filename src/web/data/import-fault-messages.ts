import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { isGiven, type Message } from './fault-params.js';
import { OBSTACLES, UNREADABLE } from './import-problem-messages.js';

/** Messages for the faults and warnings of files, by code. */
export const IMPORT_FAULTS: Readonly<Record<string, Message>> = {
  unreadable_file: (params) => {
    const { reason, kind } = params;
    if (i18n.locale === 'en') return String(reason);
    return UNREADABLE[kind]?.(params) ?? t`cannot be read: ${reason}`;
  },
  file_missing: () => t`is missing: choose a file`,
  file_cut_off: () => t`was not received completely: send it again`,
  not_for_exports: () => t`does not apply to an export of Queenbook`,
  account_not_empty: () => t`An export can only be restored into an empty account.`,
  import_undone: () => t`The import has been undone already.`,
  import_of_export: () =>
    t`This import is part of a restored export. To undo it, undo the import that restored the export.`,
  import_changed_nothing: () => t`The import changed nothing, so there is nothing to undo.`,
  undo_blocked: (params) => {
    const { obstacle, kind } = params;
    if (i18n.locale === 'en') return String(obstacle);
    return OBSTACLES[kind]?.(params) ?? t`cannot be undone because of later changes: ${obstacle}`;
  },
  import_running: () => t`The file is still being checked. Wait for the result.`,
  import_applied: () =>
    t`The file is already imported, so decisions about it are no longer possible. To decide differently, undo the import and upload the file again.`,
  file_not_kept: () => t`The file is no longer stored. Choose it again.`,
  no_placeholders: () =>
    t`There is no queen to remove. A queen is removed only if her name is just a word for a missing value or a mating type, such as “unknown”, nothing else is known about her, and she is not the dam of an F1 queen.`,
  insufficient_permission: () => t`is not accepted; you do not have the permission to see the reason`,
  internal: () => t`The import could not be applied because of an error in Queenbook.`,
  encoding: ({ encoding }) => t`The text is read as ${encoding}. Check the letters with accents.`,
  above_header_set_aside: ({ first, last }) =>
    first === last
      ? t`is above the header and was skipped`
      : t`the rows above the header, up to row ${last}, were skipped`,
  repeated_header_set_aside: () => t`repeats the header and was skipped`,
  units_set_aside: () => t`is a row of units or scales and was skipped`,
  summary_set_aside: () => t`is a row of sums or means and was skipped`,
  footnote_set_aside: () => t`is a footnote and was skipped`,
  section_set_aside: () => t`is a heading within the table and was skipped`,
  empty_hive_set_aside: () => t`names a hive without a queen and without results and was skipped`,
  second_column: ({ taken }) =>
    t`is not read, because the column "${taken}" is used instead. Map the columns if this is wrong.`,
  other_unit: () =>
    t`is not read, because its unit or scale is not that of the trait. Map the column if this is wrong.`,
  read_as_dam: () =>
    t`is read as the dam, because another column identifies the queens. Map the columns if this is wrong.`,
  year_in_header: () =>
    t`is not read, because its header contains a year. Map the column, enter the year of the tests, and import the file once for each year.`,
  possible_trait: () =>
    t`is not read, although its header contains a word for a trait. Map the column if it contains the results.`,
  merged_cell: ({ first }) =>
    t`is empty, because it is merged with the cell in row ${first}, which alone contains the value. Fill in the value in every row.`,
  month_first: ({ given }) => t`The dates are read with the month first, as in ${given}. Check them.`,
  other_sheets: ({ given }) =>
    t`Only one sheet is read. Other sheets also contain tables: ${given}. Import the file once for each sheet.`,
  too_many_cells: ({ cells, columns }) => t`has ${cells} cells, but there are only ${columns} columns`,
  nul_character: () => t`contains a NUL character`,
  date_in_identifier: ({ given }) =>
    t`is a date, "${given}", where an identifier is expected: format the cell as text and enter the identifier again`,
  digits_lost: ({ given }) =>
    t`is "${given}", a number that lost digits in a spreadsheet: format the column as text and enter the identifier again`,
  not_available: ({ given }) => t`is ${given} and was treated as unknown`,
  ditto: ({ given }) => t`is ${given}, which refers to the row above: enter the value itself`,
  formula_without_value: () =>
    t`is a formula without a stored value: open the file in a spreadsheet program and save it again`,
  spreadsheet_error: ({ given }) => t`is ${given}, an error of the spreadsheet: correct the formula, or clear the cell`,
  word_is_name: ({ given }) =>
    t`"${given}" usually means a mating type or a missing value, but was read as a name, because the file describes a queen with this name`,
  mating_in_father: ({ given }) => t`"${given}" is a mating type, so the sire is not known`,
  mating_contradiction: ({ given, other }) => t`means ${given}, but the mating type of the row is ${other}`,
  year_missing: ({ columns: list }) => {
    if (list === undefined) return t`has test results, but no year of the test`;
    return list !== ''
      ? t`The file has test results, but no year of the test. It could be in the columns ${list}. Map one of them to the year or the date of the evaluation, or enter one year for all rows.`
      : t`The file has test results, but no year of the test. Map a column to the year or the date of the evaluation, or enter one year for all rows.`;
  },
  names_no_queen: () => t`has no name or identifier of a queen`,
  ambiguous_identifier: ({ given, queens, identifiers }) =>
    isGiven(identifiers)
      ? t`"${given}" is the number of several queens: use one of the identifiers ${identifiers}`
      : t`"${given}" is the identifier of ${queens} queens in your account: merge them first`,
  identifier_of_several: ({ given, found, others }) =>
    t`"${given}" was read as "${found}"; other queens have the same number: ${others}`,
  renames_queen: ({ queen, identifier, given }) =>
    t`renames "${queen}" in your account, who has the identifier "${identifier}", to "${given}". If the row describes another queen, decide “Another queen”.`,
  ambiguous_reference: ({ given, queens }) =>
    t`"${given}" is the name of ${queens} queens: use the identifier of the queen`,
  ambiguous_hive: ({ given, hives }) => t`"${given}" is the name of ${hives} hives: state the apiary, too`,
  ambiguous_test: ({ apiaries, year }) => t`is missing: the queen has evaluations at ${apiaries} apiaries in ${year}`,
  name_alike: ({ given, found }) => t`"${given}" was read as "${found}", which differs only in case or accents`,
  near_match: ({ given, found }) => t`"${given}" matches no queen, but is similar to "${found}"`,
  identifier_of_two: ({ given, row }) =>
    t`the identifier "${given}" also belongs to the queen of row ${row}: remove it from one of the two rows`,
  contradicts_row: ({ row, given, other }) =>
    isGiven(given) ? t`contradicts row ${row}: "${other}" and "${given}"` : t`contradicts row ${row}`,
  repeats_row: ({ row }) => t`repeats row ${row}`,
  overrides_row: ({ row, given, other }) => t`replaces the value of row ${row}: "${given}" instead of "${other}"`,
  contradicts_account: ({ identifier, queen, given, other, missing }) => {
    const difference = t`differs from "${queen}" in your account, who has the identifier or name "${identifier}". Account: "${other}". File: "${given}".`;
    if (missing === 'identifier') return `${difference} ${t`For another queen, the row must state an identifier.`}`;
    return missing === 'year_or_name'
      ? `${difference} ${t`For another queen, the row must state another year of birth or another name.`}`
      : `${difference} ${t`Decide whether the row describes the same queen or another queen.`}`;
  },
  sum_too_large: ({ given }) => t`is ${given} kg in total: must be from 0 to 200`,
};
