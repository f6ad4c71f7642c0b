-- People: who they are, how they prove it, what they were told and what they did.
alter table account
  add column country_code text not null default '',
  add column phone_number text not null default '',
  add column company_name text not null default '',
  -- proven by a code or a mailed link; null: said but not proven
  add column phone_proven_at timestamptz,
  add column email_proven_at timestamptz,
  -- when a one-time password that nobody used stops opening anything
  add column one_time_password_ends_at timestamptz,
  -- theme, text size, languages, units: what the person chose, for all devices
  add column settings jsonb not null default '{}',
  add column photo_filename text not null default '';

update account set email_proven_at = created_at where role = 'admin';

-- One proven number, one account that can be opened by it.
create unique index account_phone on account (full_phone_number)
  where deleted_at is null and phone_proven_at is not null and full_phone_number <> '';

-- The profile's photo: the picture as it is shown, and a small one.
create table account_photo (
  account_id uuid not null references account,
  name text not null check (name in ('view', 'thumb')),
  store_key text not null unique,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  crc32 bigint not null,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);

-- Social sign-in: a person at a provider, known by issuer and subject and never by address.
create table social_identity (
  id uuid primary key,
  account_id uuid not null references account,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null default '',
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index social_identity_account on social_identity (account_id);

-- A sign-in at a provider that has begun, good for one answer. What the provider needs to hear (nonce, verifier) is made
-- from the secret that only the browser keeps: nothing here can be used by who reads it.
create table social_attempt (
  id uuid primary key,
  provider text not null,
  -- who joins the provider to their account; null: somebody logs in or signs up
  account_id uuid references account,
  state_hash bytea not null unique,
  secret_hash bytea not null unique,
  nonce_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- when the provider's answer came
  used_at timestamptz,
  -- whom the answer proved: waits for a password, a mailed proof or the wish for a new account
  proof jsonb,
  -- passwords that were given to join it
  tries integer not null default 0
);
create index social_attempt_expires on social_attempt (expires_at);

create table passkey (
  id uuid primary key,
  account_id uuid not null references account,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

create table passkey_challenge (
  id uuid primary key,
  -- null: a login, where nobody is known yet
  account_id uuid references account,
  challenge text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- One-time codes. A new one for the same purpose and target ends the one before.
create table code (
  id uuid primary key,
  purpose text not null,
  -- the phone number or address that it was sent to
  target text not null,
  account_id uuid references account,
  -- the challenge that the caller holds, and the code itself: hashes of both
  token_hash bytea not null unique,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- the code was right: what it opens may be used once, until expires_at
  confirmed_at timestamptz,
  used_at timestamptz
);
create index code_target on code (purpose, target);
create index code_expires on code (expires_at);

-- Links in mails: a reset, an address to be confirmed, an account to be joined.
create table mailed_link (
  id uuid primary key,
  purpose text not null,
  account_id uuid not null references account,
  token_hash bytea not null unique,
  -- the address that is to be proven, or what the purpose needs
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_link_account on mailed_link (account_id, purpose);
create index mailed_link_expires on mailed_link (expires_at);

-- What is to be sent and what became of it. Written with the change that it tells of; sent by a job afterwards.
create table message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  -- which text it is, as 'recovery.link'
  kind text not null,
  account_id uuid references account,
  recipient text not null,
  subject text not null default '',
  body text not null,
  html text not null default '',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text not null default '',
  -- the provider's own name of it, by which a bounce is recognised
  provider_id text not null default '',
  bounced_at timestamptz,
  created_at timestamptz not null default now(),
  -- not before: the back-off after a failure
  next_attempt_at timestamptz not null default now(),
  -- a process is sending it until then; when that is past, the process has died
  claimed_until timestamptz,
  -- a code or a link that is over is not worth sending
  expires_at timestamptz,
  sent_at timestamptz
);
create index message_waiting on message (next_attempt_at) where status = 'queued';
create index message_newest on message (created_at desc, id desc);
create index message_recipient on message (recipient, created_at desc);
create index message_provider on message (provider_id) where provider_id <> '';

-- Tells every process of a message that waits, once it is committed.
create function message_waits() returns trigger language plpgsql as $$
begin
  perform pg_notify('fieldbook_message', new.id::text);
  return null;
end $$;
create trigger message_inserted after insert on message for each row
  when (new.status = 'queued') execute function message_waits();
create trigger message_waits_again after update on message for each row
  when (new.status = 'queued' and old.next_attempt_at is distinct from new.next_attempt_at)
  execute function message_waits();

-- Who did what to which record, when, from where. Rows are only ever added.
create table audit (
  id uuid primary key,
  at timestamptz not null default now(),
  -- null: nobody was signed in; no reference: what was done stays on record when the account goes
  account_id uuid,
  action text not null,
  target_type text not null default '',
  target_id text not null default '',
  address text not null default '',
  user_agent text not null default '',
  detail jsonb not null default '{}'
);
create index audit_newest on audit (at desc, id desc);
create index audit_account on audit (account_id, at desc);
create index audit_action on audit (action, at desc);
create index audit_target on audit (target_id, at desc);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_is_append_only();

-- Terms of use and privacy policy: a new text is a new row, the newest counts.
create table legal_text (
  id uuid primary key,
  kind text not null check (kind in ('terms', 'privacy')),
  version integer not null,
  markdown text not null,
  created_by uuid references account,
  created_at timestamptz not null default now(),
  unique (kind, version)
);

create table legal_answer (
  id uuid primary key,
  legal_text_id uuid not null references legal_text,
  account_id uuid not null references account,
  is_accepted boolean not null,
  created_at timestamptz not null default now()
);
create index legal_answer_text on legal_answer (legal_text_id, created_at desc);
create index legal_answer_account on legal_answer (account_id, created_at desc);
