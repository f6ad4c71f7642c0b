-- Files of any kind outside of surveys. Their bytes are stored files like those of photos, so what keeps house finds,
-- counts and removes them alike.
alter table stored_file drop constraint stored_file_kind_check;
alter table stored_file add constraint stored_file_kind_check check (kind in ('photo', 'video', 'attachment'));

create table bulk_upload (
  id uuid primary key,
  account_id uuid not null references account,
  created_at timestamptz not null default now()
);
create index bulk_upload_account on bulk_upload (account_id, created_at);

create table bulk_file (
  id uuid primary key,
  bulk_upload_id uuid not null references bulk_upload on delete cascade,
  -- in the order in which they were sent
  place integer not null,
  file_id uuid not null references stored_file,
  filename text not null,
  -- by the content: what a survey's field would take it as
  kind text check (kind in ('photo', 'video'))
);
create index bulk_file_upload on bulk_file (bulk_upload_id);
create index bulk_file_file on bulk_file (file_id);
