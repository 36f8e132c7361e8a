/**
 * Every kind of fault in input, in stored data and in imported files. Clients translate a message by its code and its
 * `params`; `test/web/faults.test.ts` compares this list with the messages of the web interface.
 */
export const FAULT_CODES = [
  // Single values
  'invalid_value',
  'must_be',
  'required',
  'too_long',
  'wrong_length',
  'blank',
  'control_characters',
  'unstorable_characters',
  'no_such_day',
  'unknown_id',
  // Queens
  'no_name_or_identifier',
  'name_taken',
  'identifier_taken',
  'f1_without_mother',
  'mother_is_f1',
  'mates_with_herself',
  'father_is_mate',
  'father_contradicts_mating',
  'parent_born_after',
  'pedigree_ring',
  'changed_since',
  // Merging two records of one queen
  'same_record',
  'records_related',
  'records_differ_in_parent',
  'records_differ_in_birth',
  'too_many_identifiers',
  'records_share_evaluation',
  'records_head_two_hives',
  'records_differ_in_life',
  // Evaluations, apiaries, hives
  'no_trait_value',
  'hyg_order',
  'evaluation_taken',
  'apiary_name_taken',
  'hive_name_taken',
  'hive_head_taken',
  'not_living',
  'in_use',
  // Breeding values
  'too_many_runs',
  'run_of_import',
  'covariance_too_large',
  'queen_variance_zero',
  'no_weight',
  'too_many_pairs',
  'same_queen',
  'listed_twice',
  // Accounts and keys
  'too_few_characters',
  'wrong_password',
  'email_taken',
  'link_invalid',
  'too_many_views',
  'too_many_addresses',
  'address_invalid',
  'address_zone',
  'address_prefix',
  'address_ipv4',
  'key_rotated',
  // Imports
  'unreadable_file',
  'file_missing',
  'file_cut_off',
  'not_for_exports',
  'account_not_empty',
  'import_undone',
  'import_of_export',
  'import_changed_nothing',
  'undo_blocked',
  'no_placeholders',
  'import_running',
  'import_applied',
  'file_not_kept',
  'insufficient_permission',
  'internal',
  'encoding',
  'above_header_set_aside',
  'repeated_header_set_aside',
  'units_set_aside',
  'summary_set_aside',
  'footnote_set_aside',
  'section_set_aside',
  'empty_hive_set_aside',
  'second_column',
  'read_as_dam',
  'other_unit',
  'year_in_header',
  'possible_trait',
  'merged_cell',
  'month_first',
  'other_sheets',
  'too_many_cells',
  'nul_character',
  'date_in_identifier',
  'digits_lost',
  'not_available',
  'ditto',
  'formula_without_value',
  'spreadsheet_error',
  'word_is_name',
  'mating_in_father',
  'mating_contradiction',
  'year_missing',
  'names_no_queen',
  'ambiguous_identifier',
  'ambiguous_reference',
  'ambiguous_hive',
  'ambiguous_test',
  'name_alike',
  'near_match',
  'identifier_of_two',
  'identifier_of_several',
  'renames_queen',
  'contradicts_row',
  'overrides_row',
  'repeats_row',
  'contradicts_account',
  'sum_too_large',
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

/**
 * Reasons why a file is unreadable: the values of `params.kind` in the fault `unreadable_file`. For rare reasons,
 * `params.kind` is absent.
 */
export const UNREADABLE_KINDS = [
  'empty',
  'no_rows',
  'no_queen_column',
  'transposed',
  'unknown_encoding',
  'mixed_encodings',
  'damaged',
  'password',
  'open_quote',
  'text_after_quote',
  'quote_inside',
  'row_too_large',
  'too_many_columns',
  'unknown_sheet',
  'export_document',
  'export_table',
] as const;

export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];

/**
 * Reasons why an import cannot be undone: the values of `params.kind` in the fault `undo_blocked`. If the resulting
 * pedigree would have errors, `params.kind` is absent.
 */
export const OBSTACLE_KINDS = [
  'daughters',
  'daughters_of_sire',
  'mated_queens',
  'tests_of_queens',
  'tests_at_apiaries',
  'tests_in_hives',
  'hives_at_apiaries',
  'hives_of_queens',
  'breeding_values',
  'later_imports',
  'changed_queens',
  'changed_evaluations',
  'changed_hives',
  'changed_apiaries',
  'taken_names',
  'taken_hives',
  'taken_evaluations',
  'gone_queen',
] as const;

export type ObstacleKind = (typeof OBSTACLE_KINDS)[number];

/**
 * Kinds of expected values: the values of `params.kind` in the fault `must_be`. For rare values, `params.kind` is
 * absent. `params.expected` describes the value in English. Other members of `params` depend on the kind.
 */
export const EXPECTED_KINDS = [
  'number',
  'whole_number',
  'score',
  'text',
  'one_of',
  'country',
  'id',
  'date',
  'date_or_year',
  'date_between',
  'not_after',
  'email',
  'identifiers',
  'plain_number',
  'reliability',
  'words',
] as const;

export type Expected =
  | { kind: 'number' | 'whole_number'; least?: number; most?: number; unit?: string }
  | { kind: 'date_between'; least: number; most: number }
  | { kind: 'not_after'; most: number }
  | { kind: 'one_of'; allowed: readonly (string | number)[] }
  | {
      kind: Exclude<
        (typeof EXPECTED_KINDS)[number],
        'number' | 'whole_number' | 'one_of' | 'date_between' | 'not_after' | 'words'
      >;
    }
  | { kind: 'words'; words: string };
