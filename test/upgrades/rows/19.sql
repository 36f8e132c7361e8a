insert into audit_event (account_id, id, action, actor, key_id, subject_id, address, count) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000d1', 'signed_in', 'session', null, null, '2001:db8::/64', 1),
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000d2', 'queen_deleted', 'key', '00000000-0000-4000-8000-0000000000d3', null, null, 7);
