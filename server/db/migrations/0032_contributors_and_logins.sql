-- A former owner who can sign in adds unsent work for a limited time after the hand-over. Rows from before count from now.
alter table survey_contributor add column handed_over_at timestamptz not null default now();

-- An account's latest logins, among its other rows: each login reads them before it hashes a password.
create index audit_logins on audit (account_id, at desc) where action = 'login.succeeded';
