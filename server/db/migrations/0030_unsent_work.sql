-- A session of a disabled account that only adds the account's unsent work to surveys (`collections`).
alter table session add column collects boolean not null default false;

-- Former owners of surveys that were handed over: their unsent changes still come in, as contributions.
create table survey_contributor (
  survey_id uuid not null references survey on delete cascade,
  account_id uuid not null references account on delete cascade,
  primary key (survey_id, account_id)
);
create index survey_contributor_account on survey_contributor (account_id);
insert into survey_contributor (survey_id, account_id)
  select id, made_by from survey where made_by is not null and made_by <> account_id;

-- Who received the account's surveys last: surveys that its device still has to send follow them.
alter table account add column heir_id uuid references account on delete set null;
create index account_heir on account (heir_id) where heir_id is not null;

-- The one code with which a device of a disabled account may send what it has; spent once.
create table collection_code (
  account_id uuid primary key references account on delete cascade,
  -- HMAC-SHA-256 of account and code
  code_hash bytea not null,
  tries integer not null default 0,
  created_by uuid references account on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index collection_code_creator on collection_code (created_by);
