update import set restored_by = '00000000-0000-4000-8000-0000000000f1' where id = '00000000-0000-4000-8000-0000000000f2';
insert into restore_row (account_id, import_id, section, line, id, data) values
  ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-0000000000f3', 'queens', 4, '00000000-0000-4000-8000-0000000000c8', '{"queen_name" : "Nova"}');
