insert into api_key (account_id, id, name, key_hash, key_prefix, permissions, ip_allowlist, created_at, last_used_at) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000ca01', 'Script', 'c0ffee', 'qb_live_c0ff', '{"queens": "read"}', '["192.0.2.0/24"]', '2024-04-01', '2024-04-02');
insert into api_key_use (account_id, key_id, day, count) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000ca01', '2024-04-02', 17);
