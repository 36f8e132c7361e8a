insert into index_weight (account_id, trait, weight) values ('00000000-0000-4000-8000-00000000000a', 'honey', 2.5);
