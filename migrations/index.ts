import { Migration20261121000001_foundation } from './Migration20261121000001_foundation.js';
import { Migration20261121000002_sign_in_attempts } from './Migration20261121000002_sign_in_attempts.js';
import { Migration20261121000003_api_keys } from './Migration20261121000003_api_keys.js';
import { Migration20261121000004_request_limits } from './Migration20261121000004_request_limits.js';
import { Migration20261121000005_changes } from './Migration20261121000005_changes.js';
import { Migration20261121000006_restore } from './Migration20261121000006_restore.js';
import { Migration20261121000007_leaving } from './Migration20261121000007_leaving.js';
import { Migration20261121000008_idempotency_keys } from './Migration20261121000008_idempotency_keys.js';
import { Migration20261121000009_inbreeding_is_computed } from './Migration20261121000009_inbreeding_is_computed.js';
import { Migration20261121000010_pieces } from './Migration20261121000010_pieces.js';
import { Migration20261121000011_index_weights } from './Migration20261121000011_index_weights.js';
import { Migration20261121000012_ranking_rows } from './Migration20261121000012_ranking_rows.js';
import { Migration20261121000013_values_by_queen } from './Migration20261121000013_values_by_queen.js';
import { Migration20261121000014_sheets_of_a_workbook } from './Migration20261121000014_sheets_of_a_workbook.js';
import { Migration20261121000015_orders } from './Migration20261121000015_orders.js';
import { Migration20261121000016_clock_of_all_data } from './Migration20261121000016_clock_of_all_data.js';
import { Migration20261121000017_wall } from './Migration20261121000017_wall.js';
import { Migration20261121000019_audit_trail } from './Migration20261121000019_audit_trail.js';
import { Migration20261121000020_suppositions } from './Migration20261121000020_suppositions.js';
import { Migration20261125000030_import_warnings } from './Migration20261125000030_import_warnings.js';
import { Migration20261125000031_mating_stations } from './Migration20261125000031_mating_stations.js';
import { Migration20261125000033_address_window_grants } from './Migration20261125000033_address_window_grants.js';
import { Migration20261125000034_rows_of_an_account } from './Migration20261125000034_rows_of_an_account.js';
import { Migration20261125000036_identifier_keys } from './Migration20261125000036_identifier_keys.js';
import { Migration20261125000037_import_decisions } from './Migration20261125000037_import_decisions.js';
import { Migration20261126000040_drone_groups } from './Migration20261126000040_drone_groups.js';
import { Migration20261126000041_validation_seasons } from './Migration20261126000041_validation_seasons.js';
import { Migration20261126000050_natural_order } from './Migration20261126000050_natural_order.js';
import { Migration20261126000051_import_review } from './Migration20261126000051_import_review.js';
import { Migration20261126000052_blanks_in_names } from './Migration20261126000052_blanks_in_names.js';
import { Migration20261126000053_saved_views } from './Migration20261126000053_saved_views.js';
import { Migration20261126000055_key_predecessors } from './Migration20261126000055_key_predecessors.js';
import { Migration20261126000056_import_outcome } from './Migration20261126000056_import_outcome.js';
import { Migration20261129000057_keys_of_names } from './Migration20261129000057_keys_of_names.js';

/**
 * Migrations in the order of application. The list contains the classes themselves, so that the service need not search
 * a folder for files.
 */
export const migrations = [
  Migration20261121000001_foundation,
  Migration20261121000002_sign_in_attempts,
  Migration20261121000003_api_keys,
  Migration20261121000004_request_limits,
  Migration20261121000005_changes,
  Migration20261121000006_restore,
  Migration20261121000007_leaving,
  Migration20261121000008_idempotency_keys,
  Migration20261121000009_inbreeding_is_computed,
  Migration20261121000010_pieces,
  Migration20261121000011_index_weights,
  Migration20261121000012_ranking_rows,
  Migration20261121000013_values_by_queen,
  Migration20261121000014_sheets_of_a_workbook,
  Migration20261121000015_orders,
  Migration20261121000016_clock_of_all_data,
  Migration20261121000017_wall,
  // Several numbers, such as 18, were never used.
  Migration20261121000019_audit_trail,
  Migration20261121000020_suppositions,
  Migration20261125000030_import_warnings,
  Migration20261125000031_mating_stations,
  Migration20261125000033_address_window_grants,
  Migration20261125000034_rows_of_an_account,
  Migration20261125000036_identifier_keys,
  Migration20261125000037_import_decisions,
  Migration20261126000040_drone_groups,
  Migration20261126000041_validation_seasons,
  Migration20261126000050_natural_order,
  Migration20261126000051_import_review,
  Migration20261126000052_blanks_in_names,
  Migration20261126000053_saved_views,
  Migration20261126000055_key_predecessors,
  Migration20261126000056_import_outcome,
  Migration20261129000057_keys_of_names,
];
