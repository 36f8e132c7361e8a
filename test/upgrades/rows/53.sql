insert into saved_view (account_id, id, page, name, parameters) values
  ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-0000000000f5', 'queens', 'Carnica', 'race=Carnica');
