insert into sign_in_attempt (email_hash, network_hash, attempts, known, expires_at) values ('e0', '', 3, true, '2999-01-01');
