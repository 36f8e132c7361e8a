/** Tables of rows that wait to be imported, from a table or from a whole export. No foreign key deletes them with their account. */
export const STAGING_TABLES = ['import_draft', 'restore_row'] as const;
