-- Exports of surveys as tables. A server writes one at a time; the row is the queue's entry, and names the finished file.
create table export (
  id uuid primary key,
  account_id uuid not null references account,
  -- the session that asked: addresses of photos in the file are signed for it
  session_id uuid not null,
  created_at timestamptz not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled', 'expired')),
  -- format, options, language, and the surveys by id or by filter
  request jsonb not null,
  -- how often the file was begun, so that an export that ends the server each time is not begun forever
  attempts integer not null default 0,
  surveys integer,
  written integer not null default 0,
  finished_at timestamptz,
  failure text,
  file_name text,
  content_type text,
  store_key text,
  size bigint,
  sha256 text,
  check ((state = 'done') = (store_key is not null))
);
create index export_account on export (account_id, created_at);
create index export_unfinished on export (created_at) where state in ('waiting', 'running');
