-- The key of a program. It has a session of its own, so that everything that ends with a session ends with the key too;
-- nobody knows that session's token.
alter table session add column is_key boolean not null default false;

create table api_key (
  id uuid primary key references session on delete cascade,
  account_id uuid not null references account,
  name text not null,
  -- SHA-256 of the key
  key_hash bytea not null,
  -- the key's first characters, by which its owner recognizes it
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'export']),
  -- null: not limited to a team
  team_id uuid,
  -- of `template`; null: not limited to a template
  series text,
  created_at timestamptz not null,
  -- null: never
  expires_at timestamptz,
  last_used_at timestamptz,
  -- ends with the membership
  foreign key (account_id, team_id) references team_member (account_id, team_id) on delete cascade
);
create unique index api_key_hash on api_key (key_hash);
create index api_key_account on api_key (account_id, team_id);

create function api_key_ends() returns trigger language plpgsql as $$
begin
  delete from session where id = old.id;
  delete from replay where scope = old.id::text;
  return null;
end $$;
create trigger api_key_ends after delete on api_key for each row execute function api_key_ends();
