-- Two accounts. Each has a queen Mona with the same id and external id. The password of both is "a good long password".
insert into account (id, email, name, password_hash, language, created_at, updated_at) values
  ('00000000-0000-4000-8000-00000000000a', 'anna@example.org', 'Anna', '$argon2id$v=19$m=19456,t=2,p=1$QSwHKvng4uJ9EGjgCZ3npg$cvYkfSED9y39jqv0I0XFMpNHFKluQZkRz0fXfvKU7w8', 'de', '2024-01-01', '2024-01-02'),
  ('00000000-0000-4000-8000-00000000000b', 'bea@example.org', 'Bea', '$argon2id$v=19$m=19456,t=2,p=1$QSwHKvng4uJ9EGjgCZ3npg$cvYkfSED9y39jqv0I0XFMpNHFKluQZkRz0fXfvKU7w8', 'en', '2024-01-01', '2024-01-02');
insert into session (id_hash, account_id, data, expires_at) values
  ('5e55', '00000000-0000-4000-8000-00000000000a', '{"accountId": "00000000-0000-4000-8000-00000000000a"}', '2999-01-01');
insert into password_link (token_hash, account_id, expires_at) values
  ('11f0', '00000000-0000-4000-8000-00000000000b', '2999-01-01');
insert into apiary (account_id, id, name, latitude, longitude, elevation_m, country_code, notes) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000a1', 'Waldrand', 47.123456789, 11.1, 612.5, 'AT', E'two\nlines');
insert into import (account_id, id, status, format, filename, dry_run, headers, columns, rows, done, created, error_count, created_at, finished_at, applied_at) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f1', 'completed', 'table', 'queens.csv', false, '{Name,"Ge;burt"}', '[{"header": "Name", "field": "queen_name"}]', 2, 2, '{"queens": 2}', 0, '2024-02-01', '2024-02-01', '2024-02-01'),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f2', 'failed', 'table', 'faulty.csv', false, '{Name}', '[]', 1, 1, '{}', 1, '2024-02-02', '2024-02-02', null),
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000f3', 'queued', 'table', 'waiting.csv', true, '{Name}', '[]', 1, 0, '{}', 0, '2024-02-03', null, null);
insert into queen (account_id, id, generation, name, name_key, race, birth_date, status, external_id, mother_id, father_id, mated_to_id, mating_type, import_id) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000c1', 'F0', 'Sire', 'sire', 'carnica', '2019', 'dead', 'DE-1-1-1-2019', null, null, null, null, null),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000c2', 'F0', 'Mona', 'mona', 'carnica', '2020-05-30', 'production', 'DE-1-1-2-2020', null, null, '00000000-0000-4000-8000-0000000000c1', 'island_station', '00000000-0000-4000-8000-0000000000f1'),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000c3', 'F1', 'Daughter', 'daughter', null, '2022-06-01', 'testing', null, '00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000c1', null, null, '00000000-0000-4000-8000-0000000000f1'),
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000c2', 'F0', 'Mona', 'mona', null, null, null, 'DE-1-1-2-2020', null, null, null, null, null),
  -- Identifiers that later versions treat as equal.
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000b1', 'F0', 'Rosa', 'rosa', null, null, null, '7-1-2020', null, null, null, null, null),
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000b2', 'F0', 'Rosi', 'rosi', null, null, null, '7 – 1 – 2020', null, null, null, null, null);
insert into queen_identifier (account_id, value, system, queen_id) values
  ('00000000-0000-4000-8000-00000000000a', 'K7', 'own', '00000000-0000-4000-8000-0000000000c2');
insert into hive (account_id, id, apiary_id, name, queen_id) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1', '12', '00000000-0000-4000-8000-0000000000c2');
insert into evaluation (account_id, id, queen_id, year, evaluated_on, apiary_id, hive_id, honey, gentleness, hyg6h, hyg24h) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000d1', '00000000-0000-4000-8000-0000000000c2', 2021, '2021-07-01', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b1', 33.3, 3.5, 20, 40);
insert into ebv_run (account_id, id, status, source, method, traits, base_years, parameters, progress, created_at, computed_at) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000e1', 'completed', 'computed', 'honey_bee', '{honey,gentleness}', 5, '{"honey": {"h2": 0.3}}', 1, '2024-03-01', '2024-03-01'),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000e2', 'failed', 'computed', 'honey_bee', '{honey}', 5, null, 0, '2024-03-02', null);
insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000c2', 'honey', 'queen', 2.5, 108.25, 0.61),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000c2', 'gentleness', 'queen', 0.1, 101.5, 0.4),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000c3', 'honey', 'worker', null, 99, null);
insert into import_error (account_id, import_id, row, column_name, message) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f2', 2, 'Name', 'is required');
insert into import_draft (account_id, import_id, row, id, evaluation_id, cells, digest, name, name_key, generation) values
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000f3', 2, '00000000-0000-4000-8000-0000000000c9', '00000000-0000-4000-8000-0000000000d9', '{Nova}', '00000000-0000-4000-8000-0000000000dd', 'Nova', 'nova', 'F0');
insert into import_row (account_id, queen_id, import_id, row, digest, cells) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000c2', '00000000-0000-4000-8000-0000000000f1', 2, '00000000-0000-4000-8000-0000000000dd', E'{Mona,"a \\"quote\\""}');
insert into import_change (account_id, import_id, kind, row_id, before) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f1', 'queen', '00000000-0000-4000-8000-0000000000c1', '{"status": "production"}');
