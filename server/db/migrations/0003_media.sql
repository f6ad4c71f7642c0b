-- Bytes in the file store, never changed once written; a row here is what makes them count.
create table stored_file (
  id uuid primary key,
  account_id uuid not null references account,
  kind text not null check (kind in ('photo', 'video')),
  taken_at timestamptz,
  latitude double precision,
  longitude double precision,
  -- seconds, videos only
  duration double precision,
  created_at timestamptz not null default now()
);

-- original: as it came, for the owner. view, report, thumb: pictures without metadata.
-- guest: a video's copy without position data. poster: a video's still.
create table rendition (
  file_id uuid not null references stored_file on delete cascade,
  name text not null check (name in ('original', 'view', 'report', 'thumb', 'guest', 'poster')),
  store_key text not null unique,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  crc32 bigint not null,
  width integer,
  height integer,
  primary key (file_id, name)
);

-- One upload of one to ten files to an answer (the wire's user_survey_media).
create table upload (
  id uuid primary key,
  survey_id uuid not null references survey on delete cascade,
  answer_id uuid not null references answer on delete cascade,
  -- SHA-256 of the files as they came: the same upload sent again is known also after a photo of it was deleted
  hashes text[] not null,
  created_at timestamptz not null default now()
);
create index upload_answer on upload (answer_id);
create index upload_survey on upload (survey_id);

create table media (
  id uuid primary key,
  upload_id uuid not null references upload on delete cascade,
  survey_id uuid not null references survey on delete cascade,
  answer_id uuid not null references answer on delete cascade,
  -- several media may show one file: copies are by reference
  file_id uuid not null references stored_file,
  kind text not null check (kind in ('photo', 'video')),
  filename text not null,
  description text not null default '',
  -- the medium of which 'Copy from last filled' made this one
  copied_from uuid references media on delete set null,
  created_at timestamptz not null default now()
);
create index media_survey on media (survey_id);
create index media_answer on media (answer_id);
create index media_upload on media (upload_id);
create index media_file on media (file_id);

create table share_link (
  -- link_share_id on the wire: a random capability of its own
  id text primary key,
  -- kept in clear, since the owner is shown the live link again
  token text not null unique,
  survey_id uuid not null references survey on delete cascade,
  views integer not null default 0,
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  closed_at timestamptz
);
create unique index share_link_live on share_link (survey_id) where closed_at is null;
