/** Staging tables of imports and restores. No foreign key deletes their rows with the account. */
export const STAGING_TABLES = ['import_draft', 'restore_row'] as const;
