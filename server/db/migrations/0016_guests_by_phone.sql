-- Which links to reports were sent to which number: whoever logs in with it as a guest finds them.
create table phone_share (
  link_id text not null references share_link on delete cascade,
  phone text not null,
  sent_at timestamptz not null default now(),
  primary key (link_id, phone)
);
create index phone_share_phone on phone_share (phone);

-- Somebody who proved a number by a code and has no account. Opens nothing that an account's session opens.
create table guest_session (
  id uuid primary key,
  phone text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index guest_session_phone on guest_session (phone);

-- What a guest wrote of themselves, and their one file. Goes with the last link that was sent to the number.
create table guest_record (
  phone text primary key,
  id uuid not null unique,
  first_name text not null,
  last_name text not null,
  company text not null default '',
  email text not null default '',
  note text not null default '',
  file_key text unique,
  file_name text not null default '',
  file_type text not null default '',
  file_size bigint not null default 0,
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now()
);
