-- A file that arrives in parts, until an upload takes it over or nobody has touched it for a week. How much of it is
-- there is told by the file itself; a row without one, or a file without a row, counts for nothing.
create table resumable_upload (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account_id uuid not null references account on delete cascade,
  size bigint not null check (size >= 0),
  created_at timestamptz not null,
  touched_at timestamptz not null
);
create index resumable_upload_account on resumable_upload (account_id);
create index resumable_upload_touched on resumable_upload (touched_at);
