/**
 * Staging tables of imports and restores. They have no foreign key to the account, so the deletion of an account must
 * delete their rows.
 */
export const STAGING_TABLES = ['import_draft', 'restore_row'] as const;
