/** Tables of rows that wait to be imported, from a table or from a whole export. No foreign key deletes them with their account. */
export const STAGES = ['import_draft', 'restore_row'] as const;
