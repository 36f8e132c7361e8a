insert into request_window (account_id, caller, used, granted, ends_at) values
  ('00000000-0000-4000-8000-00000000000a', 'key', 5, 60, '2999-01-01');
insert into address_window (address_hash, purpose, count, ends_at) values ('ad', 'account', 2, '2999-01-01');
