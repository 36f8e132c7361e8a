update import set sheets = '{"Sheet 1","Völker, 2024"}' where id = '00000000-0000-4000-8000-0000000000f1';
