insert into idempotency_key (account_id, key, fingerprint, result) values
  ('00000000-0000-4000-8000-00000000000a', '7f1c', 'f0', '{"id": "00000000-0000-4000-8000-0000000000c1"}');
