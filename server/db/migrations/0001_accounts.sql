-- Accounts, their sessions, and what keeps repeated calls harmless.
create table account (
  id uuid primary key,
  type text not null default 'EmailAccount' check (type in ('EmailAccount', 'SocialAccount', 'SmsAccount')),
  role text not null default 'surveyor' check (role in ('admin', 'surveyor')),
  email text,
  password_hash text,
  -- false: the password is a one-time one and must be changed first (decisions §3)
  password_is_own boolean not null default true,
  first_name text not null,
  last_name text not null,
  full_phone_number text not null default '',
  disabled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint account_email_lower check (email = lower(email))
);
create unique index account_email on account (email) where deleted_at is null;

create table session (
  id uuid primary key,
  account_id uuid not null references account,
  -- SHA-256 of the token; the token itself is nowhere
  token_hash bytea not null,
  restricted boolean not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index session_token on session (token_hash);
create index session_account on session (account_id);

-- One row per mutating call that carried an Idempotency-Key, written with the call's own changes.
create table replay (
  scope text not null,
  key uuid not null,
  body_hash bytea not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index replay_created on replay (created_at);

create table rate (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);

-- Secrets that every process of an installation must share (the key of signed addresses).
create table secret (
  name text primary key,
  value bytea not null
);
