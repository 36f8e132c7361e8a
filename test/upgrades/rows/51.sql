insert into import_file (account_id, import_id, part, content) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f2', 0, '\x4e616d650a');
insert into import_review (account_id, import_id, position, "row", state, cells) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f2', 2, 2, 'faulty', '{""}');
